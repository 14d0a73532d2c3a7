import type { Consumer } from '@quire/runtime';
import type { Identity } from '../identity.js';
import { countSpaces } from './count-spaces.js';

export const consumers: readonly Consumer<Identity>[] = [countSpaces];
