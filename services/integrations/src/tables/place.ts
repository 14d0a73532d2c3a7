import type { Installation, Integration } from '@quire/contract';
import { type Db, project, type Tx } from '@quire/runtime';
import { containing } from './like.js';

/** Where in an organization an integration can be installed. */
export type PlaceKind = 'space' | 'site';

/** A space or site as its owner told of it last; a purged one leaves its id behind. */
export interface KnownPlace {
  id: string;
  organization_id: string;
  state: 'present' | 'deleted' | 'purged';
  facts: object | null;
  sequence: number;
}

/** What an installation has on one space or site; of one that comes with `all`, without a row of its own, nothing yet. */
export interface PlaceRow {
  installation_id: string;
  place_id: string;
  status: Installation['status'] | null;
  configuration: Installation['configuration'] | null;
  external_ids: string[] | null;
}

/** Names of tables and columns; of a fixed set, so that they can stand in SQL. */
const names = {
  space: { known: 'spaces', installed: 'installation_spaces', id: 'space_id', selection: 'space_selection' },
  site: { known: 'sites', installed: 'installation_sites', id: 'site_id', selection: 'site_selection' },
} as const;

export async function findPlace(db: Db, kind: PlaceKind, id: string): Promise<KnownPlace | undefined> {
  return db(names[kind].known).where({ id }).first('id', 'organization_id', 'state', 'facts', 'sequence');
}

/** Reads a space or site and keeps events about it from being projected until the transaction ends. */
export async function sharePlace(tx: Tx, kind: PlaceKind, id: string): Promise<KnownPlace | undefined> {
  return tx(names[kind].known).where({ id }).forShare().first('id', 'organization_id', 'state', 'facts', 'sequence');
}

/** Keeps the row unless a newer one is there; returns whether it was kept. */
export async function projectPlace(tx: Tx, kind: PlaceKind, row: KnownPlace): Promise<boolean> {
  return project(tx, names[kind].known, { key: 'id', row: { ...row } });
}

/** The places that an installation may act on: `i` is the installation, `p` the place, `x` what it has there. */
const reached = (kind: PlaceKind, onlySelected = false) => {
  const { known, installed, id, selection } = names[kind];
  return `FROM installations i JOIN ${known} p ON p.organization_id = i.organization_id AND p.state = 'present'
    ${onlySelected ? '' : 'LEFT '}JOIN ${installed} x ON x.installation_id = i.id AND x.${id} = p.id
    WHERE i.id = :installation AND (i.${selection} = 'all' OR x.${id} IS NOT NULL)`;
};
const columns = 'i.id AS installation_id, p.id AS place_id, x.status, x.configuration, x.external_ids';

export interface InstalledPlaces {
  kind: PlaceKind;
  installation: string;
}

export async function findInstalled(
  db: Db,
  { kind, installation }: InstalledPlaces,
  place: string,
): Promise<PlaceRow | undefined> {
  const { rows } = await db.raw<{ rows: PlaceRow[] }>(`SELECT ${columns} ${reached(kind)} AND p.id = :place`, {
    installation,
    place,
  });
  return rows[0];
}

/** What is asked for at once; how it was selected decides from where the database looks it up. */
export interface InstalledPlacesBySelection extends InstalledPlaces {
  selection: Installation['space_selection'];
}

/** By id: at most `limit` after the one with the id `after`. */
export async function listInstalled(
  db: Db,
  { kind, installation, selection }: InstalledPlacesBySelection,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<PlaceRow[]> {
  const { rows } = await db.raw<{ rows: PlaceRow[] }>(
    `SELECT ${columns} ${reached(kind, selection === 'selected')} AND p.id > :after ORDER BY p.id LIMIT :limit`,
    { installation, after, limit },
  );
  return rows;
}

export async function countInstalled(
  db: Db,
  { kind, installation, selection }: InstalledPlacesBySelection,
): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer ${reached(kind, selection === 'selected')}`,
    { installation },
  );
  return rows[0]!.count;
}

/** The ids of the places that were selected one by one. */
export async function selectedPlaces(db: Db, { kind, installation }: InstalledPlaces): Promise<string[]> {
  const { installed, id } = names[kind];
  return db(installed).where({ installation_id: installation }).orderBy(id).pluck(id);
}

export interface PlaceWrite {
  place: string;
  status: Installation['status'];
  configuration: Installation['configuration'];
  external_ids: string[];
  now: Date;
}

/** Puts in what an installation has on a place, or changes it. */
export async function writePlace(
  tx: Tx,
  { kind, installation }: InstalledPlaces,
  { place, now, configuration, ...rest }: PlaceWrite,
): Promise<void> {
  const { installed, id } = names[kind];
  const written = { ...rest, configuration: JSON.stringify(configuration), updated_at: now };
  await tx(installed)
    .insert({ installation_id: installation, [id]: place, created_at: now, ...written })
    .onConflict(['installation_id', id])
    .merge(written);
}

/** Whether the installation has a row of its own for the place. */
export async function isSelected(db: Db, { kind, installation }: InstalledPlaces, place: string): Promise<boolean> {
  const { installed, id } = names[kind];
  const row: unknown = await db(installed)
    .where({ installation_id: installation, [id]: place })
    .first(id);
  return row !== undefined;
}

/** Takes a place out of installations. */
export async function deletePlace(
  tx: Tx,
  kind: PlaceKind,
  { place, installations }: { place: string; installations: readonly string[] },
): Promise<void> {
  const { installed, id } = names[kind];
  await tx(installed)
    .where(id, place)
    .whereIn('installation_id', [...installations])
    .delete();
}

/** The installations of other organizations than the one where the place is now, or of all when it is gone. */
export async function strandedInstallations(
  tx: Tx,
  kind: PlaceKind,
  { place, organization }: { place: string; organization: string | null },
): Promise<string[]> {
  const { installed, id } = names[kind];
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `SELECT i.id FROM ${installed} x JOIN installations i ON i.id = x.installation_id
     WHERE x.${id} = :place AND i.organization_id IS DISTINCT FROM :organization ORDER BY i.id FOR NO KEY UPDATE OF i`,
    { place, organization },
  );
  return rows.map((row) => row.id);
}

/** The integrations `n` that are set up for a place. */
const setUpAt = (kind: PlaceKind) => {
  const { known, installed, id, selection } = names[kind];
  return `FROM ${known} p JOIN installations i ON i.organization_id = p.organization_id
    JOIN integrations n ON n.name = i.integration
    LEFT JOIN ${installed} x ON x.installation_id = i.id AND x.${id} = p.id
    WHERE p.id = :place AND p.state = 'present' AND n.target IN ('all', '${kind}')
      AND (i.${selection} = 'all' OR x.${id} IS NOT NULL)`;
};
const isSearched = `AND (:pattern::text IS NULL OR lower(n.name || ' ' || n.title) LIKE :pattern)`;

/** The names of these integrations, by name: at most `limit` after the one named `after`. */
export async function integrationsAt(
  db: Db,
  { kind, place }: { kind: PlaceKind; place: string },
  { search, after = '', limit }: { search?: string | undefined; after?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `SELECT n.name ${setUpAt(kind)} ${isSearched} AND n.name > :after ORDER BY n.name LIMIT :limit`,
    { place, pattern: containing(search), after, limit },
  );
  return rows.map(({ name }) => name);
}

export async function countIntegrationsAt(
  db: Db,
  { kind, place }: { kind: PlaceKind; place: string },
  search?: string,
): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer ${setUpAt(kind)} ${isSearched}`,
    { place, pattern: containing(search) },
  );
  return rows[0]!.count;
}

/** What blocks integrations offer in a space, by integration. */
export async function blocksAt(
  db: Db,
  place: string,
): Promise<{ name: string; blocks: NonNullable<Integration['blocks']> }[]> {
  const { rows } = await db.raw<{ rows: { name: string; blocks: NonNullable<Integration['blocks']> }[] }>(
    `SELECT n.name, n.blocks ${setUpAt('space')} AND n.has_blocks AND i.status = 'active' ORDER BY n.name LIMIT 1000`,
    { place },
  );
  return rows;
}
