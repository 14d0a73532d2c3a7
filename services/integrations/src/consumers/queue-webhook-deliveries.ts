import { consumers, type EventContract, type WebhookEvent, webhookEvents } from '@quire/contract';
import { consumer, on } from '@quire/runtime';
import { queueEvent } from '../domain/webhook-deliveries.js';
import type { Integrations } from '../integrations.js';

const choices = Object.entries(webhookEvents) as [WebhookEvent, EventContract][];

/** Puts what happens on its way to the webhooks that chose it. */
export const queueWebhookDeliveries = consumer<Integrations>(
  consumers['integrations.queue-webhook-deliveries'],
  choices.map(([type, contract]) => on(contract, (event, { tx, clock }) => queueEvent(tx, clock(), { type, event }))),
);
