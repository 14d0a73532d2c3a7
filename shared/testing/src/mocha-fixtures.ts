import type { EmbeddedPostgres } from '@quire/embedded-postgres';
import { startTestPostgres } from './test-server.js';

let server: EmbeddedPostgres | undefined;

/** Mocha calls this once before the first test: without TEST_DATABASE_URL the tests get a Postgres of their own. */
export async function mochaGlobalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  server = await startTestPostgres();
  process.env.TEST_DATABASE_URL = server.adminUrl;
  // Dying of a signal skips the exit handlers, and with them the one that stops Postgres.
  process.once('SIGTERM', () => process.exit(143));
}

/** Mocha calls this once after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  await server?.destroy();
}
