import { atLeast, notFound, type Principal, transaction, type Tx } from '@quire/runtime';
import { levelOn } from '../policies/space.js';
import type { Sites } from '../sites.js';
import { findSpaces, shareSpaces, type SpaceFacts, type SpaceRow } from '../tables/space.js';
import { projectSpace } from './project-space.js';

/**
 * Asks content about those of the spaces that cannot be used by what is known here: what was created, restored or
 * transferred a moment ago may be ahead of its event. To be called before the transaction that uses them.
 */
export async function learnSpaces(sites: Sites, ids: readonly string[], organizationId: string) {
  const { db, content } = sites;
  const usable = (await findSpaces(db, ids)).filter((row) => isUsable(row, organizationId)).map(({ id }) => id);
  const doubtful = ids.filter((id) => !usable.includes(id));
  if (doubtful.length === 0) return;
  const told = await content.getSpaces([...new Set(doubtful)]);
  // One at a time: whoever holds a site may be waiting for the next of them.
  for (const space of told) await transaction(db, (tx) => projectSpace(tx, sites, space));
}

/**
 * The spaces that somebody wants to put on a site, in the given order; they cannot be purged or transferred before the
 * transaction ends. Throws 404 unless each belongs to the organization and the caller may see it. To be called before
 * a site is locked: events are projected in this order too.
 */
export async function requireSpaces(
  tx: Tx,
  ids: readonly string[],
  { organizationId, principal }: { organizationId: string; principal: Principal },
): Promise<SpaceFacts[]> {
  const rows = new Map((await shareSpaces(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row || !isUsable(row, organizationId)) throw notFound('space');
    if (!atLeast(levelOn(principal, row.facts), 'read')) throw notFound('space');
    return row.facts;
  });
}

type PresentSpace = Extract<SpaceRow, { facts: SpaceFacts }>;

const isUsable = (row: SpaceRow, organizationId: string): row is PresentSpace =>
  row.state === 'present' && row.organization_id === organizationId;
