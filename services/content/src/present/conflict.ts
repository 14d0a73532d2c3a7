import type { Conflict } from '@quire/contract';
import type { ConflictRow } from '../tables/conflict.js';

export function presentConflict(row: Omit<ConflictRow, 'change_request_id' | 'theirs_revision_id'>): Conflict {
  return {
    object: 'conflict',
    id: row.id,
    kind: row.kind,
    page: row.page,
    ...(row.field === null ? {} : { field: row.field }),
    base: row.base,
    ours: row.ours,
    theirs: row.theirs,
    resolved: row.resolution !== null,
  };
}
