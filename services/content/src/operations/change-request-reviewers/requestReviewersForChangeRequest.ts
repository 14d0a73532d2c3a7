import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { learnSubjects } from '../../domain/permissions/learn-subjects.js';
import { requestReviewers } from '../../domain/reviews/request-reviewers.js';
import { authorize } from '../../policies/authorize.js';
import { findSpace } from '../../tables/space.js';

export const requestReviewersForChangeRequest = operation(
  contract.requestReviewersForChangeRequest,
  async ({ params, body, principal, commit }, context: Content) => {
    const space = authorize(principal, 'edit', await findSpace(context.db, params.spaceId, principal), 'space');
    await learnSubjects(context, space.organization_id, { users: body.users });
    return commit((tx) => requestReviewers(tx, params, { body, principal, context }));
  },
);
