import { corpus } from '@quire/testing';
import { expect } from 'chai';
import { type Archive, readArchive } from '../../src/import/archive.js';
import type { ImportPlan, PlannedPage } from '../../src/import/import-plan.js';
import { planImport } from '../../src/import/plan.js';
import { allPages } from './zips.js';

interface Corpus {
  name: string;
  summary: string;
  documents: number;
  hidden: number;
  groups: number;
  files: number;
  /** Links inside the repository that lead to nothing in it: mistakes of its authors, or other books beside it. */
  unresolved: (destination: string) => boolean;
  unresolvedCount: number;
  deadAnchors: string[];
}

const corpora: Corpus[] = [
  {
    name: 'elsa-docs',
    summary: 'SUMMARY.md',
    documents: 156,
    hidden: 10,
    groups: 12,
    files: 46,
    // Folders without a page of their own.
    unresolved: (destination) => ['../getting-started/', '../application-types/'].includes(destination),
    unresolvedCount: 2,
    // No such headings there.
    deadAnchors: [
      'installation.md#cshells-modular-server',
      'javascript.md#streamToBytes',
      'javascript.md#streamToBase64',
      '../../extensibility/custom-activities.md#activity-metadata',
    ],
  },
  {
    name: 'rust-book',
    summary: 'src/SUMMARY.md',
    documents: 111,
    hidden: 0,
    groups: 0,
    files: 28,
    // Other books that are published beside this one, and one address that its author spoiled.
    unresolved: (destination) =>
      /^\.\.\/(?:std|reference|nomicon|unstable-book)\//.test(destination) || destination.startsWith('[https://'),
    unresolvedCount: 30,
    deadAnchors: [],
  },
];

/** Reads a table of contents by its indentation, line by line: `depth title -> destination`. */
function linesOfSummary(text: string): string[] {
  let inGroup = 0;
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const group = /^## (.+)$/.exec(line);
      if (group) {
        inGroup = 1;
        return [`0 ${plain(group[1]!)}`];
      }
      const entry = /^( *)(?:[*-] )?\[(.*)\]\(([^)]+)\)$/.exec(line);
      return entry ? [`${entry[1]!.length / 2 + inGroup} ${plain(entry[2]!)} -> ${entry[3]}`] : [];
    });
}

const plain = (title: string) => title.replaceAll('`', '').replaceAll('&#x26;', '&').replaceAll('\\', '');

const linesOfPlan = (pages: PlannedPage[], prefix: string, depth = 0): string[] =>
  pages.flatMap(({ title, sourcePath, hidden, children }) => [
    ...(hidden ? [] : [`${depth} ${title}${sourcePath === undefined ? '' : ` -> ${sourcePath.slice(prefix.length)}`}`]),
    ...linesOfPlan(children, prefix, depth + 1),
  ]);

for (const known of corpora) {
  describe(`planImport of ${known.name}`, () => {
    let archive: Archive;
    let plan: ImportPlan;
    let pages: PlannedPage[];
    const content = async (path: string) => archive.entries.find((entry) => entry.path === path)!.read();

    before(async function () {
      const path = corpus(`${known.name}.zip`);
      if (path === undefined) return this.skip();
      archive = await readArchive(path);
      plan = await planImport(archive.entries);
      pages = allPages(plan.pages);
    });
    after(() => archive?.close());

    it('has the tree of its table of contents', async () => {
      const prefix = known.summary.slice(0, known.summary.lastIndexOf('/') + 1);
      expect(linesOfPlan(plan.pages, prefix)).to.deep.equal(linesOfSummary((await content(known.summary)).toString()));
    });

    it('counts truthfully', () => {
      const documents = pages.filter(({ type }) => type === 'document');
      expect({
        documents: documents.filter(({ hidden }) => !hidden).length,
        hidden: documents.filter(({ hidden }) => hidden).length,
        groups: pages.filter(({ type }) => type === 'group').length,
        files: plan.files.length,
      }).to.deep.equal({
        documents: known.documents,
        hidden: known.hidden,
        groups: known.groups,
        files: known.files,
      });
      expect(plan.importedResources).to.equal(documents.length + plan.files.length);
      expect(plan.totalResources).to.equal(plan.importedResources);
    });

    it('keeps every page byte for byte', async () => {
      for (const { sourcePath, markdown } of pages) {
        if (sourcePath !== undefined)
          expect(Buffer.from(markdown!).equals(await content(sourcePath)), sourcePath).to.equal(true);
      }
    });

    it('gives unique slugs to siblings', () => {
      for (const { children } of [{ children: plan.pages }, ...pages]) {
        expect(new Set(children.map(({ slug }) => slug)).size).to.equal(children.length);
      }
    });

    it('finds every image and its size', () => {
      const files = new Map(plan.files.map((file) => [file.sourcePath, file]));
      for (const { analysis, references, sourcePath } of pages) {
        for (const { kind, destination } of analysis?.links ?? []) {
          if (kind !== 'image' || /^https?:/.test(destination)) continue;
          const reference = references[destination];
          expect(reference?.kind, `${sourcePath}: ${destination}`).to.equal('file');
          expect(files.get(reference!.sourcePath)?.dimensions?.width, destination).to.be.greaterThan(0);
        }
      }
    });

    it('resolves every link but those that lead nowhere', () => {
      const paths = new Set(pages.map(({ sourcePath }) => sourcePath));
      const unresolved = new Set<string>();
      for (const { analysis, references } of pages) {
        for (const { destination } of analysis?.links ?? []) {
          const reference = references[destination];
          if (reference?.kind === 'page') expect(paths.has(reference.sourcePath)).to.equal(true);
          if (!reference && !/^(?:https?|mailto):/.test(destination)) unresolved.add(destination);
        }
      }
      expect([...unresolved].filter((destination) => !known.unresolved(destination))).to.deep.equal([]);
      expect(unresolved.size).to.equal(known.unresolvedCount);
    });

    it('knows the anchors that links name', () => {
      const byPath = new Map(pages.map((page) => [page.sourcePath, page]));
      const dead = pages.flatMap(({ references }) =>
        Object.entries(references).flatMap(([destination, reference]) => {
          if (reference.kind !== 'page' || reference.anchor === undefined) return [];
          return byPath.get(reference.sourcePath)!.analysis!.anchors.includes(reference.anchor) ? [] : [destination];
        }),
      );
      expect(dead).to.have.members(known.deadAnchors);
    });
  });
}
