import type { List, Member } from '@quire/contract';
import { type Principal, idCursor, listOf } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeHolders } from '../../policies/holders.js';
import { listCommenterIds } from '../../tables/commenter.js';
import { contentAt } from '../content-at.js';
import { type CommentsAddress, placeOf } from './place.js';

/** The members who commented on a space or change request, for those who may list members; identity knows how they are. */
export async function readCommenters(
  address: CommentsAddress,
  { limit, page }: { limit: number; page?: string | undefined },
  principal: Principal,
  context: Content,
): Promise<List<Member>> {
  const at = await contentAt(address, principal, context);
  const { organization_id: organizationId } = authorizeHolders(principal, at.space, 'space');
  const { ids, count } = await listCommenterIds(context.db, {
    placeId: placeOf(at),
    organizationId,
    after: idCursor(page),
    limit,
  });
  const list = listOf(ids, { limit, count, cursor: (id) => [id], present: (id) => id });
  const told = list.items.length === 0 ? [] : await context.identity.describeMembers(organizationId, list.items);
  const members = new Map(told.map((member) => [member.id, member]));
  // Who left a moment ago is no member any more.
  return { ...list, items: list.items.flatMap((id) => members.get(id) ?? []) };
}
