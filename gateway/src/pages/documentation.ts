import { internalContract } from '@quire/contract';
import { internalCall } from '@quire/runtime';

const timeoutMs = 1_000;

export interface DocumentationOptions {
  identityUrl: string;
  sitesUrl: string;
  secret: string;
}

/** Finds the path of Quire's own documentation; undefined while it is not published, or cannot be asked for. */
export function createDocumentation({ identityUrl, sitesUrl, secret }: DocumentationOptions) {
  const call = { baseUrl: identityUrl, service: 'gateway', secret, timeoutMs } as const;
  const getDocumentation = internalCall(internalContract.getDocumentation, call);
  return async (): Promise<string | undefined> => {
    try {
      const { organization, site } = await getDocumentation({ params: {}, body: {} });
      if (organization === undefined || site === undefined) return undefined;
      const path = `/s/${organization}/${site}`;
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(sitesUrl + path, { method: 'HEAD', redirect: 'manual', signal });
      // On a host name of its own it is not ours to visit.
      return answer.ok || answer.status === 308 ? path.slice(1) : undefined;
    } catch {
      // The start page is a signpost: it shows the ways that are open.
      return undefined;
    }
  };
}
