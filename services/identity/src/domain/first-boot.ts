import { createToken, type Cache, type Db, hashToken, type Log, transaction, type Tx } from '@quire/runtime';
import type { IdentityConfig } from '../config.js';
import { deleteApiToken } from '../tables/api-token.js';
import { findFirstBoot, insertFirstBoot, updateFirstToken } from '../tables/first-boot.js';
import { findUserIdsByEmail } from '../tables/user.js';
import { allScopes, issueApiToken } from './api-tokens.js';
import { forgetTokens } from './forget-principals.js';
import { foundOrganization } from './organizations.js';
import { registerUsers } from './users.js';

export interface FirstBoot {
  db: Db;
  cache: Cache;
  config: Pick<IdentityConfig, 'QUIRE_ADMIN_EMAIL' | 'QUIRE_ADMIN_TOKEN'>;
  clock: () => Date;
  log: Log;
}

/**
 * Makes an empty instance usable: an administrator with an API token, and an organization. Later boots only exchange the
 * administrator's first token when the configured one is another; a revoked one stays revoked.
 */
export async function firstBoot({ db, cache, config, clock, log }: FirstBoot): Promise<void> {
  const configured = config.QUIRE_ADMIN_TOKEN;
  const outcome = await transaction(db, async (tx) => {
    await tx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('quire-first-boot-' || current_schema(), 0))`);
    const earlier = await findFirstBoot(tx);
    if (!earlier)
      return create(tx, { email: config.QUIRE_ADMIN_EMAIL, token: configured ?? createToken('pat'), now: clock() });
    if (configured === undefined || hashToken(configured) === earlier.token_hash) return {};
    await deleteApiToken(tx, { hash: earlier.token_hash });
    await issueFirstToken(tx, earlier.administrator_id, configured, clock());
    await updateFirstToken(tx, hashToken(configured));
    return { changed: [earlier.token_hash, hashToken(configured)] };
  });
  // The new one too: gateways remember for a while that they have never heard of it.
  await forgetTokens(cache, outcome.changed ?? []);
  // The only time that this token is seen: whoever runs Quire has to be able to read it somewhere.
  if (outcome.created && !configured) log.warn({}, `The administrator's API token, shown once: ${outcome.created}`);
}

interface Outcome {
  created?: string;
  /** Hashes of the old and the new token. */
  changed?: string[];
}

async function create(tx: Tx, { email, token, now }: { email: string; token: string; now: Date }): Promise<Outcome> {
  await registerUsers(tx, [{ email, displayName: 'Administrator', instanceAdmin: true }], now);
  const [administrator] = await findUserIdsByEmail(tx, [email]);
  const { id: organizationId } = await foundOrganization(tx, { title: 'Quire', founderId: administrator!.id, now });
  await issueFirstToken(tx, administrator!.id, token, now);
  await insertFirstBoot(tx, {
    administrator_id: administrator!.id,
    token_hash: hashToken(token),
    organization_id: organizationId,
  });
  return { created: token };
}

const issueFirstToken = (tx: Tx, userId: string, token: string, now: Date) =>
  issueApiToken(tx, userId, { name: 'First token', scopes: allScopes, token, now });
