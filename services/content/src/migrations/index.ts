import type { Migration } from '@quire/runtime';
import { foundation } from './0001-foundation.js';
import { customFields } from './0004-custom-fields.js';

export const migrations: readonly Migration[] = [foundation, customFields];
