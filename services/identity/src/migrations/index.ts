import type { Migration } from '@quire/runtime';
import { createIdentity } from './0001-identity.js';
import { createSignOn } from './0002-sign-on.js';
import { indexEndedTokens } from './0003-ended-tokens.js';
import { noteDocumentation } from './0004-documentation.js';

/** Every step of the schema `identity`, in order. */
export const migrations: readonly Migration[] = [createIdentity, createSignOn, indexEndedTokens, noteDocumentation];
