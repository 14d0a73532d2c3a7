import type { Cache, Db, Log } from '@quire/runtime';
import type { IdentityConfig } from './config.js';
import type { Activity } from './domain/activity.js';

/** What every handler is given beside its request. */
export interface Identity {
  db: Db;
  cache: Cache;
  config: IdentityConfig;
  clock: () => Date;
  log: Log;
  activity: Activity;
}
