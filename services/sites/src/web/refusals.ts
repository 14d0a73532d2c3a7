import type { RawAnswer, WebRequest } from '@quire/runtime';
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

  const away = (request: WebRequest, headers: Readonly<Record<string, string>>): RawAnswer => {
    const title = 'Back in a moment';
    const text = 'This page cannot be read right now. Please try again in a few seconds.';
    const answered = send(request, made(nothingHere(assetsFor(request), { title, text })), {
      status: 503,
      isPrivate: true,
    });
    return {
      ...answered,
      headers: { ...answered.headers, 'Retry-After': '2', ...headers, 'Cache-Control': 'no-store' },
    };
  };

  return { nothing, stranger, away };
}
