import type { Tx } from '@quire/runtime';
import type { ImportPlan } from '../../import/import-plan.js';
import { upsertFormerPaths } from '../../tables/former-path.js';
import type { ContentReader } from '../store/content-store.js';

/** Lets the old paths that an import names lead to its pages, as if the pages had stood there before. */
export async function noteRedirects(
  tx: Tx,
  reader: ContentReader,
  spaceId: string,
  { redirects, pages }: Pick<ImportPlan, 'redirects'> & { pages: string },
): Promise<void> {
  if (redirects.length === 0) return;
  const tree = await reader.tree(pages);
  const found = redirects.flatMap(({ from, sourcePath }): [string, string][] => {
    const id = tree.bySource(sourcePath);
    return id === undefined ? [] : [[from, id]];
  });
  await upsertFormerPaths(tx, spaceId, new Map(found));
}
