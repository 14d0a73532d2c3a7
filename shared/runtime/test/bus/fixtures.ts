import { randomUUID } from 'node:crypto';
import type { ConsumerContract, EventEnvelope } from '@quire/contract';
import { type Db, openDatabase } from '../../src/db.js';
import { createLog } from '../../src/log.js';

export const silent = createLog('test', 'silent');
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** A pool on a schema of its own, and how to remove both. */
export async function openTestDatabase(): Promise<{ db: Db; schema: string; remove: () => Promise<void> }> {
  const schema = `t_${randomUUID().replaceAll('-', '')}`;
  const db = openDatabase({ url: databaseUrl, schema });
  await db.raw('CREATE SCHEMA ??', [schema]);
  const remove = async () => {
    await db.raw('DROP SCHEMA ?? CASCADE', [schema]);
    await db.destroy();
  };
  return { db, schema, remove };
}

export const created = 'content.space.created.v1';
export const updated = 'content.space.updated.v1';

export const projector: ConsumerContract = {
  name: 'sites.project-spaces',
  service: 'sites',
  types: [created, updated],
};
export const auditor: ConsumerContract = { name: 'integrations.audit', service: 'integrations', types: [created] };

export function envelope(type = created, data: unknown = {}): EventEnvelope {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: 'content',
    type,
    time: new Date().toISOString(),
    subject: 'a',
    sequence: 1,
    datacontenttype: 'application/json',
    data,
  };
}

/** Polls until `check` returns something truthy; fails with `what` after 10 s. */
export async function eventually<T>(what: string, check: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const value = await check();
    if (value) return value as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not in 10 s: ${what}`);
}
