/** A process of its own that sweeps the trash as it is at a moment: for a test that kills it. */
import { openDatabase } from '@quire/runtime';
import { sweepTrash } from '../src/domain/tree/sweep-trash.js';

const [url, schema, moment] = process.argv.slice(2) as [string, string, string];
const db = openDatabase({ url, schema });
await sweepTrash({ db, now: () => new Date(moment) });
process.send!('done');
