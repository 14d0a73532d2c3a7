import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';
import { jsonOf } from '../../domain/read-document.js';

export const getText = internalRoute(internalContract.getText, async ({ body }, { db, store }: Content) => {
  const reader = store.reader(db);
  const [markdown, document] = await Promise.all([reader.markdown(body.document), jsonOf(reader, body)]);
  return { markdown, document };
});
