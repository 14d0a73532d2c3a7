import { expect } from 'chai';
import fc from 'fast-check';
import { splitBlocks } from '../../src/markdown/blocks.js';
import { hostilePieces, markdownText } from './arbitraries.js';

describe('splitBlocks', () => {
  const cases: [what: string, blocks: string[]][] = [
    ['nothing', []],
    ['blank lines', ['\n\n']],
    ['paragraphs and headings', ['\n', '# T\n\n', 'one\ntwo\n\n\n', '## H\n', 'three']],
    ['front matter', ['---\na: 1\n\nb: 2\n---\n', '\n', '# T\n']],
    ['a fence with blank lines', ['```\na\n\n# b\n```\n', 'c\n']],
    ['an open fence', ['a\n\n', '```\nb\n\nc\n\n']],
    ['list items', ['* a\n  more\n\n  still\n', '* b\n  * c\n  * d\n\n', 'text\n']],
    ['ordered list items', ['1. a\n', '2. b\n']],
    ['hints', ['{% hint style="info" %}\na\n\n* b\n* c\n{% endhint %}\n\n', 'd\n']],
    [
      'nested tags',
      ['{% tabs %}\n{% tab title="x" %}\na\n\n{% tabs %}\n{% endtabs %}\n{% endtab %}\n{% endtabs %}\n', 'd\n'],
    ],
    ['tags without an end', ['{% embed url="x" %}\n\n', '{% hint %}\n', 'a\n']],
    ['tags in code', ['```\n{% hint %}\n```\n', 'a\n\n', '{% endhint %}\n']],
    ['tables', ['| a |\n|---|\n| b |\n\n', 'c\n']],
    ['quotes and rules', ['> a\n>\n> b\n\n', '***\n', 'c\n']],
    ['link definitions', ['a\n\n', '[x]: y\n', '[z]: y\n\n', 'b\n\n', '[t]: u']],
    ['CRLF and lone CR', ['# T\r\n\r\n', 'a\r\nb\r\n\r\n', '* c\r', '* d\r\r', 'e']],
    ['HTML', ['<details>\n\n', '<summary>x</summary>\n\n', 'a\n\n', '</details>\n']],
  ];
  for (const [what, blocks] of cases) {
    it(`splits ${what}`, () => expect(splitBlocks(blocks.join(''))).to.deep.equal(blocks));
  }

  it('splits inside of a block that is too long to be one', () => {
    const inside = Array.from({ length: 300 }, (_, index) => `paragraph ${index}\n\n`);
    expect(splitBlocks(['{% tabs %}\n', ...inside, '{% endtabs %}\n'].join(''))).to.have.length(302);
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        const blocks = splitBlocks(markdown);
        expect(blocks.join('')).to.equal(markdown);
        expect(blocks).to.not.include('');
      }),
      { numRuns: 3000 },
    );
  });

  it('takes time in proportion to the length of hostile text', function () {
    this.timeout(120_000);
    for (const piece of hostilePieces) {
      const text = piece.repeat(Math.floor(200_000 / piece.length));
      const started = performance.now();
      expect(splitBlocks(text).join('') === text).to.equal(true);
      expect(performance.now() - started, JSON.stringify(piece)).to.be.lessThan(5000);
    }
  });
});
