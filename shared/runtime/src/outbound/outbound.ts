import { randomUUID } from 'node:crypto';
import { type LookupAddress, promises as dns } from 'node:dns';
import { unlink } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Agent, fetch, type Headers, type Response } from 'undici';
import { spool } from '../file-store/file-store.js';
import { type AddressPolicy, addressPolicy } from './address-policy.js';
import { explain, Refusal } from './explain.js';

export interface OutboundOptions {
  /** CIDRs that may be reached although they are not public. */
  allow: readonly string[];
  /** Resolves host names; the system's resolver unless set. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>;
}

export interface FetchOptions {
  /** GET unless set. */
  method?: string;
  body?: string | Uint8Array;
  headers?: Readonly<Record<string, string>>;
  /** Largest body after decompression; 50 MiB unless set. */
  maxBytes?: number;
  /** Take the first `maxBytes` of a larger body instead of failing; {@link Outbound.fetchBytes} only. */
  cut?: boolean;
  /** For everything together: connecting, redirects, the body; 30 s unless set. */
  timeoutMs?: number;
  /** 5 for GET and 0 for others unless set; with 0 a redirect is returned like any other answer. */
  maxRedirects?: number;
  /** Gives up when the caller has gone. */
  signal?: AbortSignal;
  /** Name of the field that failures point at; `url` unless set. */
  path?: string;
}

export interface Answer {
  /** Any status: what counts as a success is the caller's business. */
  status: number;
  /** As sent, or empty. */
  contentType: string;
  headers: Headers;
  /** Where the answer came from after redirects. */
  finalUrl: string;
}

export interface Download extends Answer {
  /** A temporary file. */
  path: string;
  size: number;
  /** Deletes the file. */
  dispose(): Promise<void>;
}

/**
 * The one client for addresses that callers give. Only http(s), only addresses that the policy permits: checked for
 * literal addresses, after resolution of a name, and again on each redirect. All that is wrong with an address or its
 * answer is `invalid`: the caller can only mend it by giving another one.
 */
export interface Outbound {
  fetchBytes(url: string, options?: FetchOptions): Promise<Answer & { bytes: Buffer }>;
  /** Like {@link fetchBytes}, into a temporary file: in `folder`, or the system's folder for such. */
  download(url: string, options?: FetchOptions & { folder?: string }): Promise<Download>;
  /** Throws `invalid` for an address that can be refused without a connection: no http(s), a private literal address. */
  check(url: string, path?: string): void;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Opens the client; see {@link Outbound}. Throws when `allow` holds something else than CIDRs. */
export function createOutbound({ allow, lookup = resolve }: OutboundOptions): Outbound {
  const policy = addressPolicy(allow);
  const agent = new Agent({
    connect: { lookup: guardedLookup(policy, lookup), timeout: 10_000 },
    connections: 8,
    keepAliveTimeout: 1_000,
  });

  const request = async <T>(
    given: string,
    options: FetchOptions,
    consume: (body: Readable, answer: Answer) => Promise<T>,
  ): Promise<T> => {
    const { path = 'url', timeoutMs = 30_000, maxBytes = 50 * mebibyte, cut = false, signal: caller } = options;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = caller ? AbortSignal.any([late, caller]) : late;
    try {
      const { response, url } = await follow(given, options, { agent, policy, signal });
      const answer = {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        headers: response.headers,
        finalUrl: url.href,
      };
      const body = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
      const limited = body.on('error', (error) => limited.destroy(error)).pipe(limiter(cut ? Infinity : maxBytes));
      limited.on('close', () => body.destroy());
      return await consume(limited, answer);
    } catch (error) {
      if (caller?.aborted) throw error;
      throw explain(error, { path, late: late.aborted, timeoutMs });
    }
  };

  return {
    fetchBytes: (url, options = {}) =>
      request(url, options, async (body, answer) => ({
        ...answer,
        bytes: await (options.cut ? firstBytes(body, options.maxBytes ?? 50 * mebibyte) : buffer(body)),
      })),
    download: (url, options = {}) =>
      request(url, options, async (body, answer) => {
        const path = join(options.folder ?? tmpdir(), `quire-${randomUUID()}`);
        const { size } = await spool(body, path);
        return { ...answer, path, size, dispose: () => unlink(path) };
      }),
    check(url, path = 'url') {
      try {
        checkUrl(url, policy);
      } catch (error) {
        throw explain(error, { path, late: false, timeoutMs: 0 });
      }
    },
    close: () => agent.destroy(),
  };
}

const refusePrivate = (what: string) =>
  new Refusal(`${what} a private address; an administrator can allow it with QUIRE_OUTBOUND_ALLOW.`);

async function follow(
  given: string,
  { method = 'GET', body, headers = {}, maxRedirects = method === 'GET' ? 5 : 0 }: FetchOptions,
  { agent, policy, signal }: { agent: Agent; policy: AddressPolicy; signal: AbortSignal },
): Promise<{ response: Response; url: URL }> {
  let url = checkUrl(given, policy);
  let sent = headers;
  for (let hops = 0; ; hops++) {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'Quire', accept: '*/*', ...sent },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      dispatcher: agent,
      signal,
    });
    const location = response.headers.get('location');
    if (maxRedirects === 0 || !redirects.has(response.status) || location === null) return { response, url };
    await response.body?.cancel();
    if (hops === maxRedirects) throw new Refusal(`redirects more than ${maxRedirects} times.`);
    const next = checkUrl(location, policy, url);
    // What is meant for one origin, such as credentials, is not for another.
    if (next.origin !== url.origin) sent = {};
    url = next;
  }
}

/** Parses an address and checks what can be checked without a connection. */
function checkUrl(text: string, policy: AddressPolicy, base?: URL): URL {
  const redirected = base ? 'redirects to an address that' : '';
  const problem = (message: string) => new Refusal(base ? `${redirected} ${message}` : message);
  if (!URL.canParse(text, base?.href)) throw problem('is not a URL.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw problem('is not an http or https URL.');
  if (url.username !== '' || url.password !== '') throw problem('holds a user name or password; remove them.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A connection to a literal address never asks the lookup below.
  if (isIP(host) !== 0 && !policy.permits(host)) throw refusePrivate(base ? `${redirected} is` : 'is');
  return url;
}

const resolve = (hostname: string) => dns.lookup(hostname, { all: true });

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A lookup for sockets that leaves out what the policy refuses: the address that was checked is the one connected to. */
function guardedLookup(policy: AddressPolicy, lookup: (hostname: string) => Promise<LookupAddress[]>) {
  return (hostname: string, options: { all?: boolean }, callback: LookupCallback): void => {
    lookup(hostname).then(
      (addresses) => {
        const permitted = addresses.filter(({ address }) => policy.permits(address));
        const first = permitted[0];
        if (!first) callback(refusePrivate('resolves to'), []);
        else if (options.all) callback(null, permitted);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

async function firstBytes(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Fails when more than `maxBytes` pass. */
function limiter(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new Refusal(`is larger than ${describeSize(maxBytes)}.`));
      else done(null, chunk);
    },
  });
}

const describeSize = (bytes: number) => (bytes >= mebibyte ? `${Math.floor(bytes / mebibyte)} MiB` : `${bytes} bytes`);
