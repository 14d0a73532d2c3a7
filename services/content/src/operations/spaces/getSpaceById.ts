import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { restorableSince } from '../../domain/tree/retention.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpaceOrTrashed } from '../../tables/space.js';

export const getSpaceById = operation(
  contract.getSpaceById,
  async ({ params, principal }, { db, links, now }: Content) => {
    const found = await findSpaceOrTrashed(db, params.spaceId, { principal, deletedAfter: restorableSince(now()) });
    const row = authorize(principal, 'read', found, 'space');
    return presentSpace(row, levelOn(principal, row), links);
  },
);
