import type { Page, Revision, RevisionInfo, RevisionFile, User } from '@quire/contract';
import type { RevisionRow } from '../tables/revision.js';
import type { Links } from './links.js';

export function presentRevisionInfo(row: RevisionRow, links: Links, createdBy?: User): RevisionInfo {
  return {
    object: 'revision',
    id: row.id,
    parents: row.parents,
    type: row.type,
    createdAt: row.created_at.toISOString(),
    ...(createdBy ? { createdBy } : {}),
    urls: { app: `${links.app('space', row.space_id)}?revision=${row.id}` },
  };
}

export function presentRevision(
  row: RevisionRow,
  { pages, files }: { pages: Page[]; files: RevisionFile[] },
  links: Links,
): Revision {
  return { ...presentRevisionInfo(row, links), pages, files, reusableContents: [] };
}
