/** How long something takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The median of several turns, in milliseconds. */
export async function medianOf(turns: number, work: () => Promise<unknown>): Promise<number> {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) times.push(await timed(work));
  return median(times);
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}
