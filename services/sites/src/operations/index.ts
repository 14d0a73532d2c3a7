import type { AnyOperation, InternalRoute } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { getSites } from './internal/getSites.js';
import { listHostnames } from './internal/listHostnames.js';
import { getPublishedContentSite } from './site-publishing/getPublishedContentSite.js';
import { getSiteCustomizationById } from './site-publishing/getSiteCustomizationById.js';
import { getSitePublishingAuthById } from './site-publishing/getSitePublishingAuthById.js';
import { publishSite } from './site-publishing/publishSite.js';
import { regenerateSitePublishingAuthById } from './site-publishing/regenerateSitePublishingAuthById.js';
import { resolvePublishedContentByUrl } from './site-publishing/resolvePublishedContentByUrl.js';
import { unpublishSite } from './site-publishing/unpublishSite.js';
import { updateSiteCustomizationById } from './site-publishing/updateSiteCustomizationById.js';
import { updateSitePublishingAuthById } from './site-publishing/updateSitePublishingAuthById.js';
import { createSiteRedirect } from './site-redirects/createSiteRedirect.js';
import { deleteSiteRedirectById } from './site-redirects/deleteSiteRedirectById.js';
import { getSiteRedirectBySource } from './site-redirects/getSiteRedirectBySource.js';
import { listSiteRedirects } from './site-redirects/listSiteRedirects.js';
import { updateSiteRedirectById } from './site-redirects/updateSiteRedirectById.js';
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
import { searchSiteContent } from './sites/searchSiteContent.js';
import { updateSiteById } from './sites/updateSiteById.js';

export const operations: readonly AnyOperation<Sites>[] = [
  addSectionGroupToSite,
  addSectionToGroup,
  addSectionToSite,
  addSpaceToSite,
  createSite,
  createSiteRedirect,
  createSiteShareLink,
  deleteSiteById,
  deleteSiteRedirectById,
  deleteSiteSectionById,
  deleteSiteSectionGroupById,
  deleteSiteShareLinkById,
  deleteSiteSpaceById,
  getPublishedContentSite,
  getSiteById,
  getSiteCustomizationById,
  getSitePublishingAuthById,
  getSiteRedirectBySource,
  getSiteStructure,
  listSiteRedirects,
  listSiteSectionGroups,
  listSiteSections,
  listSiteShareLinks,
  listSiteSpaces,
  listSites,
  moveSiteSection,
  moveSiteSectionGroup,
  moveSiteSpace,
  publishSite,
  regenerateSitePublishingAuthById,
  removeSectionFromGroup,
  resolvePublishedContentByUrl,
  searchSiteContent,
  unpublishSite,
  updateSiteById,
  updateSiteCustomizationById,
  updateSitePublishingAuthById,
  updateSiteRedirectById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
  updateSiteShareLinkById,
  updateSiteSpaceById,
];

/** Owned operations that answer 501. */
export const unimplemented: readonly string[] = [];

/** What other services may ask. */
export const internalRoutes: readonly InternalRoute<Sites>[] = [getSites, listHostnames];
