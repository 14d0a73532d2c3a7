import type { ImportSource } from '@quire/contract';
import { type Archive, readArchive } from './archive.js';
import type { Given } from './convert/converter.js';
import { sources } from './convert/sources.js';
import type { ImportPlan } from './import-plan.js';
import { planImport } from './plan.js';

/** Reads a source, plans its import, and hands the plan to `use` while its files can be read. */
export async function withPlanOf<T>(
  source: ImportSource,
  given: Omit<Given, 'open'>,
  use: (plan: ImportPlan) => Promise<T>,
): Promise<T> {
  const archives: Archive[] = [];
  const open: Given['open'] = async (path, limits) => {
    const archive = await readArchive(path, limits);
    archives.push(archive);
    return archive;
  };
  try {
    const convert = await sources[source]();
    const { entries, ...repository } = await convert({ ...given, open });
    return await use(await planImport(entries, repository));
  } finally {
    for (const archive of archives) archive.close();
  }
}
