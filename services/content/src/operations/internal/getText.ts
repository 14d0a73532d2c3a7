import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readDocument } from '../../document/read-document.js';
import { underConditions } from '../../document/under-conditions.js';
import { writeDocument } from '../../document/write-document.js';
import { jsonOf } from '../../domain/read-document.js';

export const getText = internalRoute(internalContract.getText, async ({ body }, { db, store }: Content) => {
  const reader = store.reader(db);
  const [written, document] = await Promise.all([reader.markdown(body.document), jsonOf(reader, body)]);
  const { conditions } = body;
  const markdown = conditions ? writeDocument(underConditions(readDocument(written), new Set(conditions))) : written;
  return { markdown, document };
});
