import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { openChangeRequest } from '../../domain/change-requests/open-change-request.js';
import { authorize } from '../../policies/authorize.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { lockSpace } from '../../tables/space.js';

export const createChangeRequest = operation(
  contract.createChangeRequest,
  async ({ params: { spaceId }, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const space = authorize(principal, 'edit', await lockSpace(tx, spaceId, principal), 'space');
      const changeRequest = await openChangeRequest(tx, space, {
        principal,
        id: newId(),
        subject: body.subject ?? '',
        revision_id: space.revision_id,
        revision_initial_id: space.revision_id,
      });
      return presentChangeRequest(changeRequest, links);
    }),
);
