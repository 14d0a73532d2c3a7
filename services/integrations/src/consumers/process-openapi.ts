import { consumers, events } from '@quire/contract';
import { consumer, onCalling, Postponed, transaction } from '@quire/runtime';
import { type Outcome, recordGivenUp, recordOutcome } from '../domain/openapi-processing.js';
import type { Integrations } from '../integrations.js';
import { Unusable } from '../openapi/problem.js';
import { beginProcessing, readSource } from '../tables/openapi-spec.js';

/** Each reads in a thread of its own, which may take much memory. */
const atOnce = 2;

/** Fetches and reads the source of a specification. */
export const processOpenApi = consumer<Integrations>(
  consumers['integrations.process-openapi'],
  [
    onCalling(events.openApiProcessingRequested, {
      async call({ data }, { db, readOpenApi, stopping }: Integrations): Promise<Outcome | undefined> {
        const isWanted = await transaction(db, (tx) => beginProcessing(tx, data));
        const source = isWanted ? await readSource(db, data.spec) : undefined;
        if (!source) return undefined;
        try {
          return await readOpenApi(source);
        } catch (error) {
          if (error instanceof Unusable) return error;
          if (stopping.aborted) throw new Postponed('The service stopped meanwhile.');
          throw error;
        }
      },
      async record({ data }, outcome, { tx, clock }) {
        if (outcome) await recordOutcome(tx, { ...data, outcome, now: clock() });
      },
      giveUp: ({ data }, { tx, clock }) => recordGivenUp(tx, { ...data, now: clock() }),
    }),
  ],
  { concurrency: atOnce },
);
