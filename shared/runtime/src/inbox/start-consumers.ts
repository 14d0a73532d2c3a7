import {
  context as otel,
  isSpanContextValid,
  metrics,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { EventEnvelope } from '@quire/contract';
import { type Bus, describeError } from '../bus/bus.js';
import { pause, settle } from '../bus/pause.js';
import { type Db, transaction } from '../db.js';
import type { Log } from '../log.js';
import type { Consumer } from './consumer.js';
import { enterInbox, leaveInbox, sweepInbox } from './inbox.js';

export interface ConsumersOptions<Context> {
  db: Db;
  bus: Bus;
  consumers: readonly Consumer<Context>[];
  /** Given to every handler. */
  context: Context;
  log: Log;
  /** How many events a process handles in transactions at once, over all its consumers; 4 unless set. Keep it below the pool's size. */
  concurrency?: number;
}

export interface RunningConsumers {
  /** Resolves when nothing is pending for any of the consumers. */
  drain(): Promise<void>;
  /** Takes no further events and resolves when the running handlers are finished. */
  stop(): Promise<void>;
}

const sweepEveryMs = 60 * 60 * 1_000;

/**
 * Starts consumers. Each event is handled in a transaction that first notes it in the inbox, so that a redelivery has no
 * second effect. A failure rolls everything back and the bus tries again.
 */
export async function startConsumers<Context>(options: ConsumersOptions<Context>): Promise<RunningConsumers> {
  const { db, bus, consumers, log, concurrency = 4 } = options;
  const limited = limit(concurrency);
  const closing = new AbortController();
  const handleOne = createHandler(options, limited);
  const subscriptions = await Promise.all(
    consumers.map((each) =>
      bus.consume(each.contract, (envelope, isLast) => handleOne(each, envelope, isLast), {
        concurrency: each.concurrency ?? concurrency,
      }),
    ),
  );
  const sweep = async () => {
    while (!closing.signal.aborted) {
      await sweepInbox(db).catch((error: unknown) => log.warn({ err: error }, 'inbox: cannot sweep'));
      await pause(sweepEveryMs, closing.signal);
    }
  };
  const sweeping = sweep();
  return {
    drain: () =>
      settle(async () => {
        const counts = await Promise.all(consumers.map(({ contract }) => bus.pending(contract.name)));
        return counts.every((count) => count === 0);
      }),
    async stop() {
      closing.abort();
      await Promise.all([sweeping, ...subscriptions.map((subscription) => subscription.stop())]);
    },
  };
}

function createHandler<Context>(
  { db, context, log }: ConsumersOptions<Context>,
  limited: <T>(work: () => Promise<T>) => Promise<T>,
) {
  const meter = metrics.getMeter('quire');
  const handled = meter.createCounter('quire.consumer.events');
  const lag = meter.createHistogram('quire.consumer.lag', { unit: 'ms' });

  return (
    { contract: { name }, reactions }: Consumer<Context>,
    envelope: EventEnvelope,
    isLast: (error: unknown) => boolean,
  ): Promise<void> =>
    spanned(name, envelope, async () => {
      const attributes = { consumer: name, type: envelope.type };
      // A binding of an earlier release may still bring what nobody reacts to any more.
      const reaction = reactions.find(({ type }) => type === envelope.type);
      if (!reaction) return;
      const child = log.child({ consumer: name, event: envelope.id, type: envelope.type });
      try {
        const called = await reaction.call?.(envelope, context);
        const { isNew, again } = await limited(() =>
          transaction(db, async (tx) => {
            if (!(await enterInbox(tx, name, envelope.id))) return { isNew: false };
            const failure = await reaction.handle(envelope, { ...context, tx, log: child }, called);
            if (failure) await leaveInbox(tx, name, envelope.id);
            return { isNew: true, again: failure };
          }),
        );
        if (again) throw again;
        handled.add(1, { ...attributes, outcome: isNew ? 'handled' : 'duplicate' });
        lag.record(Math.max(0, Date.now() - Date.parse(envelope.time)), attributes);
      } catch (error) {
        handled.add(1, { ...attributes, outcome: 'failed' });
        const { giveUp } = reaction;
        if (giveUp && isLast(error)) {
          await limited(() => transaction(db, (tx) => giveUp(envelope, { ...context, tx, log: child }))).catch(
            (failure: unknown) => child.error({ err: failure }, 'cannot keep that an event was given up'),
          );
        }
        throw error;
      }
    });
}

/** Runs `work` in a span of the producer's trace, linked to the delivery's own span. */
async function spanned(consumer: string, envelope: EventEnvelope, work: () => Promise<void>): Promise<void> {
  const producer = parseTraceparent(envelope.traceparent);
  const active = otel.active();
  const delivery = trace.getSpanContext(active);
  const attributes = {
    'messaging.system': 'quire',
    'messaging.destination.name': consumer,
    'messaging.message.id': envelope.id,
    'quire.event.type': envelope.type,
  };
  const links = producer && delivery ? [{ context: delivery }] : [];
  const parent = producer ? trace.setSpanContext(active, producer) : active;
  const span = trace
    .getTracer('quire')
    .startSpan(`consume ${consumer}`, { kind: SpanKind.CONSUMER, links, attributes }, parent);
  try {
    await otel.with(trace.setSpan(parent, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: describeError(error) });
    throw error;
  } finally {
    span.end();
  }
}

function parseTraceparent(traceparent: string | undefined): SpanContext | undefined {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '');
  if (!match) return undefined;
  const span = { traceId: match[1]!, spanId: match[2]!, traceFlags: Number.parseInt(match[3]!, 16), isRemote: true };
  return isSpanContextValid(span) ? span : undefined;
}

/** Lets at most `size` calls run at once; the others wait in order. */
function limit(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
