import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { findDocumentation } from '../../tables/first-boot.js';

export const getDocumentation = internalRoute(internalContract.getDocumentation, async (_, { db }: Identity) => {
  const found = await findDocumentation(db);
  if (!found) return {};
  const { organization_id: organization, documentation } = found;
  return { ...documentation, ...(organization === null ? {} : { organization }) };
});
