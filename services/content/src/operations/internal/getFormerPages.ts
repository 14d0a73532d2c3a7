import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';
import { findFormerPages } from '../../tables/former-path.js';

export const getFormerPages = internalRoute(internalContract.getFormerPages, async ({ body }, { db }: Content) => ({
  pages: await findFormerPages(db, body.space, body.paths),
}));
