import { randomBytes } from 'node:crypto';
import { type Db, openDatabase } from '@quire/runtime';
import { after, before } from 'mocha';

/** A schema of its own for one suite; to be read inside hooks and tests only. */
export interface TestDatabase {
  readonly db: Db;
  /** Address of the server, as a superuser. */
  readonly url: string;
  readonly schema: string;
}

/**
 * Gives the surrounding mocha suite an empty schema on the test server: created before its tests, dropped after them.
 * @param schemaPrefix what the schema's name begins with, for reading logs
 * @param options.migrate called with the pool on the new schema, to create its tables
 */
export function testDatabase(
  schemaPrefix = 'test',
  { migrate }: { migrate?: (db: Db) => Promise<unknown> } = {},
): TestDatabase {
  const schema = `${schemaPrefix}_${process.pid}_${randomBytes(4).toString('hex')}`;
  let db: Db | undefined;
  before(`creates schema ${schemaPrefix}`, async () => {
    db = openDatabase({ url: testDatabaseUrl(), schema });
    // One transaction under a lock: two runs on a shared server may both find an extension missing.
    await db.transaction(async (tx) => {
      await tx.raw(`select pg_advisory_xact_lock(hashtext('quire-bootstrap'))`);
      for (const extension of ['pg_trgm', 'unaccent', 'btree_gin']) {
        await tx.raw('create extension if not exists ?? schema public', [extension]);
      }
      await tx.raw('create schema ??', [schema]);
    });
    await migrate?.(db);
  });
  after(`drops schema ${schemaPrefix}`, async () => {
    if (!db) return;
    // A busy disk may take longer over it than any statement of a service should.
    await db.raw('begin; set local statement_timeout = 0; drop schema if exists ?? cascade; commit', [schema]);
    await db.destroy();
  });
  return {
    get db() {
      if (!db) throw new Error('The test database is there inside hooks and tests only.');
      return db;
    },
    get url() {
      return testDatabaseUrl();
    },
    schema,
  };
}

/** Address of the Postgres server that tests use, as a superuser. */
export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with mocha from the root of the project.');
  return url;
}
