import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { importForCaller } from '../../domain/import/import-for-caller.js';
import { authorizeImport } from '../../domain/import/import-place.js';

export const importContentInChangeRequest = operation(
  contract.importContentInChangeRequest,
  async ({ params: place, body, principal, claim, commit, location, signal }, context: Content) => {
    await authorizeImport(context.db, place, principal);
    return importForCaller({ place, body, principal, claim }, { signal, context }, (land) =>
      commit(async (tx) => {
        const imported = await land(tx);
        location(imported.location);
        return imported.answer;
      }),
    );
  },
);
