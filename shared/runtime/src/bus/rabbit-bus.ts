import type { ConsumerContract } from '@quire/contract';
import type { Channel, ChannelModel, GetMessage } from 'amqplib';
import { notFound, unavailable } from '../errors.js';
import type { Log } from '../log.js';
import {
  type Bus,
  closeTimeoutMs,
  type DeadLetter,
  defaultConcurrency,
  defaultRetryDelays,
  delaysOf,
  longDelayMs,
  maxDeadLettersListed,
} from './bus.js';
import { pause, settle } from './pause.js';
import { basicProperties, failuresOf, headers, RabbitConsumer, readEnvelope } from './rabbit-consumer.js';
import { RabbitLink } from './rabbit-link.js';
import { RabbitPublisher } from './rabbit-publisher.js';
import { declare, topology } from './rabbit-topology.js';

export interface RabbitBusOptions {
  /** `amqp://` or `amqps://` address. */
  url: string;
  /** Every consumer there is: their queues are declared before anything is published. */
  consumers: readonly ConsumerContract[];
  log: Log;
  /** What the names of the exchange and of all queues start with; `quire.` unless set. */
  prefix?: string;
  retryDelays?: readonly number[];
  /** How long to wait for the first connection before going on without it; 5 s unless set. */
  connectTimeoutMs?: number;
}

/**
 * The bus of the distributed topology, on RabbitMQ 3.10 and newer: quorum queues, publisher confirms, retries through
 * delay queues. Publishing and consuming have a connection each, because a broker that is short of memory blocks
 * those that publish. While the broker is away, `publish` rejects at once and consumers resume when it is back.
 */
export async function openRabbitBus(options: RabbitBusOptions): Promise<Bus> {
  const { url, log, prefix = 'quire.', retryDelays = defaultRetryDelays, connectTimeoutMs = 5_000 } = options;
  const contracts = options.consumers;
  const names = topology(prefix);
  const publisher = new RabbitPublisher();
  const consumers = new Set<RabbitConsumer>();
  const routed = new Set(contracts.flatMap(({ types }) => types));

  const declareAll = (model: ChannelModel) =>
    withChannel(model, (channel) => declare(channel, names, { consumers: contracts, retryDelays }));
  const publishing = new RabbitLink({
    url,
    name: 'quire publisher',
    log,
    setup: async (model) => {
      await declareAll(model);
      await publisher.attach(model);
    },
  });
  const consuming = new RabbitLink({
    url,
    name: 'quire consumer',
    log,
    setup: async (model) => {
      await declareAll(model);
      for (const consumer of consumers) await consumer.attach(model);
    },
  });
  await Promise.all([publishing.whenUp(connectTimeoutMs), consuming.whenUp(connectTimeoutMs)]);

  const ask = <T>(work: (channel: Channel) => Promise<T>): Promise<T> => {
    if (!consuming.model) throw unavailable('The message broker is not connected.');
    return withChannel(consuming.model, work);
  };

  const pending = async (consumer: string): Promise<number> => {
    const waiting = await ask(async (channel) => {
      const contract = contracts.find(({ name }) => name === consumer);
      const delays = new Set(contract ? delaysOf(contract, retryDelays) : []);
      const short = [...delays].filter((ms) => ms <= longDelayMs);
      const queues = [names.queue(consumer), ...short.map((ms) => names.delay(consumer, ms))];
      const counts = await Promise.all(queues.map((queue) => channel.checkQueue(queue)));
      return counts.reduce((sum, { messageCount }) => sum + messageCount, 0);
    });
    const running = [...consumers].filter(({ name }) => name === consumer).map((each) => each.running);
    return running.reduce((sum, count) => sum + count, waiting);
  };

  return {
    publish: (envelope) =>
      publisher.publish({
        exchange: names.exchange,
        routingKey: envelope.type,
        content: Buffer.from(JSON.stringify(envelope)),
        options: { messageId: envelope.id, type: envelope.type, contentType: 'application/cloudevents+json' },
        mandatory: routed.has(envelope.type),
      }),
    async consume({ name }, handle, { concurrency = defaultConcurrency } = {}) {
      const known = contracts.find((contract) => contract.name === name);
      if (!known) throw new Error(`unknown consumer ${name}`);
      const delays = delaysOf(known, retryDelays);
      const consumer = new RabbitConsumer(name, { names, publisher, handle, concurrency, retryDelays: delays, log });
      consumers.add(consumer);
      await consuming.whenUp(0);
      if (consuming.model) await consumer.attach(consuming.model);
      return {
        stop: () => {
          consumers.delete(consumer);
          return consumer.stop();
        },
      };
    },
    async dead(consumer) {
      const letters: DeadLetter[] = [];
      for (const { name } of contracts) {
        if (consumer !== undefined && consumer !== name) continue;
        letters.push(...(await ask((channel) => peekDead(channel, { name, queue: names.dead(name) }))));
      }
      return letters.sort((a, b) => a.diedAt.localeCompare(b.diedAt));
    },
    async replay(consumer) {
      if (!contracts.some(({ name }) => name === consumer)) throw notFound('consumer');
      return ask(async (channel) => {
        const { messageCount } = await channel.checkQueue(names.dead(consumer));
        for (let replayed = 0; ; replayed++) {
          // No more than were there at first: what dies again meanwhile stays dead.
          const message = replayed < messageCount && (await channel.get(names.dead(consumer)));
          if (!message) return replayed;
          const routingKey = names.queue(consumer);
          const fresh = { ...basicProperties(message), headers: {} };
          const { content } = message;
          await publisher.publish({ exchange: '', routingKey, content, options: fresh, mandatory: true });
          channel.ack(message);
        }
      });
    },
    pending,
    healthy: () => Promise.resolve(publishing.up && consuming.up),
    drain: () =>
      settle(async () => {
        const consumed = new Set([...consumers].map(({ name }) => name));
        // Nobody can tell while the broker is away.
        const counts = await Promise.all([...consumed].map(pending)).catch(() => [1]);
        return counts.every((count) => count === 0);
      }),
    async close() {
      await Promise.race([Promise.all([...consumers].map((consumer) => consumer.stop())), pause(closeTimeoutMs)]);
      await Promise.all([publishing.close(), consuming.close()]);
    },
  };
}

async function withChannel<T>(model: ChannelModel, work: (channel: Channel) => Promise<T>): Promise<T> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    return await work(channel);
  } finally {
    await channel.close().catch(() => undefined);
  }
}

/** Reads the messages of a queue of dead letters and puts them back. */
async function peekDead(channel: Channel, { name, queue }: { name: string; queue: string }): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  while (letters.length < maxDeadLettersListed) {
    const message = await channel.get(queue);
    if (!message) break;
    letters.push(deadLetter(name, message));
  }
  if (letters.length === 0) return letters;
  channel.nackAll(true);
  // A replay right after this must find them; the broker takes a moment.
  for (let tries = 0; tries < 50; tries++, await pause(20)) {
    if ((await channel.checkQueue(queue)).messageCount >= letters.length) break;
  }
  return letters;
}

function deadLetter(consumer: string, message: GetMessage): DeadLetter {
  const found = message.properties.headers ?? {};
  // The broker itself buries what exceeds the delivery limit, and says so in its own header.
  const buried = found['x-death']?.[0];
  const letter = {
    consumer,
    error: String(found[headers.error] ?? `Lost with the process that handled it (${buried?.reason ?? 'unknown'}).`),
    attempts: failuresOf(message),
    diedAt: String(found[headers.diedAt] ?? timeOf(buried?.time)),
  };
  try {
    return { ...letter, envelope: readEnvelope(message.content) };
  } catch {
    return letter;
  }
}

/** AMQP timestamps arrive as `{'!': 'timestamp', value: seconds}`. */
function timeOf(time: unknown): string {
  const seconds = (time as { value?: number } | undefined)?.value;
  return new Date(seconds === undefined ? 0 : seconds * 1_000).toISOString();
}
