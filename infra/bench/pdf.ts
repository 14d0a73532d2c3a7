import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@quire/testing';
import { median, timed } from './measure.js';

/**
 * What a space costs as PDF: seconds for the first caller, milliseconds for the second one, the most memory of the process
 * meanwhile in MiB, and what others waited for a read before and meanwhile, in milliseconds.
 */
export async function printing(client: ApiClient, spaceId: string, memory: () => number) {
  const read = () => client.get(`/v1/spaces/${spaceId}`, { expect: 200 });
  const print = () => client.get(`/v1/spaces/${spaceId}/pdf`, { expect: 200 });
  const quiet: number[] = [];
  for (let turn = 0; turn < 50; turn += 1) quiet.push(await timed(read));
  const done = new AbortController();
  let peak = memory();
  const meanwhile: number[] = [];
  const others = async () => {
    while (!done.signal.aborted) {
      meanwhile.push(await timed(read));
      peak = Math.max(peak, memory());
      await delay(20);
    }
  };
  const [first] = await Promise.all([timed(print).finally(() => done.abort()), others()]);
  const again = await timed(print);
  const answer = await fetch((await print()).body.url);
  const size = (await answer.arrayBuffer()).byteLength;
  return { seconds: first / 1000, again, peak, quiet: median(quiet), meanwhile: median(meanwhile), size };
}
