import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { presentRevisionInfo } from '../../present/revision.js';
import { presentUser } from '../../present/user.js';
import { findMergedChangeRequests } from '../../tables/change-request.js';
import { findRevisionCommits } from '../../tables/revision-commit.js';
import { listRevisions } from '../../tables/revision.js';
import { findSpace } from '../../tables/space.js';
import { findUsers } from '../../tables/user.js';

export const listSpaceRevisions = operation(
  contract.listSpaceRevisions,
  async ({ params: { spaceId }, query, principal }, { db, links }: Content) => {
    authorize(principal, 'read', await findSpace(db, spaceId, principal), 'space');
    const { rows, count } = await listRevisions(db, { spaceId, before: idCursor(query.page), limit: query.limit });
    const authors = await findUsers(db, [...new Set(rows.map((row) => row.created_by))]);
    const commits = await findRevisionCommits(
      db,
      rows.map((row) => row.id),
    );
    const landed = await findMergedChangeRequests(db, rows);
    return listOf(rows, {
      limit: query.limit,
      count,
      cursor: (row) => [row.id],
      present: (row) => {
        const author = authors.get(row.created_by);
        return presentRevisionInfo(row, links, {
          createdBy: author && presentUser(author, links),
          commit: commits.get(row.id),
          mergedFrom: landed.get(row.id),
        });
      },
    });
  },
);
