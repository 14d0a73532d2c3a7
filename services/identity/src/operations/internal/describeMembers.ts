import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { presentMember } from '../../present/member.js';
import { findMembersAmong } from '../../tables/member.js';

export const describeMembers = internalRoute(
  internalContract.describeMembers,
  async ({ body }, { db, config }: Identity) => ({
    members: (await findMembersAmong(db, body.organization, body.users)).map((row) =>
      presentMember(row, config.PUBLIC_URL),
    ),
  }),
);
