import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@quire/contract';
import type { Channel, ChannelModel, ConsumeMessage, Message } from 'amqplib';
import { invalid } from '../errors.js';
import type { Log } from '../log.js';
import { afterFailure, describeError, type Handle, parseEnvelope, Postponed } from './bus.js';
import { backoff, pause } from './pause.js';
import type { RabbitPublisher } from './rabbit-publisher.js';
import type { Topology } from './rabbit-topology.js';

/** Message headers: how often the delivery failed, and for dead letters why and when it died. */
export const headers = {
  failures: 'x-quire-failures',
  error: 'x-quire-error',
  diedAt: 'x-quire-died-at',
} as const;

export interface RabbitConsumerOptions {
  names: Topology;
  publisher: RabbitPublisher;
  handle: Handle;
  concurrency: number;
  retryDelays: readonly number[];
  log: Log;
}

/** Handles the deliveries of one queue, on a channel of whichever connection is current. */
export class RabbitConsumer {
  readonly #running = new Set<Promise<void>>();
  #channel: Channel | undefined;
  #model: ChannelModel | undefined;
  #tag = '';
  #stopped = new AbortController();

  constructor(
    readonly name: string,
    readonly options: RabbitConsumerOptions,
  ) {}

  get running(): number {
    return this.#running.size;
  }

  async attach(model: ChannelModel): Promise<void> {
    if (this.#stopped.signal.aborted || this.#model === model) return;
    this.#model = model;
    const { names, concurrency } = this.options;
    const channel = await model.createChannel();
    const dropConnection = () => void model.close().catch(() => undefined);
    channel.on('error', () => undefined);
    channel.on('close', () => {
      if (this.#channel !== channel) return;
      this.#channel = undefined;
      dropConnection();
    });
    await channel.prefetch(concurrency);
    this.#channel = channel;
    const { consumerTag } = await channel.consume(names.queue(this.name), (message) => {
      // The broker cancels consumers of a queue that was deleted: a new connection declares it again.
      if (!message) return dropConnection();
      const run = this.#deliver(channel, message).finally(() => this.#running.delete(run));
      this.#running.add(run);
    });
    this.#tag = consumerTag;
  }

  /** Takes nothing more and resolves when every running delivery is acknowledged. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    const channel = this.#channel;
    await channel?.cancel(this.#tag).catch(() => undefined);
    await Promise.all(this.#running);
    this.#channel = undefined;
    await channel?.close().catch(() => undefined);
  }

  /** Never rejects: what is not acknowledged here, the broker delivers again. */
  async #deliver(channel: Channel, message: ConsumeMessage): Promise<void> {
    const failure = await this.#handle(message).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (failure && !(await this.#copy(channel, message, failure.error))) return;
    if (this.#channel !== channel) return;
    try {
      channel.ack(message);
    } catch (error) {
      // The connection is closing under us: the broker delivers again, and the inbox knows the event.
      this.options.log.debug({ err: error, consumer: this.name }, 'bus: cannot acknowledge a delivery');
    }
  }

  async #handle(message: ConsumeMessage): Promise<void> {
    const { handle, retryDelays } = this.options;
    const isLast = (error: unknown) => afterFailure(error, failuresOf(message), retryDelays).retryInMs === undefined;
    await handle(readEnvelope(message.content), isLast);
  }

  /** Puts a failed delivery where it belongs; true when that is confirmed, false when the delivery itself is gone. */
  async #copy(channel: Channel, message: ConsumeMessage, error: unknown): Promise<boolean> {
    const { names, publisher, retryDelays, log } = this.options;
    const { failures, retryInMs } = afterFailure(error, failuresOf(message), retryDelays);
    const fields = {
      err: error,
      consumer: this.name,
      event: message.properties.messageId as unknown,
      failures,
      retryInMs,
    };
    if (retryInMs === undefined) log.error(fields, 'bus: delivery is dead');
    else if (error instanceof Postponed) log.debug(fields, 'bus: delivery postponed');
    else log.warn(fields, 'bus: delivery failed');
    const died = retryInMs === undefined ? { [headers.diedAt]: new Date().toISOString() } : {};
    const copy = {
      exchange: '',
      routingKey: retryInMs === undefined ? names.dead(this.name) : names.delay(this.name, retryInMs),
      content: message.content,
      options: {
        ...basicProperties(message),
        headers: { [headers.failures]: failures, [headers.error]: describeError(error), ...died },
      },
      mandatory: true,
    };
    // Returning the delivery instead would count against its delivery limit.
    for (let attempt = 0; this.#channel === channel; attempt++) {
      try {
        await publisher.publish(copy);
        return true;
      } catch (refusal) {
        if (attempt === 0) log.warn({ err: refusal, consumer: this.name }, 'bus: cannot copy a failed delivery yet');
        await pause(backoff(attempt), this.#stopped.signal);
        if (this.#stopped.signal.aborted) return false;
      }
    }
    return false;
  }
}

/** How often a delivery failed before it came here. */
export function failuresOf(message: Message): number {
  return Number(message.properties.headers?.[headers.failures] ?? 0);
}

/** What a copy of a message keeps of the original. */
export function basicProperties({ properties }: Message): { messageId: string; type: string; contentType: string } {
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return {
    messageId: text(properties.messageId, randomUUID()),
    type: text(properties.type, ''),
    contentType: text(properties.contentType, 'application/octet-stream'),
  };
}

/** Parses a message's content; throws `invalid` when it is not an event envelope. */
export function readEnvelope(content: Buffer): EventEnvelope {
  try {
    return parseEnvelope(JSON.parse(content.toString()));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid([{ path: 'envelope', message: 'is not JSON' }]);
    throw error;
  }
}
