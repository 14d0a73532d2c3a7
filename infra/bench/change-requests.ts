import type { ApiClient } from '@quire/testing';
import type pg from 'pg';
import type { Archive } from '../demo/archive.js';
import { median } from './measure.js';
import { pathOf, syntheticArchive } from './synthetic.js';

interface Bench {
  api: ApiClient;
  sql: pg.Client;
  say: (text: string) => void;
  importPages: (archive: Archive) => Promise<{ space: string }>;
}

const sizes = [100, 1_000, 10_000];
const turns = 15;
/** The first turns warm everything up. */
const warm = 3;
const steps = ['commit', 'update', 'merge', 'rows'] as const;
type Measured = Record<(typeof steps)[number], number>;

/** What a change request with one edited page costs, while main moves on, in spaces of several sizes. */
export async function changeRequests({ api, sql, say, importPages }: Bench): Promise<void> {
  say('\nA change request with one edited page: commit; update, while main moved on; merge, while it moved on again');
  for (const flat of [false, true]) {
    const spaces: { pages: number; space: string; measured: Measured[] }[] = [];
    for (const pages of sizes) {
      const { space } = await importPages(await syntheticArchive(pages, { flat }));
      spaces.push({ pages, space, measured: [] });
    }
    // In turns, so that whatever else the machine does hits all alike.
    for (let turn = 0; turn < turns; turn += 1) {
      for (const { space, pages, measured } of spaces) {
        const once = await mergeOnce(api, sql, { space, pages, flat, turn });
        if (turn >= warm) measured.push(once);
      }
    }
    const middle = spaces.map(
      ({ measured }) =>
        (step: keyof Measured) =>
          median(measured.map((each) => each[step])),
    );
    for (const [index, of] of middle.entries()) {
      const where = flat ? 'in one list' : 'in groups  ';
      say(
        `  ${String(sizes[index]).padStart(6)} pages ${where}: commit ${of('commit').toFixed(1)} ms, update ${of('update').toFixed(1)} ms, ` +
          `merge ${of('merge').toFixed(1)} ms, which writes ${of('rows')} rows`,
      );
    }
    const ratios = steps.map((step) => `${(middle.at(-1)!(step) / middle[0]!(step)).toFixed(2)} of the ${step}`);
    say(`    10,000 against 100 pages: ${ratios.join(', ')}`);
  }
}

async function mergeOnce(
  api: ApiClient,
  sql: pg.Client,
  { space, pages, flat, turn }: { space: string; pages: number; flat: boolean; turn: number },
): Promise<Measured> {
  const main = `/v1/spaces/${space}`;
  const [ours, theirs] = await Promise.all(
    [3, 7].map(async (number) => {
      const path = flat ? `page-${number}` : pathOf(number, pages);
      return (await api.get(`${main}/content/path/${path}`, { expect: 200 })).body.id as string;
    }),
  );
  const write = (at: string, page: string, text: string) =>
    timedPost(api, `${at}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown: `# Page\n\n${text} ${turn}\n` } }],
    });
  const { body } = await api.post(`${main}/change-requests`, {}, { expect: 201 });
  const changeRequest = `${main}/change-requests/${body.id}`;
  const commit = await write(changeRequest, ours!, 'ours');
  await write(main, theirs!, 'theirs');
  const update = await timedPost(api, `${changeRequest}/update`, {});
  await write(main, theirs!, 'theirs again');
  const before = await rowsIn(sql);
  const merge = await timedPost(api, `${changeRequest}/merge`, {});
  if (merge.body.result !== 'merge') throw new Error(`merge answered ${merge.body.result}`);
  return { commit: commit.ms, update: update.ms, merge: merge.ms, rows: (await rowsIn(sql)) - before };
}

async function timedPost(api: ApiClient, path: string, given: object) {
  const began = performance.now();
  const { body } = await api.post(path, given, { expect: 200 });
  return { ms: performance.now() - began, body };
}

/** Rows inserted so far into what content is made of. */
async function rowsIn(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM content.nodes) + (SELECT count(*) FROM content.documents) + (SELECT count(*) FROM content.revisions)
          + (SELECT count(*) FROM content.sections) + (SELECT count(*) FROM content.main_pages)
          + (SELECT count(*) FROM content.link_sets) + (SELECT count(*) FROM content.links) + (SELECT count(*) FROM content.anchors) AS count`,
  );
  return Number(rows[0]!.count);
}
