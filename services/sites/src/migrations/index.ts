import type { Migration } from '@quire/runtime';
import { createSites } from './0001-sites.js';
import { createStructure } from './0002-structure.js';
import { createPublishing } from './0003-publishing.js';
import { tellOfChanges } from './0004-changes.js';
import { openApiSpecs } from './0005-openapi-specs.js';
import { createHostnames } from './0006-hostnames.js';
import { createFormerPlaces } from './0007-former-places.js';

/** Every step of the schema `sites`, in order. */
export const migrations: readonly Migration[] = [
  createSites,
  createStructure,
  createPublishing,
  tellOfChanges,
  openApiSpecs,
  createHostnames,
  createFormerPlaces,
];
