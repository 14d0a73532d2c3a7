/** Lets a number of callers in at once; the others wait in line, until they give up. Each calls what it is given when it is done. */
export function slots(atOnce: number): (signal: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason as Error);
        };
        const enter = () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        waiting.push(enter);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    return once(release);
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
