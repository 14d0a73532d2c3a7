import type { Migration } from '@quire/runtime';
import { createIntegrations } from './0001-integrations.js';

/** Every step of the schema `integrations`, in order. */
export const migrations: readonly Migration[] = [createIntegrations];
