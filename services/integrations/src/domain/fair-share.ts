import { Postponed } from '@quire/runtime';

export type FairShare = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `size` pieces of work at once for each key, so that what is slow for one keeps nobody else waiting. Whoever
 * has waited for `waitMs` in vain is {@link Postponed}.
 */
export function fairShare({ size, waitMs }: { size: number; waitMs: number }): FairShare {
  const lanes = new Map<string, { running: number; waiting: Set<() => void> }>();

  const enter = async (key: string) => {
    const lane = lanes.get(key) ?? { running: 0, waiting: new Set() };
    lanes.set(key, lane);
    if (lane.running < size) return void lane.running++;
    await new Promise<void>((resolve, reject) => {
      const admitted = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.delete(admitted);
        reject(new Postponed(`There are ${size} at work for ${key}.`));
      }, waitMs);
      lane.waiting.add(admitted);
    });
  };
  const leave = (key: string) => {
    const lane = lanes.get(key)!;
    const [next] = lane.waiting;
    if (next) {
      lane.waiting.delete(next);
      next();
    } else if (--lane.running === 0) lanes.delete(key);
  };

  return async (key, work) => {
    await enter(key);
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
}
