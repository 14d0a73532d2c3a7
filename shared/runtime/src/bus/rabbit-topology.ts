import type { ConsumerContract } from '@quire/contract';
import type { Channel } from 'amqplib';
import { delaysOf, maxLostDeliveries } from './bus.js';

/** Names of everything Quire declares at a broker, all below one prefix. */
export interface Topology {
  exchange: string;
  queue(consumer: string): string;
  dead(consumer: string): string;
  /** Where a delivery waits before it returns to its queue. */
  delay(consumer: string, ms: number): string;
}

/** `quire.events` is the exchange and consumers' names are the queues' names when `prefix` is `quire.`. */
export function topology(prefix: string): Topology {
  return {
    exchange: `${prefix}events`,
    queue: (consumer) => `${prefix}${consumer}`,
    dead: (consumer) => `${prefix}${consumer}.dead`,
    delay: (consumer, ms) => `${prefix}${consumer}.retry.${ms}`,
  };
}

/** Declares the exchange, and for each consumer its queue, bindings, delay queues and dead letters. Idempotent. */
export async function declare(
  channel: Channel,
  names: Topology,
  { consumers, retryDelays }: { consumers: readonly ConsumerContract[]; retryDelays: readonly number[] },
): Promise<void> {
  await channel.assertExchange(names.exchange, 'topic', { durable: true });
  for (const contract of consumers) {
    const { name, types } = contract;
    await assertQuorumQueue(channel, names.dead(name), { 'x-delivery-limit': 1_000_000_000 });
    await assertQuorumQueue(channel, names.queue(name), {
      'x-delivery-limit': maxLostDeliveries,
      ...deadLetterTo(names.dead(name)),
    });
    for (const ms of new Set(delaysOf(contract, retryDelays))) {
      await assertQuorumQueue(channel, names.delay(name, ms), {
        'x-message-ttl': ms,
        ...deadLetterTo(names.queue(name)),
      });
    }
    for (const type of types) await channel.bindQueue(names.queue(name), names.exchange, type);
  }
}

/** Through the default exchange, keeping the message until the target has it. */
const deadLetterTo = (queue: string) => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

const assertQuorumQueue = (channel: Channel, queue: string, settings: Record<string, unknown>) =>
  channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...settings } });

/** Deletes everything that {@link declare} made: for tests, which use a prefix of their own. */
export async function undeclare(
  channel: Channel,
  names: Topology,
  { consumers, retryDelays }: { consumers: readonly ConsumerContract[]; retryDelays: readonly number[] },
): Promise<void> {
  for (const contract of consumers) {
    const { name } = contract;
    for (const ms of delaysOf(contract, retryDelays)) await channel.deleteQueue(names.delay(name, ms));
    await channel.deleteQueue(names.queue(name));
    await channel.deleteQueue(names.dead(name));
  }
  await channel.deleteExchange(names.exchange);
}
