import type { ApiClient } from '@quire/testing';
import { timed } from './measure.js';
import { meanwhile } from './meanwhile.js';

/**
 * What a space costs as PDF: seconds for the first caller, milliseconds for the second one, the most memory of the process
 * meanwhile in MiB, and what others waited for a read before and meanwhile, in milliseconds.
 */
export async function printing(client: ApiClient, spaceId: string, memory: () => number) {
  let peak = memory();
  const read = async () => {
    await client.get(`/v1/spaces/${spaceId}`, { expect: 200 });
    peak = Math.max(peak, memory());
  };
  const print = () => client.get(`/v1/spaces/${spaceId}/pdf`, { expect: 200 });
  const { outcome: first, quiet, during } = await meanwhile(read, () => timed(print));
  const again = await timed(print);
  const answer = await fetch((await print()).body.url);
  const size = (await answer.arrayBuffer()).byteLength;
  return { seconds: first / 1000, again, peak, quiet: quiet.median, meanwhile: during.median, size };
}
