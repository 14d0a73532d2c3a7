import { type Principal, principalSigner } from '@quire/runtime';

const reuseSeconds = 30;
const maximumKept = 2_000;
/** Characters of a principal; larger ones are signed each time. */
const largestKept = 64 * 1024;

/**
 * Signs principals for the services. A signature is good for 60 seconds and reused for 30: signing costs more than the
 * rest of the gateway's work, and services remember what they have verified.
 */
export function createAssertions(privateKeyPem: string): (principal: Principal, now?: number) => string {
  const sign = principalSigner(privateKeyPem);
  const kept = new Map<string, { assertion: string; signedAt: number }>();
  return (principal, now = Date.now() / 1000) => {
    const key = JSON.stringify(principal);
    if (key.length > largestKept) return sign(principal, now);
    const earlier = kept.get(key);
    // Taking the entry out and putting it back keeps the map in the order of use.
    kept.delete(key);
    const fresh = earlier && now - earlier.signedAt < reuseSeconds;
    const entry = fresh ? earlier : { assertion: sign(principal, now), signedAt: now };
    kept.set(key, entry);
    if (kept.size > maximumKept) kept.delete(kept.keys().next().value!);
    return entry.assertion;
  };
}
