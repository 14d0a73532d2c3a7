import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { restorableSince } from '../../domain/tree/retention.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSharedAddress } from '../../tables/share-link.js';
import { findSpaceOrTrashed } from '../../tables/space.js';

export const getSpaceById = operation(
  contract.getSpaceById,
  async ({ params, query: { shareKey }, principal }, { db, links, now }: Content) => {
    const found = await findSpaceOrTrashed(db, params.spaceId, { principal, deletedAfter: restorableSince(now()) });
    const row = authorize(principal, 'read', found, 'space');
    const space = presentSpace(row, levelOn(principal, row), links);
    if (shareKey === undefined || space.urls.published !== undefined) return space;
    const published = await findSharedAddress(db, { spaceId: row.id, shareKey });
    return published === undefined ? space : { ...space, urls: { ...space.urls, published } };
  },
);
