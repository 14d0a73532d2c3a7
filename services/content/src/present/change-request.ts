import type { ChangeRequest } from '@quire/contract';
import type { ChangeRequestRow } from '../tables/change-request.js';
import type { Links } from './links.js';
import { presentUser } from './user.js';

export function presentChangeRequest(row: ChangeRequestRow, links: Links): ChangeRequest {
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...(row.description === null ? {} : { description: row.description }),
    createdBy: presentUser(row.creator, links),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision_id,
    revisionInitial: row.revision_initial_id,
    ...(row.revision_merged_ancestor_id === null ? {} : { revisionMergedAncestor: row.revision_merged_ancestor_id }),
    ...(row.revision_merged_id === null ? {} : { revisionMerged: row.revision_merged_id }),
    comments: row.comments,
    outdated: isOutdated(row),
    urls: {
      location: links.location(`spaces/${row.space_id}/change-requests/${row.id}`),
      app: links.app('change-request', row.id),
    },
  };
}

/** Whether main has moved since the change request last took it in. A merged one is not compared any more. */
export function isOutdated(row: ChangeRequestRow): boolean {
  return (
    row.status !== 'merged' && row.space_revision_id !== (row.revision_merged_ancestor_id ?? row.revision_initial_id)
  );
}
