import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Sites } from '../../sites.js';
import { listHostnames as list } from '../../tables/site.js';

export const listHostnames = internalRoute(internalContract.listHostnames, async (_request, { db }: Sites) => ({
  hostnames: await list(db),
}));
