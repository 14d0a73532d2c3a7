import type { EventData, events } from '@quire/contract';
import { atLeast, type Principal } from '@quire/runtime';
import type { KnownPlace } from '../tables/place.js';
import { roleIn } from './integration.js';

/**
 * Whether the caller sees a space or site by their role in its organization; what is granted to them directly is known to
 * content alone.
 */
export function seesPlace(principal: Principal, { organization_id, facts }: KnownPlace): boolean {
  const role = roleIn(principal, organization_id);
  if (role === null || role === 'admin') return role !== null;
  const { resolvedLevel = 'inherit' } = (facts ?? {}) as Partial<EventData<typeof events.spaceUpdated>>;
  return resolvedLevel === 'inherit' || atLeast(resolvedLevel, 'read');
}
