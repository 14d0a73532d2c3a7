import { expect } from 'chai';
import fc from 'fast-check';
import type { RevisionPage } from '../../src/clients/published-content.js';
import { PageIndex } from '../../src/web/page-index.js';

/** Pages in the order of a table of contents; each stands below one that came before it, or at the top. */
const pages = fc
  .array(fc.record({ type: fc.constantFrom('document', 'group', 'link'), hidden: fc.boolean(), above: fc.nat() }), {
    maxLength: 20,
  })
  .map((drawn) => {
    const made: RevisionPage[] = [];
    for (const [position, { type, hidden, above }] of drawn.entries()) {
      // Zero is the top; otherwise the last page or one of those above it, as in an outline.
      const last = made.at(-1);
      const line = last ? new PageIndex(made).ancestors(last).concat(last) : [];
      const parent = line[(above % (line.length + 1)) - 1];
      made.push({
        id: `p${position}`,
        ...(parent ? { parent: parent.id } : {}),
        type: type as RevisionPage['type'],
        title: `p${position}`,
        path: `${parent ? `${parent.path}/` : ''}p${position}`,
        hidden,
        noIndex: false,
        pagination: true,
        outline: true,
        updatedAt: '2026-01-01T00:00:00.000Z',
      });
    }
    return made;
  });

describe('PageIndex', () => {
  it('leads from the first document to the last and back, and past everything that is hidden', () => {
    fc.assert(
      fc.property(pages, (all) => {
        const index = new PageIndex(all);
        const forward: RevisionPage[] = [];
        for (let page = index.documents[0]; page; page = index.neighbours(page).next) forward.push(page);
        const isSeen = (page: RevisionPage) => [...index.ancestors(page), page].every(({ hidden }) => !hidden);
        expect(forward).to.deep.equal(all.filter((page) => page.type === 'document' && isSeen(page)));
        for (const [position, page] of forward.entries()) {
          expect(index.neighbours(page).previous).to.equal(forward[position - 1]);
        }
        for (const page of all.filter((each) => !forward.includes(each))) {
          expect(index.neighbours(page)).to.deep.equal({});
        }
      }),
    );
  });

  it('finds every page by id and by path, below its parent', () => {
    fc.assert(
      fc.property(pages, (all) => {
        const index = new PageIndex(all);
        for (const page of all) {
          expect(index.get(page.id)).to.equal(page);
          expect(index.byPath(page.path)).to.equal(page);
          expect(index.children(page.parent)).to.include(page);
        }
      }),
    );
  });

  it('leads from a group that is seen to a document that is seen, if there is one', () => {
    fc.assert(
      fc.property(pages, (all) => {
        const index = new PageIndex(all);
        for (const group of all.filter((page) => page.type === 'group' && !index.isHidden(page))) {
          const below = index.documents.filter((page) => index.ancestors(page).includes(group));
          expect(index.firstIn(group)).to.equal(below[0]);
        }
      }),
    );
  });
});
