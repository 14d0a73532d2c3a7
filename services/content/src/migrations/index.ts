import type { Migration } from '@quire/runtime';
import { foundation } from './0001-foundation.js';
import { permissions } from './0002-permissions.js';
import { comments } from './0003-comments.js';
import { customFields } from './0004-custom-fields.js';
import { tree } from './0005-tree.js';
import { reviews } from './0006-reviews.js';
import { links } from './0007-links.js';
import { pdfs } from './0008-pdfs.js';
import { git } from './0009-git.js';
import { shareLinks } from './0010-share-links.js';
import { formerPaths } from './0011-former-paths.js';
import { computed } from './0012-computed.js';
import { changeRequestDescriptions } from './0013-change-request-descriptions.js';
import { toldVisibility } from './0014-told-visibility.js';
import { publishedAddresses } from './0015-published-addresses.js';
import { imports } from './0016-imports.js';
import { sweeps } from './0017-sweeps.js';
import { sectionLeads } from './0018-section-leads.js';

export const migrations: readonly Migration[] = [
  foundation,
  permissions,
  comments,
  customFields,
  tree,
  reviews,
  links,
  pdfs,
  git,
  shareLinks,
  formerPaths,
  computed,
  changeRequestDescriptions,
  toldVisibility,
  publishedAddresses,
  imports,
  sweeps,
  sectionLeads,
];
