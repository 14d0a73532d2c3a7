import type { IncomingHttpHeaders } from 'node:http';
import {
  forbidden,
  invalid,
  notFound,
  type RawAnswer,
  tooLarge,
  unavailable,
  type Web,
  type WebRequest,
} from '@quire/runtime';
import { ask } from '../domain/events/ask.js';
import type { Integrations } from '../integrations.js';
import type { ScriptAnswer } from '../scripts/runner/protocol.js';
import { findInstallation } from '../tables/installation.js';
import { harmless, publicHeaders } from './headers.js';

const maxBodyBytes = 1024 * 1024;

/** Requests from anywhere to integrations, below `/i/<name>`, and to installations, below `/i/<name>/<id>`. */
export const publicEndpoints: Web<Integrations> = {
  prefix: '/i/',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  async answer(request, integrations) {
    if (isPartOfQuire(request.headers)) throw forbidden('An integration is no part of pages that are not its own.');
    const target = await locate(request.path, integrations);
    const { integration, organization, installation, spaceId, siteId } = target;
    const query = request.query.toString();
    const sent = {
      method: request.method.toLowerCase(),
      url: `${integrations.publicUrl}${request.path}${query === '' ? '' : `?${query}`}`,
      headers: publicHeaders(request.headers),
    };
    const place = { ...(spaceId === undefined ? {} : { spaceId }), ...(siteId === undefined ? {} : { siteId }) };
    const body = await readBody(request);
    const answer = await ask(integrations, {
      integration,
      organization,
      about: { installation, space: spaceId, site: siteId },
      payload: { type: 'fetch', ...place, request: sent },
      // What came with a request may be anybody's secrets.
      kept: { type: 'fetch', ...place, request: { ...sent, url: sent.url.split('?')[0], headers: {} } },
      ...(body ? { body } : {}),
    });
    if (!answer) throw notFound('integration');
    return present(answer);
  },
};

/**
 * Whether a browser wants the answer as code or style of a page of Quire's own origin, whose policies allow what comes
 * from there. An integration's pages have another origin.
 */
const isPartOfQuire = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin' &&
  /^(script|style|worker|sharedworker|serviceworker|audioworklet|paintworklet|xslt|object|embed|manifest)$/.test(
    headers['sec-fetch-dest']?.toString() ?? '',
  );

interface Target {
  integration: string;
  organization: string | null;
  installation?: string;
  spaceId?: string | undefined;
  siteId?: string | undefined;
}

/** Whom a path is for: what looks like the id of an installation but is none belongs to the integration's own paths. */
async function locate(path: string, { db }: Integrations): Promise<Target> {
  const [, , name = '', id = '', kind, place] = path.split('/').map(decode);
  if (name === '') throw notFound('integration');
  const row = /^\w{1,64}$/.test(id) ? await findInstallation(db, { integration: name, id }) : undefined;
  if (!row) return { integration: name, organization: null };
  if (row.status !== 'active') throw notFound('installation');
  return {
    integration: name,
    organization: row.organization_id,
    installation: row.id,
    spaceId: kind === 'spaces' ? place : undefined,
    siteId: kind === 'sites' ? place : undefined,
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid([{ path: 'path', message: 'is not valid percent-encoding' }]);
  }
}

async function readBody({ method, body }: WebRequest): Promise<Uint8Array | undefined> {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Without the option the connection would go, and with it the answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge(`The request body may have ${maxBodyBytes} bytes at most.`);
    chunks.push(chunk);
  }
  return size > 0 ? Buffer.concat(chunks) : undefined;
}

function present({ status, headers, body }: ScriptAnswer): RawAnswer {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw unavailable('The integration answered nothing.');
  const bodiless = status === 204 || status === 205 || status === 304;
  return { status, headers: harmless(headers), ...(bodiless ? {} : { body: Buffer.from(body) }) };
}
