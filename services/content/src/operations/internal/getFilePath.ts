import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';

export const getFilePath = internalRoute(internalContract.getFilePath, async ({ body }, { urls, links }: Content) => ({
  path: urls.download(body).slice(links.publicUrl.length),
}));
