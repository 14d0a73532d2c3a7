import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, onCalling, transaction } from '@quire/runtime';
import { forgetHashes } from '../domain/tokens.js';
import type { Integrations } from '../integrations.js';
import { revokeTokensOf } from '../tables/token.js';

type Told = EventEnvelope<EventData<typeof events.memberUpdated>>;

/** Ended first, then forgotten: killed in between, both are done again, because the sweeper leaves what ended just now. */
async function revoke({ data }: Told, { db, cache, clock }: Integrations): Promise<void> {
  const { user, organization } = data;
  const hashes = await transaction(db, (tx) => revokeTokensOf(tx, { user, organization, now: clock() }));
  await forgetHashes({ cache }, hashes);
}

const record = async () => undefined;

/** Who is no admin of an integration's organization any more keeps none of the tokens that they asked for. */
export const revokeTokens = consumer<Integrations>(consumers['integrations.revoke-tokens'], [
  onCalling(events.memberRemoved, { call: revoke, record }),
  onCalling(events.memberUpdated, {
    call: async (told, integrations: Integrations) => {
      if (told.data.role !== 'admin') await revoke(told, integrations);
    },
    record,
  }),
]);
