import type { PageChange, RevisionFile } from '@quire/contract';
import type { BatchOutcome } from '../domain/edit/apply-changes.js';
import type { SignedUrls } from '../domain/files/signed-urls.js';
import { presentFile } from './file.js';
import type { Links } from './links.js';

/** What a batch did to each page, in the order of first touch. `location` is the content's path below `/v1/`. */
export function presentBatch(
  { created, updated, order, deleted, files }: BatchOutcome,
  { location, links, urls }: { location: string; links: Links; urls: SignedUrls },
): { changes: PageChange[]; insertedFiles?: RevisionFile[] } {
  const page = (id: string) => ({
    object: 'page' as const,
    id,
    urls: { location: links.location(`${location}/page/${id}`) },
  });
  const changes = new Map<string, PageChange>([
    ...created.map(
      ({ id, ref }) =>
        [id, { object: 'created_page' as const, ...(ref === undefined ? {} : { ref }), page: page(id) }] as const,
    ),
    ...updated.map((id) => [id, { object: 'updated_page' as const, page: page(id) }] as const),
    ...deleted.map((id) => [id, { object: 'deleted_page' as const, page: id }] as const),
  ]);
  return {
    changes: order.map((id) => changes.get(id)!),
    ...(files.length > 0 ? { insertedFiles: files.map(({ id, file }) => presentFile(id, file, urls.download)) } : {}),
  };
}
