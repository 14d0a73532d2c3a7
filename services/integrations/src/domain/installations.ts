import { type EventData, events } from '@quire/contract';
import { recordEvent, recordEvents, type Tx } from '@quire/runtime';
import { deleteInstallationsOf, type InstallationRow, touchRows } from '../tables/installation.js';
import type { IntegrationRow } from '../tables/integration.js';

type Facts = EventData<typeof events.installationUpdated>;

/** What is told to others about an installation. */
export const factsOf = (row: InstallationRow, { title }: Pick<IntegrationRow, 'title'>): Facts => ({
  installation: row.id,
  integration: row.integration,
  organization: row.organization_id,
  status: row.status,
  title,
  spaceSelection: row.space_selection,
  siteSelection: row.site_selection,
});

/** Says that an installation is there, or is another one than before. */
export async function tellInstallation(
  tx: Tx,
  kind: 'installationCreated' | 'installationUpdated' | 'installationDeleted',
  { row, integration }: { row: InstallationRow; integration: Pick<IntegrationRow, 'title'> },
): Promise<void> {
  // What is gone is one step after what it was last.
  const sequence = kind === 'installationDeleted' ? row.version + 1 : row.version;
  await recordEvent(tx, events[kind], { subject: row.id, sequence, data: factsOf(row, integration) });
}

/** Says that installations are others than before, though not by what their own rows hold. */
export async function touchInstallations(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await touchRows(tx, ids);
  const facts = rows.map((row) => ({ subject: row.id, sequence: row.version, data: factsOf(row, row) }));
  await recordEvents(tx, events.installationUpdated, facts);
}

const batch = 1_000;

/** Takes an integration away from everybody who has it, and says so. */
export async function removeInstallations(tx: Tx, integration: IntegrationRow): Promise<void> {
  const rows = await deleteInstallationsOf(tx, integration.name);
  for (let start = 0; start < rows.length; start += batch) {
    const facts = rows.slice(start, start + batch).map((row) => ({
      subject: row.id,
      sequence: row.version + 1,
      data: factsOf(row, integration),
    }));
    await recordEvents(tx, events.installationDeleted, facts);
  }
}
