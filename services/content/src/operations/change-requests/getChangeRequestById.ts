import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { findSpace } from '../../tables/space.js';

export const getChangeRequestById = operation(
  contract.getChangeRequestById,
  async ({ params, principal }, { db, links }: Content) => {
    authorize(principal, 'read', await findSpace(db, params.spaceId, principal), 'space');
    const row = await findChangeRequest(db, params.spaceId, params.changeRequestId);
    if (!row) throw notFound('change request');
    return presentChangeRequest(row, links);
  },
);
