import type { Contributor } from '@quire/contract';
import type { ContributorRow } from '../tables/contributor.js';
import type { Links } from './links.js';
import { presentUser } from './user.js';

export function presentContributor(row: ContributorRow, links: Links): Contributor {
  return {
    updatedAt: row.updated_at.toISOString(),
    count: row.count,
    user: presentUser(row, links),
    actionType: row.action,
  };
}
