import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { ArchiveEntry } from '../../src/import/archive.js';
import type { ImportPlan } from '../../src/import/import-plan.js';
import { planImport } from '../../src/import/plan.js';
import { isExternal } from '../../src/import/references.js';
import { allPages } from './zips.js';

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url));

/** A folder of this machine as the entries of an archive. */
async function entriesOf(folder: string): Promise<ArchiveEntry[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size } = await stat(path);
      return { path: relative(folder, path).split(sep).join('/'), size, read: () => readFile(path) };
    }),
  );
}

describe("Quire's own documentation", () => {
  let plan: ImportPlan;
  before(async () => {
    plan = await planImport(await entriesOf(docs));
  });

  it('imports without a warning, as pages, groups and files', () => {
    expect(plan.warnings).to.deep.equal([]);
    expect(plan.importedResources).to.equal(plan.totalResources);
    const pages = allPages(plan.pages);
    expect(pages.filter(({ type }) => type === 'document').length).to.be.at.least(15);
    expect(pages.filter(({ type }) => type === 'group')).not.to.have.lengthOf(0);
    expect(plan.files.map(({ contentType }) => contentType)).to.include('image/svg+xml');
  });

  it('has no page that only links lead to', () => {
    expect(allPages(plan.pages).filter(({ hidden }) => hidden)).to.deep.equal([]);
  });

  it('has no dead link', () => {
    const pages = allPages(plan.pages);
    const anchors = new Map(pages.map(({ sourcePath, analysis }) => [sourcePath, analysis?.anchors ?? []]));
    const dead = pages.flatMap(({ sourcePath, analysis, references }) =>
      (analysis?.links ?? [])
        .map(({ destination }) => destination)
        .filter((destination) => {
          if (isExternal(destination)) return false;
          const target = references[destination];
          if (!target) return true;
          return target.kind === 'page' && target.anchor && !anchors.get(target.sourcePath)?.includes(target.anchor);
        })
        .map((destination) => `${sourcePath} → ${destination}`),
    );
    expect(dead).to.deep.equal([]);
  });
});
