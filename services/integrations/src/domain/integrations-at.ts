import type { contract, QueryOf } from '@quire/contract';
import { type Db, idCursor, listOf, notFound, type Principal, requireSignOn } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { seesPlace } from '../policies/place.js';
import { presentIntegration } from '../present/integration.js';
import { findIntegrations } from '../tables/integration.js';
import { countIntegrationsAt, findPlace, integrationsAt, type KnownPlace, type PlaceKind } from '../tables/place.js';
import { viewOf } from './owners.js';

interface Place {
  kind: PlaceKind;
  place: string;
  /** The one that a path names, if it does. */
  organizationId?: string;
  principal: Principal;
}

/** The space or site, for those who may see it; else 404. */
export async function visiblePlace(db: Db, { kind, place, organizationId, principal }: Place): Promise<KnownPlace> {
  const row = await findPlace(db, kind, place);
  const isThere = row?.state === 'present' && (organizationId ?? row.organization_id) === row.organization_id;
  if (isThere) requireSignOn(principal, row.organization_id);
  if (!isThere || !seesPlace(principal, row)) throw notFound(kind);
  return row;
}

/** The integrations that are set up for a space or site. */
export async function listIntegrationsAt(
  integrations: Integrations,
  { query, ...at }: Place & { query: QueryOf<typeof contract.listSpaceIntegrations> },
) {
  const { db } = integrations;
  await visiblePlace(db, at);
  const { page, limit, search } = query;
  const names = await integrationsAt(db, at, { search, after: idCursor(page), limit: limit + 1 });
  const found = new Map((await findIntegrations(db, names)).map((row) => [row.name, row]));
  const rows = names.flatMap((name) => found.get(name) ?? []);
  const view = await viewOf(rows, at.principal, integrations);
  return listOf(rows, {
    limit,
    count: await countIntegrationsAt(db, at, search),
    cursor: ({ name }) => [name],
    present: (row) => presentIntegration(row, view),
  });
}
