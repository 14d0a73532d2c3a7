import type { ChannelModel, ConfirmChannel, Options } from 'amqplib';
import { unavailable } from '../errors.js';

export interface RabbitMessage {
  exchange: string;
  routingKey: string;
  content: Buffer;
  options: Options.Publish & { messageId: string };
  /** Reject when no queue takes the message. */
  mandatory: boolean;
}

/** Publishes on a confirm channel of the current connection; rejects at once while there is none. */
export class RabbitPublisher {
  readonly #confirmTimeoutMs: number;
  readonly #returned = new Set<string>();
  #channel: ConfirmChannel | undefined;

  constructor({ confirmTimeoutMs = 10_000 } = {}) {
    this.#confirmTimeoutMs = confirmTimeoutMs;
  }

  async attach(model: ChannelModel): Promise<void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', () => undefined);
    channel.on('close', () => {
      if (this.#channel !== channel) return;
      this.#channel = undefined;
      // A channel of an intact connection does not come back alone.
      void model.close().catch(() => undefined);
    });
    // The broker sends the return of a message before its confirm.
    channel.on('return', ({ properties }) => this.#returned.add(String(properties.messageId)));
    this.#channel = channel;
  }

  publish({ exchange, routingKey, content, options, mandatory }: RabbitMessage): Promise<void> {
    const channel = this.#channel;
    if (!channel) return Promise.reject(unavailable('The message broker is not connected.'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(unavailable('The message broker did not confirm in time.')),
        this.#confirmTimeoutMs,
      );
      const settled = (error?: Error | null) => {
        clearTimeout(timer);
        if (this.#returned.delete(options.messageId)) reject(unavailable(`No queue takes ${routingKey}.`));
        else if (error) reject(unavailable(`The message broker refused the message: ${error.message}`));
        else resolve();
      };
      try {
        channel.publish(exchange, routingKey, content, { ...options, persistent: true, mandatory }, settled);
      } catch (error) {
        settled(error as Error);
      }
    });
  }
}
