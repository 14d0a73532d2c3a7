import type { OperationContract } from '@quire/contract';
import { notFound, type Principal, principalHeader, traceHeaders } from '@quire/runtime';
import type { Caller } from '../authenticate.js';
import type { FindRoute } from '../routes.js';
import type { Visit } from '../visit.js';
import { escapeHtml, sendPage } from './page.js';

export interface ThingPageOptions {
  publicUrl: string;
  findRoute: FindRoute;
  /** Base address of the service that owns an operation. */
  baseUrlOf: (operation: OperationContract) => string;
  sign: (principal: Principal) => string;
}

interface Thing {
  title?: string;
  displayName?: string;
  subject?: string;
  urls?: { published?: string };
}

const segmentOf: Readonly<Record<string, string>> = { organization: 'orgs', openapi: 'openapi' };
const kindPattern = /^[a-z][a-z-]{1,40}$/;
const idPattern = /^[\w.~-]{1,128}$/;
const timeoutMs = 2_000;

/**
 * The page behind `urls.app`: `/app/<kind>/<id>`, or pairs of them below each other. Without a token it says no more than
 * its own address does, whether or not the thing exists; a caller who may see it also gets its title.
 */
export function createThingPage({ publicUrl, findRoute, baseUrlOf, sign }: ThingPageOptions) {
  const address = (path: string) => {
    try {
      const route = findRoute('GET', path);
      return route.kind === 'operation' && route.operation.access === 'token' ? route.operation : undefined;
    } catch {
      // A kind that the API has no address for: the page does without the link.
      return undefined;
    }
  };

  return async (visit: Visit, caller: Caller): Promise<boolean> => {
    const pairs = pairsOf(visit.path);
    const last = pairs?.at(-1);
    if (!pairs || !last) return false;
    const path = `/v1/${pairs.map(({ kind, id }) => `${segmentOf[kind] ?? `${kind}s`}/${id}`).join('/')}`;
    const operation = address(path);
    const noun = last.kind.replaceAll('-', ' ');
    const name = `${noun[0]!.toUpperCase()}${noun.slice(1)} ${last.id}`;

    const readable = operation && caller.kind === 'principal' && caller.principal.scopes.includes('read');
    const thing = readable ? await read(baseUrlOf(operation) + path, sign(caller.principal)) : {};
    if (!thing) throw notFound(noun);
    const title = [thing.title, thing.displayName, thing.subject].find((text) => typeof text === 'string' && text);
    const published = thing.urls?.published;
    const location = `${publicUrl}${path}`;
    const rows = [
      ...(published && /^https?:/.test(published) ? [row('Published at', link(published))] : []),
      ...(operation ? [row('In the API', link(location))] : []),
      row('How to use it', `<a href="${escapeHtml(publicUrl)}/api/">reference of the API</a>`),
    ];
    const heading = title
      ? `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(name)}</p>`
      : `<h1>${escapeHtml(name)}</h1>`;
    sendPage(visit.response, { title: title ?? name, body: `${heading}\n<dl>\n${rows.join('\n')}\n</dl>` });
    return true;
  };
}

/** What the caller may see of a thing: nothing at all is undefined; `{}` when its service cannot be asked. */
async function read(url: string, assertion: string): Promise<Thing | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { [principalHeader]: assertion, ...traceHeaders() },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) return (await answer.json()) as Thing;
    await answer.body?.cancel();
    return answer.status === 404 ? undefined : {};
  } catch {
    // The page is a signpost: without the title it still shows the way.
    return {};
  }
}

function pairsOf(path: string): Array<{ kind: string; id: string }> | undefined {
  const segments = path.split('/').slice(2);
  if (segments.length === 0 || segments.length % 2 === 1 || segments.length > 8) return undefined;
  const pairs = [];
  for (let index = 0; index < segments.length; index += 2) {
    const [kind = '', id = ''] = segments.slice(index, index + 2);
    if (!kindPattern.test(kind) || !idPattern.test(id)) return undefined;
    pairs.push({ kind, id });
  }
  return pairs;
}

const row = (term: string, definition: string) => `  <dt>${term}</dt><dd>${definition}</dd>`;
const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
