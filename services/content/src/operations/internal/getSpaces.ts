import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';
import { spaceFacts } from '../../present/space.js';
import { findSpaces } from '../../tables/space.js';

export const getSpaces = internalRoute(internalContract.getSpaces, async ({ body }, { db }: Content) => {
  const rows = await findSpaces(db, body.ids);
  return { spaces: rows.map((row) => ({ id: row.id, sequence: row.version, data: spaceFacts(row) })) };
});
