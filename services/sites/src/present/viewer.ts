import type { Principal } from '@quire/runtime';

/** For whom something is presented. */
export interface Viewer {
  principal: Principal;
  publicUrl: string;
}
