import type { SiteSpace } from '@quire/contract';
import type { SiteSpaceRow } from '../tables/site-space.js';
import { presentSpace } from './space.js';
import type { Viewer } from './viewer.js';

export function presentSiteSpace(row: SiteSpaceRow, viewer: Viewer): SiteSpace {
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    space: presentSpace(row.facts, viewer),
    title: row.facts.title,
    default: row.is_default,
    ...(row.condition === null ? {} : { condition: row.condition }),
    urls: {},
  };
}
