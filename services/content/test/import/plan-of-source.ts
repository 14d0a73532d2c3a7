import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch } from '../../src/import/convert/converter.js';
import type { ImportPlan } from '../../src/import/import-plan.js';
import { withPlanOf } from '../../src/import/plan-source.js';
import { allPages, zipOf } from './zips.js';

type Source = Parameters<typeof withPlanOf>[0];

const noNetwork: Fetch = () => Promise.reject(new Error('nothing is fetched here'));

/** The plan of an import from one file, read while its files are there. */
export async function planOfFile(
  source: Source,
  bytes: Buffer | string,
  { name = 'import.zip' } = {},
): Promise<ImportPlan & { bytesOf: Map<string, Buffer> }> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-import-'));
  try {
    const [path, work] = [join(folder, 'given'), join(folder, 'work')];
    await writeFile(path, bytes);
    await mkdir(work);
    const given = { path, name, contentType: '', url: 'https://example.com/import', folder: work, fetch: noNetwork };
    return await withPlanOf(source, given, async (plan) => {
      const bytesOf = new Map<string, Buffer>();
      for (const file of plan.files) bytesOf.set(file.sourcePath, await file.read());
      return { ...plan, bytesOf };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The plan of an import from a zip file of these files. */
export const planOfZip = async (source: Source, files: Record<string, string | Buffer>) =>
  planOfFile(source, await zipOf(files));

/** The Markdown of a page by its path in the import. */
export function textOf(plan: ImportPlan, sourcePath: string): string {
  const page = allPages(plan.pages).find((each) => each.sourcePath === sourcePath);
  if (page?.markdown === undefined) throw new Error(`there is no page ${sourcePath}`);
  return page.markdown;
}

/** Where the links of a page lead inside the import. */
export const referencesOf = (plan: ImportPlan, sourcePath: string) =>
  Object.values(allPages(plan.pages).find((each) => each.sourcePath === sourcePath)?.references ?? {});

/** A picture of one pixel. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
