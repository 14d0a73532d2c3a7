import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Whom Postgres runs as when that is not ourselves. */
export interface Account {
  uid: number;
  gid: number;
}

/** Where an unprivileged account finds what the folders of root would hide from it. */
export const sharedFolder = '/var/lib/quire';

/** Postgres refuses to run as root: root's servers run as `nobody`, everybody else's as themselves (`undefined`). */
export function serverAccount(): Account | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

/** Whether the account may pass through the folder and everything above it. */
export async function canReach(folder: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true;
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (path === dirname(path)) return true;
  }
}
