import type { AnyOperation } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { addSpaceToSite } from './site-spaces/addSpaceToSite.js';
import { deleteSiteSpaceById } from './site-spaces/deleteSiteSpaceById.js';
import { listSiteSpaces } from './site-spaces/listSiteSpaces.js';
import { moveSiteSpace } from './site-spaces/moveSiteSpace.js';
import { updateSiteSpaceById } from './site-spaces/updateSiteSpaceById.js';
import { createSite } from './sites/createSite.js';
import { deleteSiteById } from './sites/deleteSiteById.js';
import { getSiteById } from './sites/getSiteById.js';
import { listSites } from './sites/listSites.js';
import { updateSiteById } from './sites/updateSiteById.js';

export const operations: readonly AnyOperation<Sites>[] = [
  addSpaceToSite,
  createSite,
  deleteSiteById,
  deleteSiteSpaceById,
  getSiteById,
  listSiteSpaces,
  listSites,
  moveSiteSpace,
  updateSiteById,
  updateSiteSpaceById,
];

/** Owned operations that answer 501. */
export const unimplemented: readonly string[] = [
  'addSectionGroupToSite',
  'addSectionToGroup',
  'addSectionToSite',
  'createSiteShareLink',
  'deleteSiteSectionById',
  'deleteSiteSectionGroupById',
  'deleteSiteShareLinkById',
  'listSiteSectionGroups',
  'listSiteSections',
  'listSiteShareLinks',
  'moveSiteSection',
  'moveSiteSectionGroup',
  'removeSectionFromGroup',
  'updateSiteSectionById',
  'updateSiteSectionGroupById',
  'updateSiteShareLinkById',
];
