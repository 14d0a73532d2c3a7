import { contract } from '@quire/contract';
import { idCursor, listOf, notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { prospectiveConflicts } from '../../domain/change-requests/prospective-conflicts.js';
import { authorize } from '../../policies/authorize.js';
import { isOutdated } from '../../present/change-request.js';
import { presentConflict } from '../../present/conflict.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { listConflicts } from '../../tables/conflict.js';
import { findSpace } from '../../tables/space.js';

/** Recorded conflicts, and, while main is ahead, those that bringing it in would add: what a merge answers to is listed. */
export const listChangeRequestConflicts = operation(
  contract.listChangeRequestConflicts,
  async ({ params, query: { page, limit }, principal }, context: Content) => {
    const { db } = context;
    const space = authorize(principal, 'read', await findSpace(db, params.spaceId, principal), 'space');
    const changeRequest = await findChangeRequest(db, params.spaceId, params.changeRequestId);
    if (!changeRequest) throw notFound('change request');
    const after = idCursor(page);
    const recorded = await listConflicts(db, { changeRequestId: changeRequest.id, after, limit });
    const answer = (rows: typeof recorded.rows, count: number) =>
      listOf(rows, { limit, count, cursor: (row) => [row.id], present: presentConflict });
    if (!isOutdated(changeRequest)) return answer(recorded.rows, recorded.count);

    const all = await listConflicts(db, { changeRequestId: changeRequest.id, after: undefined, limit: recorded.count });
    const known = new Map(all.rows.map((row) => [row.id, row]));
    for (const row of await prospectiveConflicts({ space, changeRequest }, context)) known.set(row.id, row);
    const sorted = [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const rest = sorted.filter((row) => after === undefined || row.id > after);
    return answer(rest.slice(0, limit + 1), sorted.length);
  },
);
