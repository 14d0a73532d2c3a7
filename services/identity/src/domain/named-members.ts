import { invalid, notFound, type Tx } from '@quire/runtime';
import { findNamedMembers } from '../tables/team-member.js';

/** A member of the organization as a body names them, by user id or e-mail address. */
export interface NamedMember {
  name: string;
  /** The list that the name is in; each member may be in it once. */
  list: string;
  /** Where in the list. */
  at: string | number;
}

export const namedIn = (list: string, names: readonly string[] = []): NamedMember[] =>
  names.map((name, at) => ({ name, list, at }));

/**
 * The user id of each name. Throws 400 for a member who is twice in one list, under whatever names, and else 404 for the
 * first name that means no member.
 */
export async function membersByName(
  tx: Tx,
  organizationId: string,
  named: readonly NamedMember[],
): Promise<Map<string, string>> {
  const names = [...new Set(named.map(({ name }) => name))];
  const found = await findNamedMembers(tx, organizationId, names);
  const ids = new Map(found.map(({ name, userId }) => [name, userId]));
  refuseRepeated(named, ids);
  const unknown = names.find((name) => !ids.has(name));
  if (unknown !== undefined) throw notFound(`member as ${unknown}`);
  return ids;
}

function refuseRepeated(named: readonly NamedMember[], ids: ReadonlyMap<string, string>): void {
  const seen = new Set<string>();
  const repeated = named.filter(({ list, name }) => {
    const place = `${list} ${ids.get(name) ?? name}`;
    return seen.has(place) || !seen.add(place);
  });
  if (repeated.length === 0) return;
  throw invalid(repeated.map(({ list, at }) => ({ path: `body.${list}.${at}`, message: 'repeats an earlier member' })));
}
