import type { JsonObject } from '@quire/contract';
import { conflict, notFound, type Principal, type Tx } from '@quire/runtime';
import type { IntegrationRow } from '../tables/integration.js';
import {
  deletePlace,
  findInstalled,
  isSelected,
  type PlaceKind,
  type PlaceRow,
  selectedPlaces,
  writePlace,
} from '../tables/place.js';
import { requireTarget } from './change-installation.js';
import { checkConfiguration, type ConfigurationSchema, statusFor, withDefaults } from './configuration.js';
import { tellSetup } from './events/tell-setup.js';
import { touchInstallations } from './installations.js';
import { requirePlace } from './known-places.js';
import { type InstallationPath, needLockedInstallation } from './need-installation.js';

/** The spaces and the sites of installations are handled alike. */

export interface PlacePath {
  params: InstallationPath;
  kind: PlaceKind;
  place: string;
  principal: Principal;
}

/** So many ids travel with every call of the installation. */
const mostSelected = 1_000;

const schemaOf = ({ configurations }: IntegrationRow, kind: PlaceKind): ConfigurationSchema | undefined =>
  configurations?.[kind];

/** Adds a space or site to an installation. */
export async function addPlace(
  tx: Tx,
  { params, kind, place, principal, organizationId, now }: PlacePath & { organizationId: string; now: Date },
): Promise<Shown> {
  // Before the installation is locked: events are projected in this order too.
  await requirePlace(tx, kind, { id: place, organizationId });
  const { installation, integration } = await needLockedInstallation(tx, { params, principal, right: 'manage' });
  requireTarget(integration, kind);
  const at = { kind, installation: installation.id };
  if (await isSelected(tx, at, place)) throw conflict(`It is installed on this ${kind} already.`);
  if ((await selectedPlaces(tx, at)).length >= mostSelected)
    throw conflict(`An installation takes ${mostSelected} ${kind}s one by one; choose "all" for more.`);
  const schema = schemaOf(integration, kind);
  const configuration = withDefaults({}, schema);
  const status = statusFor(configuration, { schema, wasConfigured: false });
  await writePlace(tx, at, { place, status, configuration, external_ids: [], now });
  await touchInstallations(tx, [installation.id]);
  await tellSetup(tx, { installation, place: { kind, id: place }, state: { status, configuration }, now });
  return { row: (await findInstalled(tx, at, place))!, integration };
}

export interface Shown {
  row: PlaceRow;
  integration: IntegrationRow;
}

export interface PlaceChange {
  configuration?: JsonObject | undefined;
  externalIds?: string[] | undefined;
}

/** Changes what an installation has on a space or site. */
export async function changePlace(
  tx: Tx,
  { params, kind, place, principal }: PlacePath,
  { change, now, check }: { change: PlaceChange; now: Date; check: (shown: Shown) => void },
): Promise<Shown> {
  const { installation, integration } = await needLockedInstallation(tx, { params, principal, right: 'configure' });
  const at = { kind, installation: installation.id };
  const row = await findInstalled(tx, at, place);
  if (!row) throw notFound(`${kind} in this installation`);
  check({ row, integration });
  const schema = schemaOf(integration, kind);
  const before = stateOf(row, integration, kind);
  const configuration = change.configuration ? checkConfiguration(change.configuration, schema) : before.configuration;
  const status = change.configuration ? statusFor(configuration, { schema, wasConfigured: true }) : before.status;
  const externalIds = change.externalIds ?? before.externalIds;
  await writePlace(tx, at, { place, configuration, status, external_ids: externalIds, now });
  await touchInstallations(tx, [installation.id]);
  const state = { status, configuration };
  await tellSetup(tx, { installation, place: { kind, id: place }, previous: before, state, now });
  return { row: (await findInstalled(tx, at, place))!, integration };
}

/** Takes a space or site out of an installation. */
export async function removePlace(
  tx: Tx,
  { params, kind, place, principal, now }: PlacePath & { now: Date },
  check: (shown: Shown) => void,
): Promise<void> {
  const { installation, integration } = await needLockedInstallation(tx, { params, principal, right: 'manage' });
  const at = { kind, installation: installation.id };
  const row = await findInstalled(tx, at, place);
  if (!row || !(await isSelected(tx, at, place))) throw notFound(`${kind} in this installation`);
  check({ row, integration });
  await deletePlace(tx, kind, { place, installations: [installation.id] });
  await touchInstallations(tx, [installation.id]);
  const previous = stateOf(row, integration, kind);
  await tellSetup(tx, { installation, place: { kind, id: place }, previous, now });
}

/** What an installation has on a place, with what stands for what was never set. */
export function stateOf(
  { configuration, status, external_ids }: PlaceRow,
  integration: IntegrationRow,
  kind: PlaceKind,
) {
  const schema = schemaOf(integration, kind);
  const set = configuration ?? withDefaults({}, schema);
  return {
    configuration: set,
    status: status ?? statusFor(set, { schema, wasConfigured: false }),
    externalIds: external_ids ?? [],
  };
}
