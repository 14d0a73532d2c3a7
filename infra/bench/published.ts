import type { ApiClient } from '@quire/testing';
import { findFreePort } from '@quire/embedded-postgres/ports';
import { Deployable } from '../e2e/support/process.js';
import { sideBySide } from './load.js';
import { median, timed } from './measure.js';

export interface PublishedTimes {
  /** Requests per second, and milliseconds. */
  page: { rate: number; median: number };
  bare: { rate: number; median: number };
  /** Bytes of the page and of the bare answer. */
  size: number;
  /** Milliseconds of a page that nobody has read yet. */
  cold: number;
  /** Milliseconds from the answer of a merge until the page shows it. */
  visible: number;
}

/** Publishes a space and reads it: warm against a bare Express answer of the same size, cold, and after merges. */
export async function publishedPages(
  api: ApiClient,
  { organization, space }: { organization: string; space: string },
): Promise<PublishedTimes> {
  const sites = `/v1/orgs/${organization}/sites`;
  const { body: site } = await api.post(sites, { title: 'Published', spaces: [space] }, { expect: 201 });
  await api.patch(`${sites}/${site.id}`, { visibility: 'public' }, { expect: 200 });
  await api.post(`${sites}/${site.id}/publish`, {}, { expect: 200 });
  const root = (await api.get(`${sites}/${site.id}`, { expect: 200 })).body.urls.published as string;
  await until(root, '<h1>');

  const sitemap = await (await fetch(`${root}/sitemap.xml`)).text();
  const [, ...addresses] = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address!);
  const times = [];
  for (const address of addresses.slice(0, 30)) times.push(await timed(() => read(address)));

  const size = (await read(root)).length;
  const port = await findFreePort();
  const bare = new Deployable('infra/bench/bare.ts', port, { BARE_SIZE: String(size) });
  await bare.start();
  try {
    const [least, page] = await sideBySide([{ url: `http://127.0.0.1:${port}/sized` }, { url: root }], { turns: 5 });
    return {
      bare: least!,
      page: page!,
      size,
      cold: median(times),
      visible: await mergeToVisible(api, { space, root }),
    };
  } finally {
    await bare.stop();
  }
}

async function mergeToVisible(api: ApiClient, { space, root }: { space: string; root: string }): Promise<number> {
  const times = [];
  const { body } = await api.get(`/v1/spaces/${space}/content/pages`, { expect: 200 });
  const changeRequests = `/v1/spaces/${space}/change-requests`;
  // The first document is what stands at the root.
  const first = documents(body.pages)[0]!;
  for (let turn = 0; turn < 7; turn += 1) {
    const words = `Merged the ${turn}th time.`;
    const { body: request } = await api.post(changeRequests, {}, { expect: 201 });
    const changes = [{ operation: 'update_page', page: first, document: { markdown: `# Page\n\n${words}\n` } }];
    await api.post(`${changeRequests}/${request.id}/content`, { changes }, { expect: 200 });
    await api.post(`${changeRequests}/${request.id}/merge`, {}, { expect: 200 });
    times.push(await timed(() => until(root, words)));
  }
  return median(times);
}

interface Listed {
  id: string;
  type: string;
  pages?: Listed[];
}

const documents = (pages: readonly Listed[]): string[] =>
  pages.flatMap(({ id, type, pages: below = [] }) => [...(type === 'document' ? [id] : []), ...documents(below)]);

async function read(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

async function until(url: string, text: string): Promise<void> {
  const end = performance.now() + 10_000;
  while (performance.now() < end) {
    const answer = await fetch(url);
    if ((await answer.text()).includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`${url} does not say "${text}"`);
}
