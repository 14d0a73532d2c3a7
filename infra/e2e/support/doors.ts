import { findFreePort } from '@quire/embedded-postgres/ports';
import { after, before } from 'mocha';
import { Deployable } from './process.js';
import { mode, type World } from './world.js';

/** Where the gateways of a world are: two replicas, or all in one the one that there is; to be read inside tests only. */
export function doorsOf(quire: World): readonly string[] {
  const doors: string[] = [];
  let second: Deployable | undefined;

  before('starts a second gateway where there can be one', async () => {
    doors.push(quire.url);
    if (mode === 'local') return;
    const { main, environment } = quire.holder('gateway');
    second = new Deployable(main, await findFreePort(), environment);
    await second.start();
    doors.push(`http://127.0.0.1:${second.port}`);
  });
  after(() => second?.stop());
  return doors;
}
