import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface BootstrapOptions<Schema extends string> {
  /** One schema and one login role is made for each. */
  schemas: readonly Schema[];
  /** Passwords of the roles; one that is missing is generated anew, and replaces the role's former one. */
  passwords?: Partial<Record<Schema, string>>;
  /**
   * Roles are `<prefix>_<schema>`. All databases of a server share them, so the prefix is the database's name unless set,
   * `quire` in the database `postgres`.
   */
  rolePrefix?: string;
}

const extensions = ['pg_trgm', 'unaccent', 'btree_gin'];

/**
 * Prepares a database for Quire: for each schema a login role that owns it and can touch nothing else, and the extensions
 * in `public`. Can be repeated, and by several processes at once. Needs a superuser, or the database's owner with CREATEROLE.
 * @returns for each schema the `postgres://` address of its role
 */
export async function bootstrapDatabase<Schema extends string>(
  adminUrl: string,
  { schemas, passwords = {}, rolePrefix }: BootstrapOptions<Schema>,
): Promise<Record<Schema, string>> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'quire-bootstrap' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('quire-bootstrap'))`);
    const { rows } = await client.query(
      'select current_database() as name, rolsuper as superuser from pg_roles where rolname = current_user',
    );
    const { name, superuser } = rows[0] as { name: string; superuser: boolean };
    const database = pg.escapeIdentifier(name);

    await client.query(`revoke all on database ${database} from public`);
    await client.query('revoke all on schema public from public');
    for (const extension of extensions) await client.query(`create extension if not exists ${extension} schema public`);

    const prefix = rolePrefix ?? (name === 'postgres' ? 'quire' : name);
    const urls: Partial<Record<Schema, string>> = {};
    for (const schema of schemas) {
      const role = `${prefix}_${schema}`;
      const password = passwords[schema] ?? randomBytes(24).toString('base64url');
      await createRole(client, { role, password, superuser });
      await createSchema(client, { schema, role, database });
      urls[schema] = withCredentials(adminUrl, { role, password });
    }
    await client.query('commit');
    return urls as Record<Schema, string>;
  } finally {
    await client.end();
  }
}

async function createRole(
  client: pg.Client,
  { role, password, superuser }: { role: string; password: string; superuser: boolean },
): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${name} login noinherit nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  );
  // Only a member may give a schema to a role; superusers need not be.
  if (!superuser) await client.query(`grant ${name} to current_user`);
}

async function createSchema(
  client: pg.Client,
  { schema, role, database }: { schema: string; role: string; database: string },
): Promise<void> {
  const name = pg.escapeIdentifier(schema);
  const owner = pg.escapeIdentifier(role);
  await client.query(`create schema if not exists ${name} authorization ${owner}`);
  await client.query(`alter schema ${name} owner to ${owner}`);
  await client.query(`revoke all on schema ${name} from public`);
  await client.query(`grant connect on database ${database} to ${owner}`);
  await client.query(`grant usage on schema public to ${owner}`);
  await client.query(`alter role ${owner} in database ${database} set search_path = ${name}, public`);
}

function withCredentials(adminUrl: string, { role, password }: { role: string; password: string }): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}
