/** A process of its own that takes a delivery, says so, and never finishes: for a test that kills it. */
import { openLocalBus } from '../../src/bus/local-bus.js';
import { openDatabase } from '../../src/db.js';
import { createLog } from '../../src/log.js';

const [url, schema] = process.argv.slice(2) as [string, string];
const auditor = { name: 'integrations.audit', service: 'integrations', types: [] } as const;
const db = openDatabase({ url, schema });
const log = createLog('killed', 'silent');
const bus = await openLocalBus({ db, consumers: [auditor], log, schema, leaseMs: 1_000, pollMs: 50 });
await bus.consume(auditor, async ({ id }) => {
  process.send!(id);
  await new Promise(() => undefined);
});
process.send!('ready');
