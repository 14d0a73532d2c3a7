import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { updateDocumentation } from '../../tables/first-boot.js';

export const noteDocumentation = internalRoute(
  internalContract.noteDocumentation,
  async ({ body }, { db }: Identity) => {
    await updateDocumentation(db, body);
    return {};
  },
);
