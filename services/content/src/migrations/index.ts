import type { Migration } from '@quire/runtime';
import { foundation } from './0001-foundation.js';

export const migrations: readonly Migration[] = [foundation];
