import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { notFound } from '@quire/runtime';
import type { IdentityConfig } from '../config.js';
import type { InviteKey } from '../tables/invite.js';

type Secret = Pick<IdentityConfig, 'QUIRE_INTERNAL_SECRET'>;

const proofLength = 43;

/**
 * An invite's id in the API: that of its row, and a proof that only Quire can make. Whoever reads the database, a backup or
 * a log of row ids cannot join with what they find there.
 */
export const inviteIdOf = (key: InviteKey, config: Secret): string => key.id + proofOf(key, config);

/** The row that {@link inviteIdOf} names. Throws the same 404 for a wrong proof as for an invite that is gone. */
export function inviteKeyOf(
  { organizationId, inviteId }: { organizationId: string; inviteId: string },
  config: Secret,
): InviteKey {
  const key = { organizationId, id: inviteId.slice(0, -proofLength) };
  const given = Buffer.from(inviteId.slice(-proofLength));
  const expected = Buffer.from(proofOf(key, config));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notFound('invite');
  return key;
}

function proofOf({ organizationId, id }: InviteKey, { QUIRE_INTERNAL_SECRET }: Secret): string {
  const secret = Buffer.from(hkdfSync('sha256', QUIRE_INTERNAL_SECRET, '', 'quire-invite-links', 32));
  return createHmac('sha256', secret).update(`${organizationId}:${id}`).digest('base64url');
}
