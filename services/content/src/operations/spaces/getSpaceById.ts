import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpace } from '../../tables/space.js';

export const getSpaceById = operation(contract.getSpaceById, async ({ params, principal }, { db, links }: Content) => {
  const row = authorize(principal, 'read', await findSpace(db, params.spaceId, principal), 'space');
  return presentSpace(row, levelOn(principal, row), links);
});
