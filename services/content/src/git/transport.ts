import type { Outbound } from '@quire/runtime';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { gitLimits } from './limits.js';
import type { Remote } from './remote.js';

/** Speaks git's protocol through the one safe client. The second request goes where the first was redirected to. */
export function gitTransport(
  { outbound, remote, signal }: { outbound: Outbound; remote: Remote; signal: AbortSignal },
  deadlineMs: () => number,
): HttpClient {
  let base = remote.url;
  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const suffix = url.slice(remote.url.length);
      const authorization =
        remote.authorization && new URL(base).origin === new URL(remote.url).origin ? remote.authorization : undefined;
      const answer = await outbound.fetchBytes(base + suffix, {
        method: method === 'POST' ? 'POST' : 'GET',
        // Some servers speak git to whoever says that they are git.
        headers: { ...headers, 'user-agent': 'git/Quire', ...(authorization ? { authorization } : {}) },
        ...(body ? { body: await collected(body) } : {}),
        maxBytes: gitLimits.packBytes,
        timeoutMs: Math.max(1, Math.ceil(deadlineMs())),
        signal,
        path: 'body.url',
      });
      if (method === 'GET' && answer.finalUrl.endsWith(suffix)) base = answer.finalUrl.slice(0, -suffix.length);
      return {
        url: answer.finalUrl,
        statusCode: answer.status,
        statusMessage: '',
        headers: { 'content-type': answer.contentType },
        body: one(answer.bytes),
      };
    },
  };
}

async function collected(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* one(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes;
}
