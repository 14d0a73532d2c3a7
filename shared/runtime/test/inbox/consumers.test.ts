import { randomUUID } from 'node:crypto';
import { context, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { type ConsumerContract, defineEvent, type EventEnvelope } from '@quire/contract';
import { expect } from 'chai';
import { z } from 'zod';
import type { Bus } from '../../src/bus/bus.js';
import { openLocalBus } from '../../src/bus/local-bus.js';
import { type Db, type Tx, transaction } from '../../src/db.js';
import { type Consumer, consumer, on, onCalling } from '../../src/inbox/consumer.js';
import { createInboxTable, project, sweepInbox } from '../../src/inbox/inbox.js';
import { type RunningConsumers, startConsumers } from '../../src/inbox/start-consumers.js';
import { createOutboxTable, recordEvent } from '../../src/outbox/outbox.js';
import { startRelay } from '../../src/outbox/relay.js';
import { created, databaseUrl, envelope, openTestDatabase, silent, updated } from '../bus/fixtures.js';

const spaceCreated = defineEvent({ type: created, source: 'content', data: z.object({ title: z.string() }) });
const spaceUpdated = defineEvent({
  type: updated,
  source: 'content',
  data: z.object({ title: z.string().optional() }),
});
const projectSpaces: ConsumerContract = { name: 'sites.project-spaces', service: 'sites', types: [created, updated] };
const audit: ConsumerContract = { name: 'sites.audit', service: 'sites', types: [created] };

const write = (tx: Tx, { subject, sequence, data }: EventEnvelope<{ title?: string | undefined }>) =>
  project(tx, 'projected', { key: 'id', row: { id: subject, sequence, title: data.title ?? null } });

const projection = consumer(projectSpaces, [
  on(spaceCreated, async (event, { tx }) => void (await write(tx, event))),
  on(spaceUpdated, async (event, { tx }) => void (await write(tx, event))),
]);

describe('consumers', () => {
  let db: Db;
  let bus: Bus;
  let schema: string;
  let remove: () => Promise<void>;
  const running: RunningConsumers[] = [];

  before(async () => {
    ({ db, schema, remove } = await openTestDatabase());
    await createInboxTable(db);
    await createOutboxTable(db);
    await db.raw('CREATE TABLE projected (id text PRIMARY KEY, sequence bigint NOT NULL, title text)');
  });
  beforeEach(async () => {
    bus = await openLocalBus({
      db,
      consumers: [projectSpaces, audit],
      log: silent,
      schema,
      retryDelays: [20, 20, 20, 20, 20],
      pollMs: 50,
    });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await bus.close();
    for (const table of ['projected', 'inbox', 'outbox', 'deliveries']) await db(table).delete();
  });
  after(() => remove());

  const start = async <Context>(consumers: Consumer<Context>[], given: Context, concurrency = 4) => {
    const started = await startConsumers({ db, bus, consumers, context: given, log: silent, concurrency });
    running.push(started);
    return started;
  };
  const projected = () =>
    db('projected').select<{ id: string; sequence: string; title: string | null }[]>().orderBy('id');

  it('goes the whole way from a transaction to a projection', async () => {
    const consumers = await start([projection], {});
    const relay = startRelay({ db, databaseUrl: databaseUrl(), schema, bus, log: silent });
    await transaction(db, (tx) => recordEvent(tx, spaceCreated, { subject: 'a', sequence: 1, data: { title: 'One' } }));
    await relay.drain();
    await consumers.drain();
    await relay.stop();
    expect(await projected()).to.deep.equal([{ id: 'a', sequence: '1', title: 'One' }]);
  });

  it('handles a redelivered event once', async () => {
    let calls = 0;
    const counting = consumer(audit, [on(spaceCreated, async () => void calls++)]);
    const consumers = await start([counting], {});
    const event = envelope(created, { title: 'One' });
    await bus.publish(event);
    await consumers.drain();
    await bus.publish(event);
    await consumers.drain();
    expect(calls).to.equal(1);
    expect(await db('inbox').select('consumer', 'event_id')).to.deep.equal([
      { consumer: audit.name, event_id: event.id },
    ]);
  });

  it('gives an event to each of two consumers of one service', async () => {
    let calls = 0;
    const counting = consumer(audit, [on(spaceCreated, async () => void calls++)]);
    const consumers = await start([projection, counting], {});
    await bus.publish(envelope(created, { title: 'One' }));
    await consumers.drain();
    expect(calls).to.equal(1);
    expect(await projected()).to.have.length(1);
  });

  it('calls outside of the transaction, as many at once as asked, and records what came of it once', async () => {
    let [calls, calling, most] = [0, 0, 0];
    let release = () => {};
    const all = new Promise<void>((resolve) => (release = resolve));
    const careful = consumer(
      audit,
      [
        onCalling(spaceCreated, {
          call: async ({ data }) => {
            calls++;
            most = Math.max(most, ++calling);
            if (calling === 6) release();
            await all;
            calling--;
            return data.title.length;
          },
          record: async ({ subject }, length, { tx }) => {
            await tx('projected').insert({ id: subject, sequence: length });
          },
        }),
      ],
      { concurrency: 6 },
    );
    const consumers = await start([careful], {}, 2);
    const published = Array.from({ length: 6 }, (_, index) => ({
      ...envelope(created, { title: 'One' }),
      subject: `space-${index}`,
    }));
    for (const event of published) await bus.publish(event);
    await consumers.drain();
    expect({ calls, most }).to.deep.equal({ calls: 6, most: 6 });
    expect((await projected()).map(({ sequence }) => sequence)).to.deep.equal(Array(6).fill('3'));
    await bus.publish(published[0]!);
    await consumers.drain();
    expect(await projected()).to.have.length(6);
  });

  it('keeps what was recorded of a call that has to be made again', async () => {
    let calls = 0;
    const patient = consumer(audit, [
      onCalling(spaceCreated, {
        call: async () => ++calls,
        record: async ({ subject }, call, { tx }) => {
          await tx('projected').insert({ id: `${subject}-${call}`, sequence: call });
          return call < 3 ? new Error('not yet') : undefined;
        },
      }),
    ]);
    const consumers = await start([patient], {});
    await bus.publish(envelope(created, { title: 'One' }));
    await consumers.drain();
    expect((await projected()).map(({ sequence }) => sequence)).to.deep.equal(['1', '2', '3']);
    expect(await db('inbox').select('consumer')).to.deep.equal([{ consumer: audit.name }]);
  });

  it('gives a call up once, after the last try, and buries it all the same', async () => {
    const seen: string[] = [];
    const hopeless = consumer(audit, [
      onCalling(spaceCreated, {
        call: async () => {
          seen.push('call');
          throw new Error('broken');
        },
        record: async () => undefined,
        giveUp: async ({ subject, data }, { tx }) => {
          seen.push(`gave ${data.title} up`);
          await tx('projected').insert({ id: subject, sequence: 1 });
        },
      }),
    ]);
    const consumers = await start([hopeless], {});
    await bus.publish(envelope(created, { title: 'One' }));
    await consumers.drain();
    expect(seen).to.deep.equal([...Array<string>(6).fill('call'), 'gave One up']);
    expect(await projected()).to.have.length(1);
    expect(await bus.dead(audit.name)).to.have.length(1);
    expect(await db('inbox')).to.deep.equal([]);
  });

  it('rolls a failed handler back and tries again', async () => {
    let calls = 0;
    const flaky = consumer(audit, [
      on(spaceCreated, async ({ subject, sequence }, { tx }) => {
        await tx('projected').insert({ id: subject, sequence });
        if (++calls < 3) throw new Error('not yet');
      }),
    ]);
    const consumers = await start([flaky], {});
    await bus.publish(envelope(created, { title: 'One' }));
    await consumers.drain();
    expect(calls).to.equal(3);
    expect(await projected()).to.have.length(1);
  });

  it('hands over the typed payload without unknown fields, and the context of the service', async () => {
    const seen: unknown[] = [];
    const reading = consumer(audit, [
      on(
        spaceCreated,
        async ({ data }, { greeting }: { greeting: string }) => void seen.push(data.title, data, greeting),
      ),
    ]);
    const consumers = await start([reading], { greeting: 'hello' });
    await bus.publish(envelope(created, { title: 'One', unknown: true }));
    await consumers.drain();
    expect(seen).to.deep.equal(['One', { title: 'One' }, 'hello']);
  });

  it('buries a payload that breaks the contract', async () => {
    const consumers = await start([projection], {});
    await bus.publish(envelope(created, { title: 7 }));
    await consumers.drain();
    const [letter] = await bus.dead(projectSpaces.name);
    expect(letter!.error).to.match(/^invalid: data\.title: /);
    expect(await db('inbox')).to.deep.equal([]);
  });

  it('ends with the newest event whatever the order', async () => {
    const consumers = await start([projection], {}, 1);
    const versions = [3, 1, 4, 2].map((sequence) => ({ ...envelope(updated, { title: `v${sequence}` }), sequence }));
    for (const event of versions) await bus.publish(event);
    await consumers.drain();
    expect(await projected()).to.deep.equal([{ id: 'a', sequence: '4', title: 'v4' }]);
  });

  it('handles no more events at once than asked, over all consumers', async () => {
    let [now, most] = [0, 0];
    const handle = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 15));
      now--;
    };
    const both = [
      consumer(audit, [on(spaceCreated, handle)]),
      consumer(projectSpaces, [on(spaceCreated, handle), on(spaceUpdated, handle)]),
    ];
    const consumers = await start(both, {}, 2);
    await Promise.all(Array.from({ length: 8 }, () => bus.publish(envelope(created, { title: 'x' }))));
    await consumers.drain();
    expect(most).to.equal(2);
  });

  it('leaves deliveries to others once stopped', async () => {
    const consumers = await start([projection], {});
    await consumers.stop();
    await bus.publish(envelope(created, { title: 'One' }));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await bus.pending(projectSpaces.name)).to.equal(1);
    expect(await projected()).to.deep.equal([]);
  });

  it('goes on in the trace of the producer, linked to the delivery', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    provider.register();
    try {
      const consumers = await start([projection], {});
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await bus.publish({ ...envelope(created, { title: 'One' }), traceparent });
      await consumers.drain();
      const [span] = exporter.getFinishedSpans();
      expect(span!.name).to.equal('consume sites.project-spaces');
      expect(span!.spanContext().traceId).to.equal('0af7651916cd43dd8448eb211c80319c');
      expect(span!.parentSpanContext?.spanId).to.equal('b7ad6b7169203331');
    } finally {
      await provider.shutdown();
      trace.disable();
      context.disable();
    }
  });

  it('forgets handled events after 14 days', async () => {
    await db('inbox').insert([
      { consumer: 'a', event_id: randomUUID(), handled_at: db.raw(`now() - interval '15 days'`) },
      { consumer: 'b', event_id: randomUUID(), handled_at: db.raw(`now() - interval '13 days'`) },
    ]);
    await sweepInbox(db);
    expect(await db('inbox').pluck('consumer')).to.deep.equal(['b']);
  });

  it('refuses reactions that do not match the contract', () => {
    const reaction = on(spaceCreated, async () => {});
    expect(() => consumer(projectSpaces, [reaction])).to.throw(`has no reaction to ${updated}`);
    expect(() => consumer(audit, [reaction, on(spaceUpdated, async () => {})])).to.throw(updated);
    expect(() => consumer(audit, [reaction, reaction])).to.throw(created);
  });
});
