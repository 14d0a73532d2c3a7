import { bootstrapDatabase } from '@quire/embedded-postgres/bootstrap';
import { testDatabaseUrl } from '@quire/testing';
import { expect } from 'chai';
import pg from 'pg';

describe('bootstrapDatabase', () => {
  const suffix = `${process.pid}_${Date.now()}`;
  const name = `bootstrap_${suffix}`;
  const schemas = ['identity', 'content'] as const;
  const bootstrap = () => {
    const address = new URL(testDatabaseUrl());
    address.pathname = `/${name}`;
    return bootstrapDatabase(address.href, { schemas });
  };

  before(() => query(testDatabaseUrl(), `create database ${name}`));
  after(async () => {
    await query(testDatabaseUrl(), `drop database if exists ${name} with (force)`);
    for (const schema of schemas) await query(testDatabaseUrl(), `drop role if exists ${name}_${schema}`);
  });

  it('gives each role a schema of its own and the extensions', async () => {
    const urls = await bootstrap();
    await query(urls.identity, 'create table users (name text)');
    await query(urls.identity, 'create index on users using gin (name gin_trgm_ops)');
    const [row] = await query(urls.identity, `select current_schema() as schema, unaccent('é') as plain`);
    expect(row).to.deep.equal({ schema: 'identity', plain: 'e' });
  });

  it('can be repeated, also by several processes at once, and keeps the data', async () => {
    const { identity } = await bootstrap();
    await query(identity, 'create table kept (id int)');
    await Promise.all([bootstrap(), bootstrap(), bootstrap()]);
    const urls = await bootstrap();
    await query(urls.identity, 'select * from kept');
  });

  it('lets no role touch the schema of another, nor create in public', async () => {
    const urls = await bootstrap();
    await query(urls.content, 'create table secrets (id int)');
    for (const statement of [
      'select * from content.secrets',
      'insert into content.secrets values (1)',
      'create table content.mine (id int)',
      'create table public.mine (id int)',
      'create schema mine',
      'create temporary table mine (id int)',
      `set role ${name}_content`,
    ]) {
      const error = await query(urls.identity, statement).then(
        () => undefined,
        (reason) => reason as Error,
      );
      expect(error?.message, statement).to.match(/permission denied/);
    }
  });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
