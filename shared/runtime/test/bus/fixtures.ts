import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { ConsumerContract, EventEnvelope } from '@quire/contract';
import { testDatabaseUrl } from '@quire/testing';
import { type Db, openDatabase } from '../../src/db.js';
import { createLog } from '../../src/log.js';

export const silent = createLog('test', 'silent');
export { testDatabaseUrl as databaseUrl };

/** A pool on a schema of its own, and how to remove both. */
export async function openTestDatabase(): Promise<{ db: Db; schema: string; remove: () => Promise<void> }> {
  const schema = `t_${randomUUID().replaceAll('-', '')}`;
  const db = openDatabase({ url: testDatabaseUrl(), schema });
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
/** Has delays of its own: the third failure is its last. */
export const caller: ConsumerContract = {
  name: 'integrations.call',
  service: 'integrations',
  types: ['content.space.purged.v1'],
  retryDelays: [40, 70],
};
/** Is tried again after an hour. */
export const patient: ConsumerContract = {
  name: 'integrations.wait',
  service: 'integrations',
  types: ['content.space.restored.v1'],
  retryDelays: [3_600_000],
};

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

/** A TCP proxy that can be cut (`down`), restored (`up`), and made to swallow everything (`hang`). */
export async function startProxy({ hostname, port }: URL, defaultPort: number) {
  const sockets = new Set<Socket>();
  let server: Server;
  let own = 0;
  const up = async () => {
    server = createServer((socket) => {
      const upstream = connect(Number(port || defaultPort), hostname);
      for (const each of [socket, upstream]) {
        sockets.add(each);
        each.on('error', () => undefined).on('close', () => sockets.delete(each));
      }
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
    own = (server.address() as AddressInfo).port;
  };
  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const hang = () => {
    for (const socket of sockets) socket.unpipe();
  };
  await up();
  return { up, down, hang, port: own };
}
