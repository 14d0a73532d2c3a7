import { events } from '@quire/contract';
import { newId, recordEvent, recordEvents, type Tx } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { insertIntegrationEvents, installationsOfSpace } from '../../tables/integration-event.js';

/** Something that an integration is to be told about one installation of it. */
export interface Told {
  integration: string;
  organization: string;
  installation: string;
  /** Of the published API, without `eventId` and `installationId`. */
  payload: { type: string } & Record<string, unknown>;
}

/** Records what integrations are to be told; it is handed to them once the transaction has committed. */
export async function recordIntegrationEvents(
  tx: Tx,
  { clock }: Pick<Integrations, 'clock'>,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return;
  const now = clock();
  const rows = told.map(({ integration, organization, installation, payload }) => {
    const id = newId(now.getTime());
    return {
      id,
      integration,
      organization_id: organization,
      installation_id: installation,
      payload: { eventId: id, installationId: installation, ...payload },
      status: null,
      logs: [],
      created_at: now,
    };
  });
  await insertIntegrationEvents(tx, rows);
  const facts = rows.map(({ id, integration }) => ({ subject: id, sequence: 1, data: { event: id, integration } }));
  await recordEvents(tx, events.integrationEventRecorded, facts);
}

/** In one transaction: an organization may have thousands of integrations installed. */
const batch = 500;

/** Tells the installations that act on a space; those beyond the first 500 by an event that goes on after them. */
export async function tellInstallationsOfSpace(
  tx: Tx,
  context: Pick<Integrations, 'clock'>,
  {
    organization,
    space,
    payload,
    after = '',
  }: { organization: string; space: string; payload: Told['payload']; after?: string },
): Promise<void> {
  const found = await installationsOfSpace(tx, { organization, space, after, limit: batch });
  const told = found.map(({ id, integration }) => ({ integration, organization, installation: id, payload }));
  await recordIntegrationEvents(tx, context, told);
  const last = found.at(-1);
  if (!last || found.length < batch) return;
  await recordEvent(tx, events.integrationEventsContinued, {
    subject: space,
    sequence: 1,
    data: { organization, about: { space }, payload, after: last.id },
  });
}
