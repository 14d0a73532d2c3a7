import { expect } from 'chai';
import fc from 'fast-check';
import { relativePath, saysTheSame, writeSummary } from '../../../src/domain/git/table-of-contents.js';
import { canonicalJson } from '../../../src/domain/merkle/merkle-map.js';
import { resolveDestination } from '../../../src/import/references.js';
import { parseSummary, type SummaryItem } from '../../../src/import/summary.js';

const title = fc
  .oneof(
    fc.stringMatching(/^[\w*_`[\](){}<>#+.!|&~$:@"'^=%\\ -]{1,20}$/),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'C #',
      '1. First',
      '- x',
      '# y',
      '{% hint %}',
      '<b>',
      '&amp;',
      'a_b_c',
      '---',
      '===',
      '![x](y)',
      '``',
    ),
  )
  .map((text) => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
  .filter((text) => text !== '');
const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constant('https://a.b/(c)?d=e&copy=f g'),
);

const target = fc.oneof(fc.constantFrom('a.md', 'b/README.md'), address);
const itemsBelow = (depth: number): fc.Arbitrary<SummaryItem[]> =>
  depth === 0
    ? fc.constant([])
    : fc.array(
        fc.record(
          { title, destination: target, children: itemsBelow(depth - 1) },
          { requiredKeys: ['title', 'children'] },
        ),
        {
          maxLength: 3,
        },
      );

describe('the table of contents in git', () => {
  it('is read back as it was written, whatever the titles hold', () => {
    fc.assert(
      fc.property(itemsBelow(3), (written) => {
        expect(canonicalJson(parseSummary(writeSummary(written)))).to.equal(canonicalJson(written));
      }),
      { numRuns: 500 },
    );
  });

  it('leads from one file to another, whatever their names hold', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[/\p{Cc}]/u.test(text) && text !== '.' && text !== '..' && text === text.normalize('NFC'));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `${names.join('/')}.md`);
    fc.assert(
      fc.property(path, path, (from, to) => {
        const files = { has: (each: string) => each === to, readmeOf: () => undefined };
        const destination = relativePath(from, to);
        expect(resolveDestination(files, { from, root: '', destination })?.path).to.equal(to);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a table that says the same in other words', () => {
    const written = '# Our table\n\n- [Home](./README.md "Start")\n\n## Guides\n\n* [First](guides/first.md)\n';
    const said: SummaryItem[] = [
      { title: 'Home', destination: 'README.md', children: [] },
      { title: 'Guides', children: [{ title: 'First', destination: 'guides/first.md', children: [] }] },
    ];
    const pageAt = new Map([
      ['README.md', 'a'],
      ['guides/first.md', 'b'],
    ]);
    const at = { layout: { root: '', summary: 'SUMMARY.md' }, paths: { pageAt } };
    expect(saysTheSame(written, said, at)).to.equal(true);
    expect(saysTheSame(written, said.slice(0, 1), at)).to.equal(false);
  });
});
