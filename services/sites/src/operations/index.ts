import type { AnyOperation } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { addSectionGroupToSite } from './site-section-groups/addSectionGroupToSite.js';
import { addSectionToGroup } from './site-section-groups/addSectionToGroup.js';
import { deleteSiteSectionGroupById } from './site-section-groups/deleteSiteSectionGroupById.js';
import { listSiteSectionGroups } from './site-section-groups/listSiteSectionGroups.js';
import { moveSiteSectionGroup } from './site-section-groups/moveSiteSectionGroup.js';
import { removeSectionFromGroup } from './site-section-groups/removeSectionFromGroup.js';
import { updateSiteSectionGroupById } from './site-section-groups/updateSiteSectionGroupById.js';
import { addSectionToSite } from './site-sections/addSectionToSite.js';
import { deleteSiteSectionById } from './site-sections/deleteSiteSectionById.js';
import { listSiteSections } from './site-sections/listSiteSections.js';
import { moveSiteSection } from './site-sections/moveSiteSection.js';
import { updateSiteSectionById } from './site-sections/updateSiteSectionById.js';
import { createSiteShareLink } from './site-share-links/createSiteShareLink.js';
import { deleteSiteShareLinkById } from './site-share-links/deleteSiteShareLinkById.js';
import { listSiteShareLinks } from './site-share-links/listSiteShareLinks.js';
import { updateSiteShareLinkById } from './site-share-links/updateSiteShareLinkById.js';
import { addSpaceToSite } from './site-spaces/addSpaceToSite.js';
import { deleteSiteSpaceById } from './site-spaces/deleteSiteSpaceById.js';
import { listSiteSpaces } from './site-spaces/listSiteSpaces.js';
import { moveSiteSpace } from './site-spaces/moveSiteSpace.js';
import { updateSiteSpaceById } from './site-spaces/updateSiteSpaceById.js';
import { createSite } from './sites/createSite.js';
import { deleteSiteById } from './sites/deleteSiteById.js';
import { getSiteById } from './sites/getSiteById.js';
import { getSiteStructure } from './sites/getSiteStructure.js';
import { listSites } from './sites/listSites.js';
import { publishSite } from './sites/publishSite.js';
import { unpublishSite } from './sites/unpublishSite.js';
import { updateSiteById } from './sites/updateSiteById.js';

export const operations: readonly AnyOperation<Sites>[] = [
  addSectionGroupToSite,
  addSectionToGroup,
  addSectionToSite,
  addSpaceToSite,
  createSite,
  createSiteShareLink,
  deleteSiteById,
  deleteSiteSectionById,
  deleteSiteSectionGroupById,
  deleteSiteShareLinkById,
  deleteSiteSpaceById,
  getSiteById,
  getSiteStructure,
  listSiteSectionGroups,
  listSiteSections,
  listSiteShareLinks,
  listSiteSpaces,
  listSites,
  moveSiteSection,
  moveSiteSectionGroup,
  moveSiteSpace,
  publishSite,
  removeSectionFromGroup,
  unpublishSite,
  updateSiteById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
  updateSiteShareLinkById,
  updateSiteSpaceById,
];

/** Owned operations that answer 501. */
export const unimplemented: readonly string[] = [];
