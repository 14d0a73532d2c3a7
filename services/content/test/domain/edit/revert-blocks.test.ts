import { expect } from 'chai';
import fc from 'fast-check';
import { readDocument, readPieces } from '../../../src/document/read-document.js';
import type { Block, Document } from '../../../src/document/types.js';
import { revertBlocks } from '../../../src/domain/edit/revert-blocks.js';
import { markdownText } from '../../markdown/arbitraries.js';

const keys = (markdown: string): string[] => {
  const inside = (block: Block): string[] => [
    block.key!,
    ...[...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)].flatMap((node) =>
      node.object === 'block' ? inside(node) : [],
    ),
  ];
  return readDocument(markdown).nodes.flatMap(inside);
};
const topKeys = (markdown: string) => readDocument(markdown).nodes.map(({ key }) => key!);
const content = ({ nodes }: Document) => nodes.map(({ key }) => key);
/** The key of the first block that shows the text. */
const keyOf = (markdown: string, text: string, type?: string): string => {
  const find = (block: Block): string | undefined => {
    const inner = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
    if (!JSON.stringify(block).includes(text)) return undefined;
    if (type === undefined || block.type === type) return block.key!;
    return inner.flatMap((node) => (node.object === 'block' ? (find(node) ?? []) : []))[0];
  };
  const found = readDocument(markdown).nodes.flatMap((block) => find(block) ?? [])[0];
  if (found === undefined) throw new Error(`no block with ${text}`);
  return found;
};

const base = '# Title\n\nFirst.\n\nSecond.\n\n* one\n* two\n\nLast.\n';

describe('reverting blocks', () => {
  const table: Record<string, { base?: string; now: string; block: [text: string, type?: string]; result: string }> = {
    'an added block goes': {
      now: base.replace('Second.', 'Second.\n\nNew.'),
      block: ['New.'],
      result: base,
    },
    'a changed block is as it was, and another change stays': {
      now: base.replace('First.', 'Changed.').replace('Last.', 'Very last.'),
      block: ['Changed.'],
      result: base.replace('Last.', 'Very last.'),
    },
    'a deleted block is back where it stood': {
      now: base.replace('First.\n\n', '').replace('Last.', 'Very last.'),
      block: ['First.'],
      result: base.replace('Last.', 'Very last.'),
    },
    'a moved block is back': {
      now: '# Title\n\nSecond.\n\n* one\n* two\n\nLast.\n\nFirst.\n',
      block: ['First.'],
      result: base,
    },
    'a paragraph that became a heading is one again': {
      now: base.replace('Second.', '## Second.'),
      block: ['Second.'],
      result: base,
    },
    'an item of a list': {
      now: base.replace('* one', '* ONE').replace('* two', '* two\n* three'),
      block: ['ONE', 'list-item'],
      result: base.replace('* one\n* two', '- one\n- two\n- three'),
    },
    'a block in a hint': {
      base: '{% hint style="info" %}\nOne.\n\nTwo.\n{% endhint %}\n',
      now: '{% hint style="info" %}\n1.\n\n2nd.\n{% endhint %}\n',
      block: ['2nd.', 'paragraph'],
      result: '{% hint style="info" %}\n1.\n\nTwo.\n{% endhint %}\n',
    },
    'the only block in an added hint goes with the hint': {
      now: base.replace('Last.', '{% hint style="info" %}\nNote.\n{% endhint %}\n\nLast.'),
      block: ['Note.', 'paragraph'],
      result: base,
    },
    'what stood in a block that is gone comes back with it': {
      base: 'A.\n\n{% hint style="info" %}\nOne.\n\nTwo.\n{% endhint %}\n',
      now: 'A.\n',
      block: ['Two.', 'paragraph'],
      result: 'A.\n\n{% hint style="info" %}\nOne.\n\nTwo.\n{% endhint %}\n',
    },
    'a link that the other text defined elsewhere': {
      base: 'See [it][x].\n\nEnd.\n\n[x]: https://a.example/\n',
      now: 'Gone.\n\nEnd!\n',
      block: ['Gone.'],
      result: 'See [it](https://a.example/).\n\nEnd!\n',
    },
    'front matter is no block': {
      base: '---\ndescription: Then\n---\nFirst.\n',
      now: '---\ndescription: Now\n---\nChanged.\n',
      block: ['Changed.'],
      result: '---\ndescription: Now\n---\nFirst.\n',
    },
    'lists that would become one are kept apart': {
      base: '* one\n\n- two\n',
      now: '* one\n\nBetween.\n\n* two\n',
      block: ['Between.'],
      result: '- one\n\n* two\n',
    },
    'a page that was empty': { base: '', now: 'New.\n', block: ['New.'], result: '' },
  };
  for (const [title, { base: then = base, now, block, result }] of Object.entries(table)) {
    it(title, () => {
      const [text, type] = block;
      const key = keys(now).find((candidate) => candidate === safely(() => keyOf(now, text, type)));
      const markdown = revertBlocks({ now, base: then }, [key ?? keyOf(then, text, type)], 'block');
      expect(markdown).to.equal(result);
    });
  }
  const safely = (find: () => string) => {
    try {
      return find();
    } catch {
      return undefined;
    }
  };

  it('refuses a key that names nothing', () => {
    expect(() => revertBlocks({ now: 'A.\n', base: 'B.\n' }, [topKeys('A.\n')[0]!, 'nothing'], 'block'))
      .to.throw()
      .with.deep.property('details', [
        { path: 'block.1', message: 'there is no block nothing here, nor was there one' },
      ]);
  });

  const texts = fc
    .tuple(
      fc.array(fc.constantFrom('One.', 'Two.', '# H', '* a\n* b', '```\ncode\n```', '[x](y.md)', '> q'), {
        maxLength: 8,
      }),
      fc.array(fc.constantFrom('One.', 'Two.', '# H', '## G', '* a\n* c', '1. n', '> q', '$$\nx\n$$'), {
        maxLength: 8,
      }),
    )
    .map(([a, b]) => ({ base: `${a.join('\n\n')}\n`, now: `${b.join('\n\n')}\n` }));
  const hostile = fc.tuple(markdownText, markdownText).map(([now, then]) => ({ base: then, now }));

  it('of all blocks gives what was', () => {
    fc.assert(
      fc.property(fc.oneof(texts, hostile), ({ now, base: then }) => {
        const result = revertBlocks(
          { now, base: then },
          [...new Set([...keys(now), ...keys(then)])].filter(isReal(now, then)),
          '',
        );
        expect(content(readDocument(result))).to.deep.equal(content(readDocument(then)));
      }),
      { numRuns: 150 },
    );
  });

  it('of one added block leaves the others, in their order', () => {
    fc.assert(
      fc.property(texts, fc.nat(), ({ now, base: then }, pick) => {
        const [mine, theirs] = [topKeys(now), topKeys(then)].map((list) => list.map((key) => key.replace(/-\d+$/, '')));
        const at = mine!.findIndex((key, index) => index >= pick % mine!.length && !theirs!.includes(key));
        fc.pre(at >= 0 && isReal(now, then)(topKeys(now)[at]!));
        const left = topKeys(revertBlocks({ now, base: then }, [topKeys(now)[at]!], '')).map((key) =>
          key.replace(/-\d+$/, ''),
        );
        const others = mine!.filter((_, index) => index !== at);
        for (const [index, key] of others.entries()) {
          const rest = left.slice(left.indexOf(key));
          expect(left, key).to.include(key);
          expect(rest.length, 'at most one block more').to.be.greaterThan(others.length - index - 2);
        }
        expect(left.length).to.be.within(others.length, others.length + 1);
      }),
      { numRuns: 100 },
    );
  });

  it('of no block changes nothing', () => {
    fc.assert(
      fc.property(hostile, ({ now, base: then }) => {
        expect(content(readDocument(revertBlocks({ now, base: then }, [], '')))).to.deep.equal(
          content(readDocument(now)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

/** An empty document shows a paragraph that nobody wrote. */
function isReal(...texts: string[]) {
  const real = new Set(texts.filter((text) => readPieces(text).length > 0).flatMap(keys));
  return (key: string) => real.has(key);
}
