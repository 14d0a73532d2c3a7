import { consumers, events } from '@quire/contract';
import { consumer, onCalling, transaction } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { deleteOpenApiVersions } from '../tables/openapi-version.js';

const batch = 20;

/** Removes the versions of a specification that was deleted, some at a time: there may be thousands, and each may be large. */
export const clearOpenApi = consumer<Integrations>(consumers['integrations.clear-openapi'], [
  onCalling(events.openApiSpecDeleted, {
    async call({ data: { spec } }, { db }: Integrations) {
      let deleted = batch;
      while (deleted === batch) deleted = await transaction(db, (tx) => deleteOpenApiVersions(tx, spec, batch));
    },
    record: async () => undefined,
  }),
]);
