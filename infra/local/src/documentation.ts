import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internalContract } from '@quire/contract';
import { internalCall } from '@quire/runtime';
import { zipOf } from './zip.js';

export interface DocumentationOptions {
  /** Where the gateway answers, and what the links that it hands out begin with. */
  url: string;
  publicUrl: string;
  /** The administrator's. */
  token: string;
  identityUrl: string;
  internalSecret: string;
  /** The folder that is imported. */
  folder?: string;
}

const ownFolder = fileURLToPath(new URL('../../../docs', import.meta.url));
const timeoutMs = 120_000;

/**
 * Imports Quire's documentation and publishes it as a site, once in the life of an instance: what has been done is noted
 * with identity, so that it goes on where it was stopped, and what was deleted afterwards stays deleted. May run twice at a
 * time. Returns whether there was anything to do.
 */
export async function publishDocumentation(options: DocumentationOptions): Promise<boolean> {
  const caller = { baseUrl: options.identityUrl, service: 'gateway', secret: options.internalSecret } as const;
  const found = await internalCall(internalContract.getDocumentation, caller)({ params: {}, body: {} });
  const { organization } = found;
  if (found.done || organization === undefined) return false;
  const note = internalCall(internalContract.noteDocumentation, caller);
  const post = apiOf(options);

  const space =
    found.space ?? (await post<Made>(`/orgs/${organization}/spaces`, { title: 'Quire', emoji: '1f4d8' })).id;
  await note({ params: {}, body: { space } });
  if (!found.imported) await importInto(space, organization, options);
  await note({ params: {}, body: { imported: true } });
  const wanted = { title: 'Quire', visibility: 'public', spaces: [space] };
  const site = found.site ?? (await post<Made>(`/orgs/${organization}/sites`, wanted)).id;
  await note({ params: {}, body: { site } });
  await post(`/orgs/${organization}/sites/${site}/publish`, {});
  await note({ params: {}, body: { done: true } });
  return true;
}

interface Made {
  id: string;
}

async function importInto(space: string, organization: string, options: DocumentationOptions): Promise<void> {
  const bytes = await readZipped(options.folder ?? ownFolder);
  const post = apiOf(options);
  const upload = await post<{ uploadURL: string; url: string }>(`/orgs/${organization}/storage/upload`, {
    name: 'docs.zip',
    contentType: 'application/zip',
    size: bytes.length,
  });
  // The public address may lead nowhere from here.
  const target = upload.uploadURL.replace(options.publicUrl, options.url);
  const put = await fetch(target, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await put.body?.cancel();
  // A copy of this that was faster has put the same bytes there.
  if (!put.ok && put.status !== 409) throw new Error(`The documentation was not taken: ${put.status}`);
  await post(`/spaces/${space}/content/import`, { source: 'zip', url: upload.url });
}

/** Posts to the API; the same again gives the same answer and makes nothing twice. */
const apiOf =
  ({ url, token }: DocumentationOptions) =>
  async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'quire-documentation',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };

async function readZipped(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.sort().map(async (path) => ({
    name: relative(folder, path).split(sep).join('/'),
    bytes: await readFile(path),
  }));
  return zipOf(await Promise.all(files));
}
