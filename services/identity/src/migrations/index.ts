import type { Migration } from '@quire/runtime';
import { createIdentity } from './0001-identity.js';

/** Every step of the schema `identity`, in order. */
export const migrations: readonly Migration[] = [createIdentity];
