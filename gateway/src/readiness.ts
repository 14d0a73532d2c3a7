const timeoutMs = 1_000;

export interface Readiness {
  ok: boolean;
  /** By service: whether its `/readyz` answered 200 in time. */
  details: Record<string, boolean>;
}

/** Asks every service whether it is ready. Questions that come while one is under way share its answer. */
export function createReadiness(services: Readonly<Record<string, string>>): () => Promise<Readiness> {
  const check = async (): Promise<Readiness> => {
    const entries = await Promise.all(
      Object.entries(services).map(async ([name, baseUrl]) => [name, await isReady(baseUrl)] as const),
    );
    return { ok: entries.every(([, ready]) => ready), details: Object.fromEntries(entries) };
  };
  let underWay: Promise<Readiness> | undefined;
  return () =>
    (underWay ??= check().finally(() => {
      underWay = undefined;
    }));
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    // Refused, reset or too slow: each of them is the answer "no".
    return false;
  }
}
