import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { visiblePlace } from '../../domain/integrations-at.js';
import type { Integrations } from '../../integrations.js';
import { blocksAt } from '../../tables/place.js';

export const listSpaceIntegrationsBlocks = operation(
  contract.listSpaceIntegrationsBlocks,
  async ({ params: { spaceId }, principal }, { db }: Integrations) => {
    await visiblePlace(db, { kind: 'space', place: spaceId, principal });
    return blocksAt(db, spaceId);
  },
);
