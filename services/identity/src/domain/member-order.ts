import { type CursorValue, decodeCursor, invalid } from '@quire/runtime';
import type { MemberFilter, MemberPage, MemberRow } from '../tables/member.js';

/** Where a member stands in a sorted list: moments as milliseconds, names as the list compares them. */
export function memberCursor(member: MemberRow, sort: MemberFilter['sort']): CursorValue[] {
  const moment = sort === 'joinedAt' ? member.joined_at : member.last_seen_at;
  return [sort === 'name' ? member.sort_name : (moment?.getTime() ?? 0), member.user_id];
}

/** Reads {@link memberCursor} back; one of another sort order is refused. */
export function afterMember(page: string | undefined, sort: MemberFilter['sort']): MemberPage['after'] {
  const cursor = decodeCursor(page, 2);
  if (!cursor) return undefined;
  const [value, userId] = cursor;
  if (typeof userId === 'string') {
    if (sort === 'name' && typeof value === 'string') return { value, userId };
    if (sort !== 'name' && isMoment(value)) return { value: new Date(value), userId };
  }
  throw invalid([{ path: 'query.page', message: 'is not a cursor of this list; pass next.page of an earlier answer' }]);
}

const isMoment = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 4e12;
