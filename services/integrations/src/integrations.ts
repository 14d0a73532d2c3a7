import type { Db } from '@quire/runtime';

/** What every handler is given beside its request. */
export interface Integrations {
  db: Db;
}
