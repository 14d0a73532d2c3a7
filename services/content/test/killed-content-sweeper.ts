/** A process of its own that sweeps content as it is at a moment: for a test that kills it. */
import { openDatabase, openLocalFileStore } from '@quire/runtime';
import { sweepContent } from '../src/domain/sweep/sweep-content.js';

const [url, schema, folder, moment] = process.argv.slice(2) as [string, string, string, string];
const db = openDatabase({ url, schema });
await sweepContent({ db, files: await openLocalFileStore({ folder }), now: () => new Date(moment) });
process.send!('done');
