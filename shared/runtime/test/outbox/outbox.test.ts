import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { defineEvent, type EventEnvelope } from '@quire/contract';
import { expect } from 'chai';
import { z } from 'zod';
import { type Db, transaction } from '../../src/db.js';
import { unavailable } from '../../src/errors.js';
import { createOutboxTable, recordEvent, recordEvents, sweepOutbox } from '../../src/outbox/outbox.js';
import { type Relay, startRelay } from '../../src/outbox/relay.js';
import { databaseUrl, eventually, openTestDatabase, silent } from '../bus/fixtures.js';

const spaceCreated = defineEvent({
  type: 'content.space.created.v1',
  source: 'content',
  data: z.object({ title: z.string(), emoji: z.string().default('📘') }),
});

describe('outbox', () => {
  let db: Db;
  let schema: string;
  let remove: () => Promise<void>;
  const relays: Relay[] = [];

  before(async () => {
    ({ db, schema, remove } = await openTestDatabase());
    await createOutboxTable(db);
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await db('outbox').delete();
  });
  after(() => remove());

  const record = (subject = 's1', title = 'Handbook') =>
    transaction(db, (tx) => recordEvent(tx, spaceCreated, { subject, sequence: 3, data: { title } }));
  const start = (publish: (envelope: EventEnvelope) => Promise<void>, more: object = {}) => {
    const relay = startRelay({
      db,
      databaseUrl: databaseUrl(),
      schema,
      bus: { publish },
      log: silent,
      pollMs: 60_000,
      ...more,
    });
    relays.push(relay);
    return relay;
  };
  const waiting = async () => (await db('outbox').whereNull('published_at')).length;

  describe('recordEvent', () => {
    it('writes a whole envelope, with defaults of the contract filled in', async () => {
      await record();
      const { envelope } = await db('outbox').first<{ envelope: EventEnvelope }>();
      const { id, time, ...rest } = envelope;
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(Date.parse(time)).to.be.closeTo(Date.now(), 60_000);
      expect(rest).to.deep.equal({
        specversion: '1.0',
        source: 'content',
        type: 'content.space.created.v1',
        subject: 's1',
        sequence: 3,
        datacontenttype: 'application/json',
        data: { title: 'Handbook', emoji: '📘' },
      });
    });

    it('writes nothing when the transaction rolls back', async () => {
      const failure = await transaction(db, async (tx) => {
        await recordEvent(tx, spaceCreated, { subject: 's1', sequence: 1, data: { title: 'x' } });
        throw new Error('no');
      }).catch((error: Error) => error.message);
      expect(failure).to.equal('no');
      expect(await waiting()).to.equal(0);
    });

    it('refuses data that breaks the contract', async () => {
      const data = { title: 7 } as unknown as { title: string };
      const failure = await transaction(db, (tx) =>
        recordEvent(tx, spaceCreated, { subject: 's1', sequence: 1, data }),
      ).catch((error: Error) => error);
      expect(failure).to.be.an('error');
      expect(await waiting()).to.equal(0);
    });

    it('carries the trace of the request', async () => {
      const manager = new AsyncLocalStorageContextManager().enable();
      context.setGlobalContextManager(manager);
      try {
        const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };
        await context.with(trace.setSpanContext(context.active(), span), () => record());
      } finally {
        context.disable();
      }
      const { envelope } = await db('outbox').first<{ envelope: EventEnvelope }>();
      expect(envelope.traceparent).to.equal('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    });

    it('takes many facts at once, in their order, and none', async () => {
      await transaction(db, async (tx) => {
        await recordEvents(tx, spaceCreated, []);
        const facts = Array.from({ length: 300 }, (_, n) => ({ subject: `s${n}`, sequence: n, data: { title: 'x' } }));
        await recordEvents(tx, spaceCreated, facts);
      });
      const rows = await db('outbox').orderBy('position').select<{ envelope: EventEnvelope }[]>('envelope');
      expect(rows.map(({ envelope }) => envelope.sequence)).to.deep.equal(Array.from({ length: 300 }, (_, n) => n));
    });
  });

  describe('relay', () => {
    it('publishes what is committed, as soon as it is', async () => {
      const seen: EventEnvelope[] = [];
      start(async (envelope) => void seen.push(envelope));
      await new Promise((resolve) => setTimeout(resolve, 200));
      const began = Date.now();
      await record();
      await eventually('the event', () => seen.length === 1);
      expect(Date.now() - began).to.be.below(1_000);
      expect(seen[0]).to.deep.include({ subject: 's1', data: { title: 'Handbook', emoji: '📘' } });
    });

    it('publishes what waited for it, and drains', async () => {
      for (let n = 0; n < 25; n++) await record(`s${n}`);
      const seen: string[] = [];
      await start(async ({ subject }) => void seen.push(subject), { batchSize: 10 }).drain();
      expect(seen.sort()).to.deep.equal(Array.from({ length: 25 }, (_, n) => `s${n}`).sort());
      expect(await waiting()).to.equal(0);
    });

    it('keeps events while the bus refuses them, and says so once', async () => {
      const warnings: string[] = [];
      const log = { ...silent, warn: (_fields: object, message: string) => void warnings.push(message), info() {} };
      let down = true;
      const seen: string[] = [];
      const relay = start(
        async ({ subject }) => {
          if (down) throw unavailable('The message broker is not connected.');
          seen.push(subject);
        },
        { log },
      );
      await record();
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(await waiting()).to.equal(1);
      down = false;
      await relay.drain();
      expect(seen).to.deep.equal(['s1']);
      expect(warnings).to.deep.equal(['outbox: cannot publish; events wait']);
    });

    it('marks what was published although a neighbour in the batch was refused', async () => {
      await record('good');
      await record('bad');
      const seen: string[] = [];
      start(async ({ subject }) => {
        seen.push(subject);
        if (subject === 'bad') throw new Error('no');
      });
      await eventually('three tries', () => seen.filter((subject) => subject === 'bad').length >= 3);
      expect(seen.filter((subject) => subject === 'good')).to.have.length(1);
      expect(await waiting()).to.equal(1);
    });

    it('shares the work between replicas and publishes nothing twice', async () => {
      const seen: string[] = [];
      const publish = async ({ subject }: EventEnvelope) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        seen.push(subject);
      };
      const replicas = [start(publish, { batchSize: 7 }), start(publish, { batchSize: 7 })];
      await Promise.all(Array.from({ length: 60 }, (_, n) => record(`s${n}`)));
      await Promise.all(replicas.map((relay) => relay.drain()));
      expect(new Set(seen).size).to.equal(60);
      expect(seen).to.have.length(60);
    });

    it('hears of events again after its connection was cut', async () => {
      const seen: string[] = [];
      start(async ({ subject }) => void seen.push(subject));
      await record('before');
      await eventually('the first event', () => seen.length === 1);
      const { rows } = await db.raw<{ rows: { pid: number }[] }>(
        `SELECT pg_terminate_backend(pid), pid FROM pg_stat_activity WHERE application_name = 'quire-outbox' AND query LIKE ?`,
        [`%${schema}%`],
      );
      expect(rows).to.have.length(1);
      await record('after');
      await eventually('the second event', () => seen.length === 2);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const began = Date.now();
      await record('later');
      await eventually('the third event', () => seen.length === 3);
      expect(Date.now() - began).to.be.below(1_000);
    });

    it('finds events without being told', async () => {
      const seen: string[] = [];
      start(async ({ subject }) => void seen.push(subject), { pollMs: 50 });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const envelope = { subject: 'silent' };
      await db('outbox').insert({ envelope: JSON.stringify(envelope) });
      await eventually('the event', () => seen.length === 1);
    });
  });

  it('forgets what was published more than a day ago, and only that', async () => {
    await record('old');
    await record('recent');
    await record('waiting');
    const age = async (subject: string, interval: string) =>
      db('outbox')
        .whereRaw(`envelope->>'subject' = ?`, [subject])
        .update({ published_at: db.raw(`now() - interval '${interval}'`) });
    await age('old', '25 hours');
    await age('recent', '23 hours');
    await sweepOutbox(db);
    const left = await db('outbox').select<{ envelope: EventEnvelope }[]>('envelope').orderBy('position');
    expect(left.map(({ envelope }) => envelope.subject)).to.deep.equal(['recent', 'waiting']);
  });
});
