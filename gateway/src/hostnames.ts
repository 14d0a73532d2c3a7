import type { IncomingMessage } from 'node:http';
import { internalContract } from '@quire/contract';
import { internalCall } from '@quire/runtime';

/** A name that a site was just given works after so long at the latest. */
const freshMs = 3_000;
/** How long the sites service is left alone after it has failed to answer. */
const pauseMs = 1_000;
const timeoutMs = 700;

/** A site may have such a name: at least two labels, the last of them no number. */
const possible = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

export interface HostnamesOptions {
  publicUrl: string;
  sitesUrl: string;
  secret: string;
  clock?: () => Date;
}

/** The name of a site that a request was sent to; undefined when it was sent to Quire. */
export type HostnameOf = (request: IncomingMessage) => Promise<string | undefined>;

/**
 * Knows the host names that sites have of their own. All of them are asked for at once, and only when a request names a host
 * that is not Quire's: made-up names cost no question each. While sites is away the last answer counts.
 */
export function createHostnames({
  publicUrl,
  sitesUrl,
  secret,
  clock = () => new Date(),
}: HostnamesOptions): HostnameOf {
  const own = new URL(publicUrl).hostname;
  const listHostnames = internalCall(internalContract.listHostnames, {
    baseUrl: sitesUrl,
    service: 'gateway',
    secret,
    timeoutMs,
  });
  let known: ReadonlySet<string> = new Set();
  let askAgainAt = 0;
  let underWay: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    try {
      known = new Set((await listHostnames({ params: {}, body: {} })).hostnames);
      askAgainAt = clock().getTime() + freshMs;
    } catch {
      // Requests for Quire itself go on; those for a site are told that sites is away.
      askAgainAt = clock().getTime() + pauseMs;
    }
  };

  return async ({ headers }) => {
    const name = nameIn(headers.host);
    if (name === undefined || name === own || !possible.test(name)) return undefined;
    if (clock().getTime() >= askAgainAt) {
      underWay ??= ask().finally(() => {
        underWay = undefined;
      });
      await underWay;
    }
    return known.has(name) ? name : undefined;
  };
}

/** Without port and the dot that a full name may end with. */
const nameIn = (host: string | undefined): string | undefined =>
  host?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
