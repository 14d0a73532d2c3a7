import { z } from 'zod';
import { WebhookChoice } from '../webhook-events.js';
import { distinct } from './distinct.js';
import { JsonObject } from './json.js';
import { pageQuery, repeated } from './query.js';
import type { Schema } from './schema.js';
import { checkedText, Count, Timestamp, Url } from './text.js';

const status = z.enum(['active', 'paused']);

/** `failures` counts tries that failed in a row; `pausedBy` says who or what paused it. */
const fields = {
  object: z.literal('webhook'),
  id: z.string(),
  organization: z.string(),
  url: z.string(),
  events: z.array(WebhookChoice),
  status,
  pausedBy: z.enum(['user', 'failures']).optional(),
  pausedAt: Timestamp.optional(),
  failures: Count,
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: z.strictObject({ location: Url }),
};
const schema = z.strictObject(fields).meta({ id: 'Webhook' });
const withSecret = z.strictObject({ ...fields, secret: z.string() }).meta({ id: 'WebhookWithSecret' });

export interface Webhook extends z.infer<typeof schema> {}
export const Webhook: Schema<Webhook> = schema;

/** A webhook in the answers that show its secret: of its creation, and of its secret's rotation. */
export interface WebhookWithSecret extends z.infer<typeof withSecret> {}
export const WebhookWithSecret: Schema<WebhookWithSecret> = withSecret;

const attempt = z
  .strictObject({
    number: z.int().min(1),
    startedAt: Timestamp,
    /** Milliseconds. */
    duration: Count,
    status: z.int().optional(),
    /** Why it failed; absent for a success. */
    error: z.string().optional(),
    /** The beginning of what was answered. */
    response: z.string().optional(),
  })
  .meta({ id: 'WebhookAttempt' });

/** One try to deliver. */
export interface WebhookAttempt extends z.infer<typeof attempt> {}
export const WebhookAttempt: Schema<WebhookAttempt> = attempt;

const deliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped']);

const deliveryFields = {
  object: z.literal('webhook-delivery'),
  id: z.string(),
  webhook: z.string(),
  eventId: z.string(),
  type: z.string(),
  status: deliveryStatus,
  attempts: Count,
  lastAttempt: attempt.omit({ response: true }).optional(),
  redeliveryOf: z.string().optional(),
  createdAt: Timestamp,
  finishedAt: Timestamp.optional(),
  urls: z.strictObject({ location: Url }),
};
const delivery = z.strictObject(deliveryFields).meta({ id: 'WebhookDelivery' });
const wholeDelivery = z
  .strictObject({ ...deliveryFields, tries: z.array(attempt), payload: JsonObject })
  .meta({ id: 'WholeWebhookDelivery' });

/** One event on its way to one webhook, as the log lists it. */
export interface WebhookDelivery extends z.infer<typeof delivery> {}
export const WebhookDelivery: Schema<WebhookDelivery> = delivery;

/** A delivery with what was sent and every try. */
export interface WholeWebhookDelivery extends z.infer<typeof wholeDelivery> {}
export const WholeWebhookDelivery: Schema<WholeWebhookDelivery> = wholeDelivery;

/** Where a webhook's deliveries go. */
const url = checkedText({ min: 1, max: 2048 }, (value) => {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return 'must be an http or https URL';
  const { username, password } = new URL(value);
  return username === '' && password === '' ? undefined : 'must not hold a user name or password';
}).meta({ format: 'uri' });

const events = distinct(z.array(WebhookChoice).min(1, 'must name an event').max(100));

export const WebhookCreate = z.object({ url, events });
export const WebhookUpdate = z.object({
  url: url.optional(),
  events: events.optional(),
  status: status.optional(),
});

export const webhookDeliveryListQuery = pageQuery.extend({ status: repeated(deliveryStatus) });
