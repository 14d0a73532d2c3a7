import type { Failure, RawAnswer, WebRequest } from '@quire/runtime';
import { made, send } from './answers.js';
import type { Assets } from './assets.js';
import { nothingHere } from './frame.js';

/** Set by the gateway alone: the site's own host name that it was asked at. The path then begins with `/s` all the same. */
export const hostnameOf = ({ headers }: WebRequest): string | undefined => {
  const named = headers['x-quire-hostname'];
  return typeof named === 'string' ? named : undefined;
};

/** What readers are told who are not shown a site. */
export function refusals(assets: Assets) {
  const assetsFor = (request: WebRequest) => (hostnameOf(request) === undefined ? assets.shared : assets.own);
  const nothing = (request: WebRequest) => {
    const title = 'Nothing is published here';
    const text = 'The address is wrong, or what was here is not published any more.';
    return send(request, made(nothingHere(assetsFor(request), { title, text })), { status: 404, isPrivate: true });
  };
  const stranger = (request: WebRequest) => {
    const title = 'Please sign in';
    const text =
      'This site asks its visitors who they are. Sign in where you found its address, and follow the link again.';
    return send(request, made(nothingHere(assetsFor(request), { title, text })), { status: 403, isPrivate: true });
  };

  /** A page for who reads pages; who asked for something else is told in a line, or in the JSON of the API. */
  const failed = (request: WebRequest, failure: Failure): RawAnswer => {
    const { title, text } = wordsFor(failure);
    const { body, type } =
      request.query.get('format') === 'json'
        ? { body: JSON.stringify(failure), type: 'application/json' }
        : isPlain(request)
          ? { body: `${title}. ${text}\n`, type: 'text/plain' }
          : { body: nothingHere(assetsFor(request), { title, text }), type: 'text/html' };
    const answer = send(request, made(body), { status: failure.status, type, isPrivate: true });
    const retry: Record<string, string> = isPassing(failure) ? { 'Retry-After': '2' } : {};
    return { ...answer, headers: { ...answer.headers, ...retry, ...failure.headers, 'Cache-Control': 'no-store' } };
  };

  return { nothing, stranger, failed };
}

/** Markdown, feeds and lists are read by programs. */
const isPlain = ({ path }: WebRequest) => /\.(?:md|txt|xml|css|js)$/.test(path);

const isPassing = ({ kind }: Failure) => kind === 'unavailable' || kind === 'timeout';

function wordsFor(failure: Failure): { title: string; text: string } {
  if (failure.status < 500) return { title: 'This address cannot be read', text: failure.message };
  return isPassing(failure)
    ? { title: 'Back in a moment', text: 'This page cannot be read right now. Please try again in a few seconds.' }
    : {
        title: 'Something went wrong',
        text: 'The mistake is on our side and has been noted. Please try again later.',
      };
}
