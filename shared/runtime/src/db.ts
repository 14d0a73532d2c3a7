import knex, { type Knex } from 'knex';

/** A place to read from: the pool or a transaction. */
export type Db = Knex;
/** A place to write to: only ever handed out by {@link transaction}, so a write outside one does not compile. */
export type Tx = Knex.Transaction;

export interface DatabaseOptions {
  /** `postgres://` address of the service's own login role. */
  url: string;
  /** The service's schema, first on the search path. */
  schema: string;
  /** Largest number of connections; 10 unless set. */
  poolSize?: number;
}

/**
 * Opens a connection pool on one schema. Nothing connects until the first query.
 * A statement that runs for more than 30 s is cancelled by Postgres; waiting for a free connection fails after 10 s.
 */
export function openDatabase({ url, schema, poolSize = 10 }: DatabaseOptions): Db {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: `quire-${schema}`, statement_timeout: 30_000 },
    searchPath: [schema, 'public'],
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 10_000,
  });
}

/**
 * Reads rows by a statement that Postgres plans once per connection, not once per call: planning costs more than finding
 * a row by its key. For hot reads only; `name` belongs to this one text, which must not be put together at run time.
 */
export async function prepared<Row>(
  db: Db,
  name: string,
  { sql, bindings }: { sql: string; bindings: readonly Knex.RawBinding[] },
): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(sql, bindings).options({ name });
  return rows;
}

/** Runs `work` in one transaction: commits what it returns, rolls back what it throws. */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(work);
}
