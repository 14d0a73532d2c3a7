import { randomUUID } from 'node:crypto';
import { events } from '@quire/contract';
import { newId, transaction } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { maxFailures, recordOutcome } from '../../src/domain/record-outcome.js';
import { insertDeliveries } from '../../src/tables/webhook-delivery.js';
import { organizationWithWebhook, webhookWorld } from './world.js';

describe('failures in a row', () => {
  const world = webhookWorld();

  it('are counted over all deliveries, and pause exactly once', async function () {
    this.timeout(120_000);
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean()), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(runs, async (stretches) => {
        const { webhook, read } = await organizationWithWebhook(world);
        // Each stretch: so many failures, then perhaps a success.
        const outcomes = stretches.flatMap(([failures, success]) => [
          ...Array<boolean>(failures).fill(false),
          ...(success ? [true] : []),
        ]);
        const rows = outcomes.map(() => ({
          id: newId(),
          webhook_id: webhook.id as string,
          event_id: randomUUID(),
          type: 'comment.posted',
          body: '{}',
          status: 'pending' as const,
          redelivery_of: null,
          created_at: world.now(),
          finished_at: null,
        }));
        let failures = 0;
        let paused = false;
        await transaction(world.db, async (tx) => {
          await insertDeliveries(tx, rows);
          for (const [index, succeeded] of outcomes.entries()) {
            const tried = { number: 1, startedAt: world.now().toISOString(), duration: 1 };
            const attempt = succeeded ? { ...tried, status: 200 } : { ...tried, error: 'answered 500.' };
            const again = await recordOutcome(tx, world.now(), { deliveryId: rows[index]!.id, attempt });
            expect(again === undefined).to.equal(succeeded);
            failures = succeeded ? 0 : failures + 1;
            paused ||= failures >= maxFailures;
          }
        });
        expect(await read()).to.include({ failures, status: paused ? 'paused' : 'active' });
        const told = (await outboxEvents(world.db)).filter(
          ({ type, subject }) => type === events.webhookPaused.type && subject === webhook.id,
        );
        expect(told).to.have.length(paused ? 1 : 0);
      }),
      { numRuns: 5 },
    );
  });

  it('takes a try that another process has recorded for no second one', async () => {
    const { webhook, read } = await organizationWithWebhook(world);
    const id = newId();
    const fresh = { webhook_id: webhook.id as string, event_id: randomUUID(), type: 'comment.posted', body: '{}' };
    const row = {
      ...fresh,
      id,
      status: 'pending' as const,
      redelivery_of: null,
      created_at: world.now(),
      finished_at: null,
    };
    await transaction(world.db, (tx) => insertDeliveries(tx, [row]));
    const failed = { number: 1, startedAt: world.now().toISOString(), duration: 1, error: 'answered 500.' };
    const record = () =>
      transaction(world.db, (tx) => recordOutcome(tx, world.now(), { deliveryId: id, attempt: failed }));
    const [first, second] = await Promise.all([record(), record()]);
    expect([first, second].map((again) => again?.message ?? '').toSorted()).to.deep.equal([
      'Another process has recorded this try.',
      'The receiver answered 500.',
    ]);
    expect(await read()).to.include({ failures: 1 });
    const [stored] = await world.db('webhook_deliveries').where({ id }).select('attempts', 'status');
    expect(stored).to.deep.equal({ attempts: [failed], status: 'pending' });
  });
});
