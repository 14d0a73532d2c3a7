import { JsonDocument } from '@quire/contract';
import { corpus } from '@quire/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { checkDocument, toJson } from '../../src/document/check-document.js';
import { readDocument } from '../../src/document/read-document.js';
import type { Document } from '../../src/document/types.js';
import { writeDocument } from '../../src/document/write-document.js';
import { readArchive } from '../../src/import/archive.js';
import { analyse } from '../../src/markdown/parse.js';
import { hostilePieces, markdownText } from '../markdown/arbitraries.js';

/** Without keys, which say nothing. */
const meaning = (document: Document) =>
  JSON.parse(JSON.stringify(document, (name, value: unknown) => (name === 'key' ? undefined : value))) as unknown;

const again = (document: Document) => readDocument(writeDocument(document));

describe('documents', () => {
  for (const name of ['elsa-docs', 'rust-book']) {
    it(`every page of ${name} means the same after Markdown → JSON → Markdown`, async function () {
      const path = corpus(`${name}.zip`);
      if (path === undefined) return this.skip();
      const archive = await readArchive(path);
      const pages = archive.entries.filter((entry) => entry.path.endsWith('.md'));
      expect(pages.length).to.be.greaterThan(100);
      for (const page of pages) {
        const document = readDocument((await page.read()).toString());
        expect(meaning(again(document)), page.path).to.deep.equal(meaning(document));
      }
      archive.close();
    });
  }

  it('any Markdown means the same after a round trip', () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        const document = readDocument(markdown);
        expect(meaning(again(document))).to.deep.equal(meaning(document));
      }),
      { numRuns: 2_000 },
    );
  });

  const mistaken: [markdown: string, written: string][] = [
    ['\\![link](y.md)', '\\![link](y.md)'],
    ['_<table>_ text', '<i></i><table> text'],
    ['* - -', '- + -'],
  ];
  for (const [markdown, written] of mistaken)
    it(`${markdown} is not taken for something else when it is read again`, () => {
      const document = readDocument(markdown);
      expect(writeDocument(document)).to.equal(`${written}\n`);
      expect(meaning(again(document))).to.deep.equal(meaning(document));
    });

  it('headings with characters that nobody sees have the anchors that search knows', () => {
    const [heading] = readDocument('# \u0000\u000ba').nodes;
    expect(analyse('# \u0000\u000ba').anchors).to.deep.equal([heading!.meta!.id]);
  });

  it('checkDocument takes whatever readDocument gives for any Markdown', () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        const document = readDocument(markdown);
        expect(writeDocument(checkDocument(toJson(document), 'document'))).to.equal(writeDocument(document));
      }),
      { numRuns: 2_000 },
    );
  });

  it('the same Markdown gives the same keys, each once', () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        const document = readDocument(markdown);
        expect(readDocument(markdown)).to.deep.equal(document);
        const keys: string[] = [];
        JSON.stringify(document, (name, value: unknown) => (name === 'key' ? keys.push(value as string) : value));
        expect(new Set(keys).size).to.equal(keys.length);
      }),
      { numRuns: 300 },
    );
  });

  it('headings have the anchors that search knows', () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        // Ids in HTML name headings too, for search alone.
        fc.pre(!markdown.includes('<'));
        const anchors = new Set(analyse(markdown).anchors);
        const headings = readDocument(markdown).nodes.filter(({ type }) => type.startsWith('heading-'));
        for (const { meta } of headings) expect(anchors).to.include(meta!.id);
      }),
      { numRuns: 500 },
    );
  });

  it('an edit elsewhere leaves the key of a paragraph alone', () => {
    const before = readDocument('# One\n\nStays.\n');
    const after = readDocument('# Another\n\nNew.\n\nStays.\n');
    expect(after.nodes[2]!.key).to.equal(before.nodes[1]!.key);
  });

  const nested: Record<string, (levels: number) => string> = {
    'lists in one line': (levels) => `${'- '.repeat(levels)}core\n`,
    'lists with items of their own': (levels) =>
      `${Array.from({ length: Math.min(levels, 700) }, (_, level) => `${' '.repeat(2 * level)}- item`).join('\n')} core\n`,
    quotes: (levels) => `${'> '.repeat(levels)}core\n`,
    'quotes and lists': (levels) => `${'> - 1. '.repeat(levels)}core\n`,
    hints: (levels) => `${'{% hint %}\n'.repeat(levels)}core\n${'{% endhint %}\n'.repeat(levels)}`,
    // Each could be the blocks that it says only if what is in it were: that must not be tried over and over.
    'tabs without a tab': (levels) => `${'{% tabs %}\n'.repeat(levels)}core\n${'{% endtabs %}\n'.repeat(levels)}`,
    'code without code': (levels) => `${'{% code %}\n'.repeat(levels)}core\n${'{% endcode %}\n'.repeat(levels)}`,
    'steps without a stepper': (levels) => `${'{% step %}\n'.repeat(levels)}core\n${'{% endstep %}\n'.repeat(levels)}`,
    'tabs in tabs': (levels) => {
      const pairs = Math.min(levels, 1_000);
      return `${'{% tabs %}\n{% tab title="a" %}\n'.repeat(pairs)}core\n${'{% endtab %}\n{% endtabs %}\n'.repeat(pairs)}`;
    },
    'hints in list items': (levels) =>
      Array.from({ length: Math.min(levels, 300) }, (_, level) => {
        const indent = '  '.repeat(level);
        return `${indent}- one\n\n${indent}  {% hint style="info" %}\n`;
      }).join('') + 'core\n',
    expandables: (levels) =>
      `${'<details>\n\n<summary>x</summary>\n\n'.repeat(levels)}core\n\n${'</details>\n\n'.repeat(levels)}`,
    'expandables in quotes': (levels) => {
      const pairs = Math.min(levels, 100);
      const lines = `${'<details>\n\n<summary>x</summary>\n\n'.repeat(pairs)}**core**\n\n${'</details>\n\n'.repeat(pairs)}`;
      return `${lines.replace(/^/gm, '> '.repeat(Math.min(levels, 57)))}\n`;
    },
    emphasis: (levels) => `${'*a **b '.repeat(levels)}core${'** c*'.repeat(levels)}\n`,
    'marks in captions': (levels) =>
      `<figure><img src="x"><figcaption>${'<b>'.repeat(levels)}core${'</b>'.repeat(levels)}</figcaption></figure>\n`,
  };
  for (const [what, markdown] of Object.entries(nested))
    for (const levels of [20, 120, 10_000])
      it(`${levels} levels of ${what} lose nothing, mean the same after a round trip, and are taken back`, () => {
        const document = readDocument(markdown(levels));
        expect(JSON.stringify(document)).to.include('core');
        expect(JSON.stringify(analyse(markdown(levels)).sections)).to.include('core');
        expect(JSON.stringify(meaning(again(document)))).to.equal(JSON.stringify(meaning(document)));
        expect(JsonDocument.safeParse(JSON.parse(JSON.stringify(document))).error).to.equal(undefined);
        expect(checkDocument(toJson(document), 'document').nodes).to.have.length(document.nodes.length);
      });

  it('repeated beginnings that never end are read and written', () => {
    for (const piece of hostilePieces) {
      const document = readDocument(piece.repeat(2_000));
      expect(writeDocument(document), piece).to.be.a('string');
    }
  });
});
