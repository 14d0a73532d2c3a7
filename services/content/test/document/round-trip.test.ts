import { corpus } from '@quire/testing';
import { expect } from 'chai';
import fc from 'fast-check';
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

  it('repeated beginnings that never end are read and written', () => {
    for (const piece of hostilePieces) {
      const document = readDocument(piece.repeat(2_000));
      expect(writeDocument(document), piece).to.be.a('string');
    }
  });
});
