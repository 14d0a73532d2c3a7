// Started by ../embedded.test.ts as a process of its own: starts the server, says so, and waits for its standard input to end.
import { startEmbeddedPostgres } from '@quire/embedded-postgres';

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, durable: false });
  process.stdout.write(`${JSON.stringify({ adminUrl: server.adminUrl })}\n`);
  for await (const _ of process.stdin);
  process.exit(0);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
  process.exit(1);
}
