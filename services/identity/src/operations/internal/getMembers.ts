import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { findMembersAmong } from '../../tables/member.js';

export const getMembers = internalRoute(internalContract.getMembers, async ({ body }, { db }: Identity) => ({
  members: (await findMembersAmong(db, body.organization, body.users)).map((row) => ({
    user: row.user_id,
    role: row.role,
    displayName: row.display_name,
    email: row.email,
    ...(row.photo_url === null ? {} : { photoURL: row.photo_url }),
    sequence: row.version,
  })),
}));
