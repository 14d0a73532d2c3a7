import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ConsumerContract, EventEnvelope } from '@quire/contract';
import { connect, type GetMessage } from 'amqplib';
import { expect } from 'chai';
import { type Bus, maxLostDeliveries, Postponed } from '../../src/bus/bus.js';
import { openLocalBus } from '../../src/bus/local-bus.js';
import { openRabbitBus } from '../../src/bus/rabbit-bus.js';
import { topology, undeclare } from '../../src/bus/rabbit-topology.js';
import type { Db } from '../../src/db.js';
import { invalid } from '../../src/errors.js';
import {
  auditor,
  caller,
  created,
  databaseUrl,
  envelope,
  eventually,
  openTestDatabase,
  patient,
  projector,
  silent,
  startProxy,
  updated,
} from './fixtures.js';

const amqpUrl = process.env['AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';
const retryDelays = [60, 90, 120, 150, 180];
const consumers = [projector, auditor, caller, patient];

interface Setting {
  /** Another instance on the same queues. */
  open(): Promise<Bus>;
  remove(): Promise<void>;
}

interface BrokerSetting extends Setting {
  /** Puts bytes that are no envelope into a consumer's queue. */
  poison(consumer: ConsumerContract): Promise<void>;
  /** Takes a consumer's next delivery and returns it, like a process that died. */
  lose(consumer: ConsumerContract): Promise<void>;
  /** Deletes a consumer's queue behind everybody's back. */
  deleteQueue(consumer: ConsumerContract): Promise<void>;
  /** Breaks the connections of every instance, and keeps them broken until the returned function is called. */
  outage(): Promise<() => Promise<void>>;
}

/** Records what a handler was given; rejects with what `fail` returns. */
function recorder(fail: (event: EventEnvelope, call: number) => unknown = () => undefined) {
  const events: EventEnvelope[] = [];
  const times: number[] = [];
  const handle = async (event: EventEnvelope) => {
    events.push(event);
    times.push(Date.now());
    const error = fail(event, events.length);
    if (error !== undefined) throw error;
  };
  return { events, times, handle };
}

/** The dead letters, once there are any. */
const buried = (bus: Bus, consumer?: string) =>
  eventually('a dead letter', async () => {
    const letters = await bus.dead(consumer);
    return letters.length > 0 ? letters : undefined;
  });

/** Opens a setting and a bus on it before each test, and removes both after it. */
function stage<Kind extends Setting>(setUp: () => Promise<Kind>) {
  const opened: Bus[] = [];
  const current = {
    setting: undefined as unknown as Kind,
    bus: undefined as unknown as Bus,
    open: async () => {
      const instance = await current.setting.open();
      opened.push(instance);
      return instance;
    },
  };
  beforeEach(async () => {
    current.setting = await setUp();
    current.bus = await current.open();
  });
  afterEach(async () => {
    for (const instance of opened.splice(0)) await instance.close();
    await current.setting.remove();
  });
  return current;
}

function contractOfABus(setUp: () => Promise<Setting>) {
  const current = stage(setUp);
  let bus: Bus;
  beforeEach(() => void ({ bus } = current));
  const { open } = current;

  it('delivers an event, unchanged, to every consumer of its type and to no other', async () => {
    const [projected, audited] = [recorder(), recorder()];
    await bus.consume(projector, projected.handle);
    await bus.consume(auditor, audited.handle);
    const [first, second] = [envelope(created, { title: 'Ä' }), envelope(updated)];
    await bus.publish(first);
    await bus.publish(second);
    await bus.drain();
    expect(projected.events).to.have.deep.members([first, second]);
    expect(audited.events).to.deep.equal([first]);
  });

  it('accepts an event that nobody consumes', async () => {
    await bus.publish(envelope('content.collection.created.v1'));
  });

  it('keeps what was published before its consumer started', async () => {
    await bus.publish(envelope());
    expect(await bus.pending(auditor.name)).to.equal(1);
    const { events, handle } = recorder();
    const later = await open();
    await later.consume(auditor, handle);
    await later.drain();
    expect(events).to.have.length(1);
    expect(await bus.pending(auditor.name)).to.equal(0);
  });

  it('delivers again after a failure, later each time, until the handler succeeds', async () => {
    const { events, times, handle } = recorder((_event, call) => (call < 4 ? new Error('not yet') : undefined));
    await bus.consume(auditor, handle);
    const event = envelope();
    await bus.publish(event);
    await bus.drain();
    expect(events).to.deep.equal([event, event, event, event]);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    gaps.forEach((gap, index) => expect(gap).to.be.at.least(retryDelays[index]! - 5));
    expect(await bus.dead()).to.deep.equal([]);
  });

  it('retries one delivery without holding up the others', async () => {
    const event = envelope();
    const { events, handle } = recorder(({ id }, call) =>
      id === event.id && call === 1 ? new Error('once') : undefined,
    );
    await bus.consume(auditor, handle, { concurrency: 1 });
    await bus.publish(event);
    await eventually('the first failure', () => events.length === 1);
    const other = envelope();
    await bus.publish(other);
    await bus.drain();
    expect(events.map(({ id }) => id)).to.deep.equal([event.id, other.id, event.id]);
  });

  it('lets a permanent failure die at once, with its reason', async () => {
    const { events, handle } = recorder(() => invalid([{ path: 'data.title', message: 'is too long' }]));
    await bus.consume(auditor, handle);
    const event = envelope();
    await bus.publish(event);
    await bus.drain();
    expect(events).to.have.length(1);
    const [letter, ...others] = await buried(bus, auditor.name);
    expect(others).to.deep.equal([]);
    expect(letter).to.deep.include({ consumer: auditor.name, envelope: event, attempts: 1 });
    expect(letter!.error).to.equal('invalid: data.title: is too long');
    expect(Math.abs(Date.parse(letter!.diedAt) - Date.now())).to.be.below(60_000);
    expect(await bus.dead(projector.name)).to.deep.equal([]);
    expect(await bus.dead()).to.have.length(1);
  });

  it('lets the sixth failure die, and replays it as if new', async () => {
    let broken = true;
    const { events, handle } = recorder(() => (broken ? new Error('still broken') : undefined));
    await bus.consume(auditor, handle);
    await bus.publish(envelope());
    await bus.drain();
    expect(events).to.have.length(6);
    const letters = await buried(bus);
    expect(letters[0]).to.include({ attempts: 6, error: 'Error: still broken' });

    broken = false;
    expect(await bus.replay(auditor.name)).to.equal(1);
    await bus.drain();
    expect(events).to.have.length(7);
    expect(await bus.dead()).to.deep.equal([]);
    expect(await bus.replay(auditor.name)).to.equal(0);
  });

  it('tells a handler whether a failure would be the last one', async () => {
    const told: boolean[][] = [];
    await bus.consume(caller, async (_event, isLast) => {
      told.push(
        [new Error('broken'), invalid([{ path: 'x', message: 'is wrong' }]), new Postponed('no room')].map(isLast),
      );
      throw new Error('broken');
    });
    await bus.publish(envelope(caller.types[0]));
    await bus.drain();
    expect(told).to.deep.equal([
      [false, true, false],
      [false, true, false],
      [true, true, false],
    ]);
  });

  it('retries a consumer that has delays of its own after those, and no more often', async () => {
    const { times, handle } = recorder(() => new Error('still broken'));
    await bus.consume(caller, handle);
    await bus.publish(envelope(caller.types[0]));
    await bus.drain();
    expect(times).to.have.length(3);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    gaps.forEach((gap, index) => expect(gap).to.be.at.least(caller.retryDelays![index]! - 5));
    const [letter] = await buried(bus, caller.name);
    expect(letter).to.include({ attempts: 3 });
    expect(await bus.replay(caller.name)).to.equal(1);
    await bus.drain();
    expect(times).to.have.length(6);
  });

  it('does not wait for a retry that is put off for long', async () => {
    const { times, handle } = recorder(() => new Error('broken'));
    await bus.consume(patient, handle);
    await bus.publish(envelope(patient.types[0]));
    await eventually('the first try', () => times.length === 1);
    await bus.drain();
    expect(await bus.pending(patient.name)).to.equal(0);
    expect(await bus.dead()).to.deep.equal([]);
  });

  it('brings back what was postponed, however often, without counting it as a failure', async () => {
    const { times, handle } = recorder((_event, call) =>
      call <= 4 ? new Postponed('no room') : call <= 6 ? new Error('broken') : undefined,
    );
    await bus.consume(caller, handle);
    await bus.publish(envelope(caller.types[0]));
    await bus.drain();
    expect(times).to.have.length(7);
    expect(times[1]! - times[0]!).to.be.at.least(caller.retryDelays![1]! - 5);
    expect(await bus.dead()).to.deep.equal([]);
  });

  it('shares a queue between two instances: each event goes to one of them', async () => {
    const slow = (seen: string[]) => async (event: EventEnvelope) => {
      seen.push(event.id);
      await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const [here, there]: [string[], string[]] = [[], []];
    const second = await open();
    await bus.consume(auditor, slow(here), { concurrency: 2 });
    await second.consume(auditor, slow(there), { concurrency: 2 });
    const events = Array.from({ length: 40 }, () => envelope());
    await Promise.all(events.map((event, index) => (index % 2 ? bus : second).publish(event)));
    await Promise.all([bus.drain(), second.drain()]);
    expect([...here, ...there].sort()).to.deep.equal(events.map(({ id }) => id).sort());
  });

  it('runs no more handlers at once than asked, and that many', async () => {
    let [running, most] = [0, 0];
    await bus.consume(
      auditor,
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
      },
      { concurrency: 3 },
    );
    await Promise.all(Array.from({ length: 12 }, () => bus.publish(envelope())));
    await bus.drain();
    expect(most).to.equal(3);
  });

  it('stops a subscription after the running handler, and leaves the rest to others', async () => {
    let release = () => {};
    const seen: string[] = [];
    const subscription = await bus.consume(
      auditor,
      async ({ id }) => {
        seen.push(id);
        await new Promise<void>((resolve) => (release = resolve));
      },
      { concurrency: 1 },
    );
    await bus.publish(envelope());
    await eventually('a running handler', () => seen.length === 1);
    const stopped = subscription.stop();
    await bus.publish(envelope());
    release();
    await stopped;
    const { events, handle } = recorder();
    await bus.consume(auditor, handle);
    await bus.drain();
    expect(events).to.have.length(1);
    expect(events.map(({ id }) => id)).to.not.include(seen[0]);
  });

  it('refuses a consumer that it was not told of', async () => {
    const failure = await bus
      .consume({ ...auditor, name: 'sites.unknown' }, async () => {})
      .catch((error: Error) => error);
    expect(failure).to.be.an('error').with.property('message', 'unknown consumer sites.unknown');
    const refusal = await bus.replay('sites.unknown').catch((error: Error) => error);
    expect(refusal).to.be.an('error').with.property('kind', 'not-found');
  });

  it('is healthy once it is connected', async () => {
    await eventually('a healthy bus', () => bus.healthy());
  });
}

function contractOfABroker(setUp: () => Promise<BrokerSetting>) {
  const current = stage(setUp);
  let bus: Bus;
  let setting: BrokerSetting;
  beforeEach(() => void ({ bus, setting } = current));
  const { open } = current;

  it('buries what is no envelope', async () => {
    const { events, handle } = recorder();
    await bus.consume(auditor, handle);
    await setting.poison(auditor);
    const letters = await buried(bus);
    expect(letters[0]).to.not.have.property('envelope');
    expect(letters[0]!.error).to.equal('invalid: envelope: is not JSON');
    expect(events).to.deep.equal([]);
  });

  it('buries a delivery that was lost again and again', async () => {
    const event = envelope();
    await bus.publish(event);
    for (let lost = 0; lost <= maxLostDeliveries; lost++) await setting.lose(auditor);
    const [letter] = await buried(bus);
    expect(letter).to.deep.include({ consumer: auditor.name, envelope: event, attempts: 0 });
    expect(letter!.error).to.match(/^Lost with the process that handled it/);
    expect(Math.abs(Date.parse(letter!.diedAt) - Date.now())).to.be.below(60_000);
    const { events, handle } = recorder();
    await bus.consume(auditor, handle);
    await bus.replay(auditor.name);
    await bus.drain();
    expect(events).to.deep.equal([event]);
  });

  it('declares again what somebody deleted', async () => {
    const { events, handle } = recorder();
    await bus.consume(auditor, handle);
    await setting.deleteQueue(auditor);
    await eventually('a delivery', async () => {
      if (await bus.healthy()) await bus.publish(envelope()).catch(() => undefined);
      return events.length > 0;
    });
  });

  it('fails fast without a broker, and goes on by itself when it is back', async () => {
    const { events, handle } = recorder();
    await bus.consume(auditor, handle);
    await bus.publish(envelope());
    await bus.drain();
    const end = await setting.outage();
    await eventually('the outage to be noticed', async () => !(await bus.healthy()));
    const began = Date.now();
    const failure = await bus.publish(envelope()).catch((error: Error) => error);
    expect(failure).to.be.an('error').with.property('kind', 'unavailable');
    expect(Date.now() - began).to.be.below(500);
    await end();
    await eventually('the connection to return', () => bus.healthy());
    await bus.publish(envelope());
    await bus.drain();
    expect(events).to.have.length(2);
  });

  it('delivers again what was running when the connection broke', async () => {
    let release = () => {};
    const seen: string[] = [];
    await bus.consume(auditor, async ({ id }) => {
      seen.push(id);
      if (seen.length === 1) await new Promise<void>((resolve) => (release = resolve));
    });
    const event = envelope();
    await bus.publish(event);
    await eventually('a running handler', () => seen.length === 1);
    const end = await setting.outage();
    await eventually('the outage to be noticed', async () => !(await bus.healthy()));
    release();
    await end();
    await eventually('the second delivery', () => seen.length === 2);
    await bus.drain();
    expect(seen).to.deep.equal([event.id, event.id]);
  });

  it('opens without a broker and starts when there is one', async () => {
    const end = await setting.outage();
    const late = await open();
    const { events, handle } = recorder();
    await late.consume(auditor, handle);
    expect(await late.healthy()).to.equal(false);
    await end();
    await eventually('the connection', () => late.healthy());
    await late.publish(envelope());
    await late.drain();
    expect(events).to.have.length(1);
  });
}

describe('local bus', () => {
  let db: Db;
  let schema: string;
  let remove: () => Promise<void>;
  before(async () => ({ db, schema, remove } = await openTestDatabase()));
  after(() => remove());
  const table = () => `${schema}.deliveries`;
  const open = (more: object = {}) =>
    openLocalBus({ db, consumers, log: silent, schema, retryDelays, leaseMs: 300, pollMs: 50, ...more });

  contractOfABus(async () => ({ open, remove: async () => void (await db.raw('TRUNCATE ??', [table()])) }));

  describe('survives its process', () => {
    afterEach(() => db.raw('TRUNCATE ??', [table()]));
    const killed = '00000000-0000-4000-8000-000000000000';

    it('delivers what a killed process had claimed, when the lease ends', async () => {
      const bus = await open();
      await bus.publish(envelope());
      await db(table())
        .where({ consumer: auditor.name })
        .update({ lease: killed, due_at: db.raw(`now() + interval '200 ms'`) });
      const { events, handle } = recorder();
      await bus.consume(auditor, handle);
      await bus.drain();
      expect(events).to.have.length(1);
      await bus.close();
    });

    it('delivers what a process was handling when it was killed', async () => {
      const child = fork(new URL('killed-consumer.ts', import.meta.url), [databaseUrl(), schema]);
      await once(child, 'message');
      const bus = await open({ leaseMs: 1_000 });
      const event = envelope();
      await bus.publish(event);
      await once(child, 'message');
      child.kill('SIGKILL');
      const { events, handle } = recorder();
      await bus.consume(auditor, handle);
      await bus.drain();
      expect(events).to.deep.equal([event]);
      await bus.close();
    });

    it('buries a delivery that was lost twenty times', async () => {
      const bus = await open();
      await bus.publish(envelope());
      await db(table()).where({ consumer: auditor.name }).update({ lease: killed, lost: 19 });
      const { events, handle } = recorder();
      await bus.consume(auditor, handle);
      await bus.drain();
      expect(events).to.deep.equal([]);
      expect((await bus.dead(auditor.name))[0]!.error).to.match(/^Lost with the process/);
      await bus.close();
    });

    it('renews the lease of a handler that takes longer', async () => {
      const [bus, other] = [await open(), await open()];
      let calls = 0;
      const handle = async () => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 900));
      };
      await bus.consume(auditor, handle);
      await other.consume(auditor, handle);
      await bus.publish(envelope());
      await bus.drain();
      expect(calls).to.equal(1);
      await bus.close();
      await other.close();
    });

    it('leaves one delivery when the same event is published twice', async () => {
      const bus = await open();
      const event = envelope();
      await bus.publish(event);
      await bus.publish(event);
      expect(await bus.pending(auditor.name)).to.equal(1);
      await bus.close();
    });
  });
});

describe('RabbitMQ bus', function () {
  before(async function () {
    try {
      await (await connect(amqpUrl, { timeout: 2_000 })).close();
    } catch (error) {
      if (process.env['CI'] === 'true') throw error;
      console.warn(`    no broker at ${new URL(amqpUrl).host}: the RabbitMQ bus is not tested`);
      this.skip();
    }
  });

  const setUp = async () => {
    const prefix = `test.${randomBytes(6).toString('hex')}.`;
    const proxy = await startProxy(new URL(amqpUrl), 5672);
    const url = new URL(amqpUrl);
    const onBroker = async (work: (channel: Awaited<ReturnType<typeof channelOf>>) => Promise<unknown>) => {
      const model = await connect(amqpUrl);
      const channel = await channelOf(model);
      await work(channel);
      await channel.close();
      await model.close();
    };
    return {
      open: () => {
        url.host = `127.0.0.1:${proxy.port}`;
        return openRabbitBus({ url: url.href, consumers, log: silent, prefix, retryDelays, connectTimeoutMs: 1_000 });
      },
      poison: ({ name }: ConsumerContract) =>
        onBroker(async (channel) => {
          channel.sendToQueue(topology(prefix).queue(name), Buffer.from('{'));
          await channel.waitForConfirms();
        }),
      lose: ({ name }: ConsumerContract) =>
        onBroker(async (channel) => {
          const message = await eventually('the delivery', () => channel.get(topology(prefix).queue(name)));
          channel.nack(message as GetMessage);
          await channel.checkExchange(topology(prefix).exchange);
        }),
      deleteQueue: ({ name }: ConsumerContract) =>
        onBroker((channel) => channel.deleteQueue(topology(prefix).queue(name))),
      outage: async () => {
        await proxy.down();
        return () => proxy.up();
      },
      remove: async () => {
        await onBroker((channel) => undeclare(channel, topology(prefix), { consumers, retryDelays }));
        await proxy.down();
      },
    };
  };
  contractOfABus(setUp);
  contractOfABroker(setUp);
});

const channelOf = (model: Awaited<ReturnType<typeof connect>>) => model.createConfirmChannel();
