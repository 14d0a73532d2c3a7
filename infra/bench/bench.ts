import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { startEmbeddedPostgres } from '@quire/embedded-postgres';
import { findFreePort } from '@quire/embedded-postgres/ports';
import { type ApiClient, apiClient, corpus } from '@quire/testing';
import pg from 'pg';
import { readArchive, serveArchive, type Archive } from '../demo/archive.js';
import { Deployable } from '../e2e/support/process.js';
import { changeRequests } from './change-requests.js';
import { commentPages } from './comments.js';
import { sideBySide } from './load.js';
import { medianOf, timed } from './measure.js';
import { meanwhile } from './meanwhile.js';
import { printing } from './pdf.js';
import { publishedPages } from './published.js';
import { searchTimes, zipfArchive } from './search.js';
import { pathOf, syntheticArchive } from './synthetic.js';
import { treeOfSpaces } from './tree.js';

// npm run bench [zip …]: ratios of things measured side by side in this run, on the all-in-one process.
const root = fileURLToPath(new URL('../..', import.meta.url));
const corpora = ['elsa-docs.zip', 'rust-book.zip'].map(corpus).filter((path) => path !== undefined);
const archives = process.argv.length > 2 ? process.argv.slice(2) : corpora.length > 0 ? corpora : [join(root, 'docs')];
const say = (text: string) => void process.stdout.write(`${text}\n`);
const token = 'the-token-of-the-benchmark-and-nothing-else';

const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
const databaseUrl = await createDatabase(server.adminUrl, 'bench');
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const quire = new Deployable('infra/local/dist/main.js', port, {
  PUBLIC_URL: url,
  DATABASE_URL: databaseUrl,
  QUIRE_DATA_DIR: folder,
  QUIRE_ADMIN_TOKEN: token,
  QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
});
try {
  if (
    spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b'], { cwd: root, stdio: 'inherit' })
      .status !== 0
  )
    throw new Error('The build failed.');
  await quire.start();
  const api = apiClient(url, token);
  const organization = (await api.get('/v1/orgs', { expect: 200 })).body.items[0].id as string;
  const idle = quire.memory();
  await imports(api, organization);
  say(
    `\nMemory of the all-in-one process (without Postgres): ${idle} MiB idle, ${quire.memory()} MiB after the imports`,
  );
  await reads(api, organization);
  await published(api, organization);
  await withSql((sql) =>
    changeRequests({ api, sql, say, importPages: (archive) => imported(api, organization, archive) }),
  );
  await tenThousandPages(api, organization);
  await manySections(api, organization);
  await hundredThousandComments(api, organization);
  await withSql((sql) => treeOfSpaces({ api, url, sql, say }));
} finally {
  await quire.stop();
  await server.destroy();
  await rm(folder, { recursive: true, force: true });
}

async function imports(client: ApiClient, organization: string): Promise<void> {
  say('\nImport');
  for (const path of archives) {
    const archive = await readArchive(path);
    const { space, seconds, pages } = await imported(client, organization, archive);
    say(
      `  ${basename(path)}: ${pages} pages and their files in ${seconds.toFixed(2)} s, ${(pages / seconds).toFixed(0)} pages per second (space ${space})`,
    );
    const pdf = await printing(client, space, () => quire.memory());
    say(
      `    as PDF of ${(pdf.size / 1e6).toFixed(1)} MB: ${pdf.seconds.toFixed(1)} s, the second time ${pdf.again.toFixed(0)} ms; ` +
        `memory up to ${pdf.peak} MiB; a read by others ${pdf.meanwhile.toFixed(1)} ms, before ${pdf.quiet.toFixed(1)} ms`,
    );
  }
}

async function reads(client: ApiClient, organization: string): Promise<void> {
  const { space } = await imported(client, organization, await syntheticArchive(100));
  const { body } = await client.get(`/v1/spaces/${space}/content/pages`, { expect: 200 });
  const page = body.pages[0].pages[0].id as string;
  const barePort = await findFreePort();
  const bare = new Deployable('infra/bench/bare.ts', barePort, {
    BARE_DATABASE_URL: databaseUrl,
    BARE_SPACE: space,
  });
  await bare.start();
  const headers = { authorization: `Bearer ${token}` };
  try {
    const [least, ofSpace, ofPage] = await sideBySide([
      { url: `http://127.0.0.1:${barePort}/` },
      { url: `${url}/v1/spaces/${space}`, headers },
      { url: `${url}/v1/spaces/${space}/content/page/${page}?format=markdown`, headers },
    ]);
    say('\nRead, 16 connections (gateway, service and Postgres share this machine with the load)');
    say(`  bare Express and one query      ${least!.rate.toFixed(0)}/s, median ${least!.median.toFixed(1)} ms`);
    for (const [what, measured] of [
      ['a space through the gateway', ofSpace!],
      ['a page with its Markdown', ofPage!],
    ] as const) {
      say(
        `  ${what.padEnd(31)} ${measured.rate.toFixed(0)}/s, median ${measured.median.toFixed(1)} ms: ${(measured.rate / least!.rate).toFixed(2)} of bare`,
      );
    }
  } finally {
    await bare.stop();
  }
}

/** Pages of a site as readers ask for them. */
async function published(client: ApiClient, organization: string): Promise<void> {
  say('\nPublished page, 16 connections');
  const { space } = await imported(client, organization, await syntheticArchive(100));
  const { bare, page, size, cold, visible } = await publishedPages(client, { organization, space });
  say(
    `  bare Express, ${(size / 1024).toFixed(0)} KiB             ${bare.rate.toFixed(0)}/s, median ${bare.median.toFixed(1)} ms`,
  );
  say(
    `  a page that was read before     ${page.rate.toFixed(0)}/s, median ${page.median.toFixed(1)} ms: ${(page.rate / bare.rate).toFixed(2)} of bare`,
  );
  say(`  one that nobody has read yet    ${cold.toFixed(1)} ms`);
  say(`  from merge to visible           ${visible.toFixed(0)} ms`);
}

/** What 10,000 pages cost: to bring in, to list for the first time and again, and to search beside what is there already. */
async function tenThousandPages(client: ApiClient, organization: string): Promise<void> {
  say('\n10,000 pages');
  const { space: other } = await imported(client, organization, await syntheticArchive(100));
  const archive = await syntheticArchive(10_000, { seed: 1, links: 10 });
  const {
    outcome: { space, seconds, pages },
    quiet,
    during,
  } = await meanwhile(
    () => client.get(`/v1/spaces/${other}/content/path/${pathOf(3, 100)}`, { expect: 200 }),
    () => imported(client, organization, archive),
  );
  say(
    `  import: ${seconds.toFixed(1)} s, ${(pages / seconds).toFixed(0)} pages per second, ${quire.memory()} MiB of memory afterwards`,
  );
  say(
    `  a page read by others meanwhile: median ${during.median.toFixed(1)} ms, ${(during.median / quiet.median).toFixed(1)} times as long as before; ` +
      `99 of 100 within ${during.p99.toFixed(0)} ms, before within ${quiet.p99.toFixed(0)} ms`,
  );
  const list = `/v1/spaces/${space}/content/pages`;
  const first = await timed(() => client.get(list, { expect: 200 }));
  const again = await medianOf(5, () => client.get(list, { expect: 200 }));
  say(
    `  all pages: ${first.toFixed(0)} ms, again ${again.toFixed(0)} ms: ${(first / again).toFixed(1)} times as long when nothing is cached`,
  );
  const links = await medianOf(5, () => client.get(`/v1/spaces/${space}/links`, { expect: 200 }));
  say(
    `  links, 10 on each page: ${links.toFixed(0)} ms: ${(links / again).toFixed(1)} times as long as all pages once more`,
  );
  const search = (words: string) => () => client.get(`/v1/orgs/${organization}/search?query=${words}`, { expect: 200 });
  const rare = await medianOf(9, search('7777'));
  const common = await medianOf(9, search('software'));
  say(
    `  search in the organization: ${rare.toFixed(1)} ms for a word of few pages, ${common.toFixed(1)} ms for a word of every page: ${(common / rare).toFixed(1)} times`,
  );
  const copy = await medianOf(5, () => client.post(`/v1/spaces/${space}/duplicate`, undefined, { expect: 201 }));
  say(`  a copy of the space: ${copy.toFixed(0)} ms`);
}

/** Searches as people type them, in one large space and in the whole organization. */
async function manySections(client: ApiClient, organization: string): Promise<void> {
  const archive = await zipfArchive(9_500, 10);
  say(`\nSearch among ${archive.name}`);
  const { space } = await imported(client, organization, archive);
  for (const [what, path] of [
    ['the space', `/v1/spaces/${space}`],
    ['the organization', `/v1/orgs/${organization}`],
  ] as const) {
    const { median: middle, all } = await searchTimes(client, path);
    const slowest = all.at(-1)!;
    say(
      `  in ${what}: median ${middle.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms: ${(slowest / middle).toFixed(1)} times`,
    );
  }
}

/** The first page of the comments on a space against one far down. */
async function hundredThousandComments(client: ApiClient, organization: string): Promise<void> {
  say('\n100,000 comments on a space');
  await withSql(async (sql) => {
    const { first, deep } = await commentPages(client, sql, organization);
    say(
      `  page 1: ${first.toFixed(1)} ms, page 1,000: ${deep.toFixed(1)} ms: ${(deep / first).toFixed(2)} times as long`,
    );
  });
}

async function withSql(work: (sql: pg.Client) => Promise<void>): Promise<void> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

async function imported(client: ApiClient, organization: string, archive: Archive) {
  const { body: space } = await client.post(
    `/v1/orgs/${organization}/spaces`,
    { title: archive.name.slice(0, 50) },
    { expect: 201 },
  );
  const served = await serveArchive(archive);
  const began = performance.now();
  await client
    .post(`/v1/spaces/${space.id}/content/import`, { url: served.url, source: 'zip' }, { expect: 201 })
    .finally(() => served.close());
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await onDatabase('SELECT count(*)::int AS pages FROM content.main_pages WHERE space_id = $1', [
    space.id,
  ]);
  return { space: space.id as string, seconds, pages: rows[0].pages as number };
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

async function onDatabase(text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
