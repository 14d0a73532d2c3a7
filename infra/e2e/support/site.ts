import { type IncomingHttpHeaders, request } from 'node:http';
import { text as allOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Page, Site, Space } from '@quire/contract';
import { type ApiClient, eventually } from '@quire/testing';
import { readArchive, serveArchive } from '../../demo/archive.js';

/** Makes spaces and sites as their owners would. */
export async function publisher(api: ApiClient) {
  const organization = (await api.post('/v1/orgs', { title: 'Acme' }, { expect: 201 })).body.id as string;
  const path = `/v1/orgs/${organization}/sites`;
  const space = async (title: string): Promise<Space> =>
    (await api.post(`/v1/orgs/${organization}/spaces`, { title }, { expect: 201 })).body;
  const write = async ({ id }: Space, ...changes: object[]) =>
    (await api.post(`/v1/spaces/${id}/content`, { changes }, { expect: 200 })).body;

  return {
    organization,
    space,
    write,
    pages: async ({ id }: Space): Promise<Page[]> => (await api.get(`/v1/spaces/${id}/content/pages`)).body.pages,
    /** A space with pages of the given Markdown, by title. */
    async written(title: string, pages: Record<string, string>): Promise<Space> {
      const made = await space(title);
      const changes = Object.entries(pages).map(([name, markdown]) => ({
        operation: 'insert_page',
        title: name,
        document: { markdown },
      }));
      await write(made, ...changes);
      return made;
    },
    /** A space with Quire's own documentation. */
    async documentation(title: string): Promise<Space> {
      const made = await space(title);
      const served = await serveArchive(await readArchive(fileURLToPath(new URL('../../../docs', import.meta.url))));
      const body = { url: served.url, source: 'zip' };
      await api.post(`/v1/spaces/${made.id}/content/import`, body, { expect: 201 }).finally(() => served.close());
      return made;
    },
    async site(title: string, spaces: readonly Space[], settings: object = {}): Promise<Site & { path: string }> {
      const body = { title, spaces: spaces.map(({ id }) => id) };
      const { id } = (await api.post(path, body, { expect: 201 })).body;
      await api.patch(`${path}/${id}`, { visibility: 'public', ...settings }, { expect: 200 });
      await api.post(`${path}/${id}/publish`, {}, { expect: 200 });
      return { ...(await api.get(`${path}/${id}`, { expect: 200 })).body, path: `${path}/${id}` };
    },
  };
}

/** Reads a page until it says something; events may be on their way. */
export const readUntil = (url: string, text: string): Promise<string> =>
  eventually(
    async () => {
      const answer = await fetch(url);
      const body = await answer.text();
      if (!answer.ok || !body.includes(text)) throw new Error(`${url} answered ${answer.status} without "${text}"`);
      return body;
    },
    { timeoutMs: 5_000, intervalMs: 20 },
  );

/** Reads as a browser does that was led to Quire by a host name; fetch lets nobody name the host. */
export const readAt = (url: string, host: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const outgoing = request(new URL(path, url), { headers: { ...headers, host } }, (answer) => {
      allOf(answer).then((body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }), reject);
    });
    outgoing.on('error', reject).end();
  });
