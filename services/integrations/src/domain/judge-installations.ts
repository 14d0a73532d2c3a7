import { type EventData, events } from '@quire/contract';
import { recordEvent, type Tx } from '@quire/runtime';
import { type JudgedKind, judgedKinds, lockToJudge, type PlacedConfiguration, writeJudged } from '../tables/judged.js';
import { type IntegrationRow, shareIntegration } from '../tables/integration.js';
import { type ConfigurationSchema, statusFor, withDefaults } from './configuration.js';
import { tellSetups } from './events/tell-setup.js';
import { touchInstallations } from './installations.js';

type Told = EventData<typeof events.integrationConfigurationsChanged>;

/** In one transaction: an integration may be installed ten thousand times. */
const batch = 500;
const start = { installation: '', place: '' };

/** Says that installations have to be judged anew, when what is asked for is not what it was. */
export async function tellConfigurations(
  tx: Tx,
  { previous, row }: { previous: Pick<IntegrationRow, 'configurations'> | undefined; row: IntegrationRow },
): Promise<void> {
  if (!previous || JSON.stringify(previous.configurations) === JSON.stringify(row.configurations)) return;
  await tellNext(tx, { integration: row.name, version: row.version, from: { kind: 'account', after: start } });
}

/** Judges the next 500 installations, spaces or sites of installations; those after them by an event that goes on there. */
export async function judgeInstallations(tx: Tx, { integration: name, version, from }: Told, now: Date): Promise<void> {
  const integration = await shareIntegration(tx, name);
  // Published once more, it has told so.
  if (integration?.version !== version) return;
  const { kind, after } = from;
  const found = await lockToJudge(tx, kind, { integration: name, after, limit: batch });
  const schema = integration.configurations?.[kind];
  const changed = found.flatMap((row) => {
    const judged = judge(row, schema);
    return judged ? [{ row, judged }] : [];
  });
  await writeJudged(tx, kind, { rows: changed.map(({ judged }) => judged), now });
  await touchInstallations(tx, [...new Set(changed.map(({ row }) => row.installation))]);
  await tellSetups(
    tx,
    changed.map(({ row, judged }) => ({
      installation: { id: row.installation, integration: name, organization_id: row.organization_id },
      ...(kind === 'account' ? {} : { place: { kind, id: row.place } }),
      previous: row,
      state: judged,
      now,
    })),
  );
  const last = found.length < batch ? undefined : found.at(-1)!;
  const next = last ? { kind, after: { installation: last.installation, place: last.place } } : startOf(kind);
  if (next) await tellNext(tx, { integration: name, version, from: next });
}

/** Undefined when it stays what it is. */
function judge(row: PlacedConfiguration, schema: ConfigurationSchema | undefined): PlacedConfiguration | undefined {
  const configuration = withDefaults(row.configuration, schema);
  const status = statusFor(configuration, { schema, wasConfigured: row.status === 'active' });
  const isSame = status === row.status && JSON.stringify(configuration) === JSON.stringify(row.configuration);
  return isSame || row.status === 'paused' ? undefined : { ...row, status, configuration };
}

function startOf(done: JudgedKind): Told['from'] | undefined {
  const kind = judgedKinds[judgedKinds.indexOf(done) + 1];
  return kind && { kind, after: start };
}

const tellNext = (tx: Tx, data: Told): Promise<void> =>
  recordEvent(tx, events.integrationConfigurationsChanged, {
    subject: data.integration,
    sequence: data.version,
    data,
  });
