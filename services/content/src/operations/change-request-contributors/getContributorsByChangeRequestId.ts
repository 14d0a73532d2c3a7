import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { presentContributor } from '../../present/contributor.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { findContributors } from '../../tables/contributor.js';
import { findSpace } from '../../tables/space.js';

export const getContributorsByChangeRequestId = operation(
  contract.getContributorsByChangeRequestId,
  async ({ params, principal }, { db, links }: Content) => {
    authorize(principal, 'read', await findSpace(db, params.spaceId, principal), 'space');
    const changeRequest = await findChangeRequest(db, params.spaceId, params.changeRequestId);
    if (!changeRequest) throw notFound('change request');
    const contributors = await findContributors(db, changeRequest.id);
    return { items: contributors.map((row) => presentContributor(row, links)), count: contributors.length };
  },
);
