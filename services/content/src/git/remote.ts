import { invalid } from '@quire/runtime';

/** A repository on another server. */
export interface Remote {
  /** Without credentials; without `/` at its end. */
  url: string;
  /** `owner/name`, or whatever the path says. */
  name: string;
  /** Value of the `Authorization` header, if the address held credentials. Never stored, never shown. */
  authorization?: string;
  /** What must not appear in any message. */
  secrets: string[];
}

/** Takes an address apart into what may be kept and what may not. */
export function parseRemote(text: string): Remote {
  const refuse = (message: string) => invalid([{ path: 'body.url', message }]);
  if (!URL.canParse(text)) throw refuse('is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('is not an http or https URL.');
  if (url.search !== '' || url.hash !== '') throw refuse('must not have a query or a fragment.');
  const [user, password] = [decode(url.username), decode(url.password)];
  url.username = '';
  url.password = '';
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') throw refuse('names a server, not a repository.');
  return {
    url: `${url.origin}${path}`,
    name: decode(path.slice(1)).replace(/\.git$/i, ''),
    ...(user === '' && password === ''
      ? {}
      : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    secrets: [password === '' ? user : password].filter((secret) => secret !== ''),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
