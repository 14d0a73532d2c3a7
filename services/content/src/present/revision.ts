import type { GitCommit, Page, Revision, RevisionInfo, RevisionFile, User } from '@quire/contract';
import type { ChangeRequestRow } from '../tables/change-request.js';
import type { RevisionCommitRow } from '../tables/revision-commit.js';
import type { RevisionRow } from '../tables/revision.js';
import { presentChangeRequest } from './change-request.js';
import type { Links } from './links.js';

interface About {
  createdBy?: User | undefined;
  /** The commit that it was made of, or written to. */
  commit?: RevisionCommitRow | undefined;
  /** The change request that landed with it. */
  mergedFrom?: ChangeRequestRow | undefined;
}

export function presentRevisionInfo(
  row: RevisionRow,
  links: Links,
  { createdBy, commit, mergedFrom }: About = {},
): RevisionInfo {
  return {
    object: 'revision',
    id: row.id,
    parents: row.parents,
    type: row.type,
    createdAt: row.created_at.toISOString(),
    ...(createdBy ? { createdBy } : {}),
    ...(mergedFrom ? { mergedFrom: presentChangeRequest(mergedFrom, links) } : {}),
    ...(commit ? { git: presentCommit(commit) } : {}),
    urls: { app: `${links.app('space', row.space_id)}?revision=${row.id}` },
  };
}

export function presentRevision(
  row: RevisionRow,
  { pages, files, ...about }: { pages: Page[]; files: RevisionFile[] } & About,
  links: Links,
): Revision {
  return { ...presentRevisionInfo(row, links, about), pages, files, reusableContents: [] };
}

const presentCommit = ({ oid, message, created_by_service, url, ref }: RevisionCommitRow): GitCommit => ({
  oid,
  message,
  createdByService: created_by_service,
  createdByGitBook: created_by_service,
  ...(url === null ? {} : { url }),
  ...(ref === null ? {} : { ref }),
});
