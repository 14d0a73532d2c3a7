import { expect } from 'chai';
import { parseSummary, type SummaryItem, SummaryTooDeep } from '../../src/import/summary.js';

const lines = (items: SummaryItem[], indent = ''): string[] =>
  items.flatMap(({ title, destination, children }) => [
    `${indent}${title}${destination === undefined ? '' : ` -> ${destination}`}`,
    ...lines(children, `${indent}  `),
  ]);
const read = (markdown: string) => lines(parseSummary(markdown));

describe('parseSummary', () => {
  it('reads GitBook: title, groups, nested lists, external links', () => {
    const markdown = `# Table of contents

* [Home](README.md)

## Getting *started*

* [One & two](a/README.md)
  * [Deep](<a/deep page.md>)
* [Web](https://example.com/?a=1&b=2)

## Second
* [Last](z.md)
`;
    expect(read(markdown)).to.deep.equal([
      'Home -> README.md',
      'Getting started',
      '  One & two -> a/README.md',
      '    Deep -> a/deep page.md',
      '  Web -> https://example.com/?a=1&b=2',
      'Second',
      '  Last -> z.md',
    ]);
  });

  it('reads mdBook: prefix and suffix chapters, parts, drafts, separators', () => {
    const markdown = `# Summary

[Foreword](foreword.md)
[Preface](preface.md)

# Part one

- [One](one.md)
    - [Sub](sub.md)
- [Draft]()

---

[Appendix](appendix.md)
`;
    expect(read(markdown)).to.deep.equal([
      'Foreword -> foreword.md',
      'Preface -> preface.md',
      'Part one',
      '  One -> one.md',
      '    Sub -> sub.md',
      '  Draft',
      'Appendix -> appendix.md',
    ]);
  });

  const cases: [what: string, markdown: string, expected: string[]][] = [
    ['an empty text', '', []],
    ['no title', '## A\n* [x](x.md)', ['A', '  x -> x.md']],
    ['a title that is not the first thing', '* [x](x.md)\n# A\n* [y](y.md)', ['x -> x.md', 'A', '  y -> y.md']],
    ['entries without a link', '* Group\n  * [x](x.md)', ['Group', '  x -> x.md']],
    ['empty entries', '*\n  * [x](x.md)', ['x -> x.md']],
    ['a heading that is a link', '# T\n## [A](a.md)\n* [x](x.md)', ['A -> a.md', '  x -> x.md']],
    ['an empty heading', '## A\n* [x](x.md)\n##\n* [y](y.md)', ['A', '  x -> x.md', 'y -> y.md']],
    ['too much indentation', '* [x](x.md)\n        * [y](y.md)', ['x -> x.md', '  y -> y.md']],
    ['links without text', '* [](x.md)', [' -> x.md']],
    ['ordered lists, tabs and CRLF', '1. [x](x.md)\r\n\t1. [y](y.md)\r\n', ['x -> x.md', '  y -> y.md']],
    ['a byte order mark and front matter', '\uFEFF---\na: 1\n---\n# T\n* [x](x.md)', ['x -> x.md']],
    ['comments', '<!-- * [no](no.md) -->\n\n* [x](x.md) <!-- [no](no.md) -->', ['x -> x.md']],
  ];
  for (const [what, markdown, expected] of cases) {
    it(`reads ${what}`, () => expect(read(markdown)).to.deep.equal(expected));
  }

  it('says so when lists are too deep to be read in full', () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}* [${level}](${level}.md)\n`).join('');
    expect(read(nested(50))).to.have.length(50);
    expect(() => read(nested(60))).to.throw(SummaryTooDeep);
    expect(() => read('1. '.repeat(10_000))).to.throw(SummaryTooDeep);
  });

  it('reads a paragraph of 200,000 links', () => {
    expect(parseSummary('[a](b) '.repeat(200_000))).to.have.length(200_000);
  });
});
