import type { ApiClient } from '@quire/testing';
import type pg from 'pg';

const pageSize = 50;
const total = 100_000;

interface Measured {
  first: number;
  deep: number;
}

/** What the first page of the comments on a space costs, and page 1,000, in milliseconds: medians, taken in turns. */
export async function commentPages(client: ApiClient, sql: pg.Client, organization: string): Promise<Measured> {
  const { body: space } = await client.post(`/v1/orgs/${organization}/spaces`, { title: 'Talk' }, { expect: 201 });
  const comments = `/v1/spaces/${space.id}/comments`;
  const { body: one } = await client.post(comments, { body: { markdown: 'One of many.' } }, { expect: 200 });
  await sql.query(
    `INSERT INTO content.comments (id, space_id, markdown, posted_by, posted_at, revision_id, status)
     SELECT id || lpad(n::text, 9, '0'), space_id, markdown, posted_by, posted_at, revision_id, status
     FROM content.comments, generate_series(1, $2::int - 1) n WHERE id = $1`,
    [one.id, total],
  );
  await sql.query('VACUUM ANALYZE content.comments');

  let page: string | undefined;
  for (let skipped = 0; skipped < 999 * pageSize; skipped += 999)
    page = (await client.get(comments, { query: { limit: 999, page }, expect: 200 })).body.next.page;
  const timed = async (query: { page?: string | undefined }) => {
    const began = performance.now();
    const { body } = await client.get(comments, { query: { limit: pageSize, ...query }, expect: 200 });
    if (body.items.length !== pageSize || body.count !== total)
      throw new Error(`${body.items.length} of ${body.count}`);
    return performance.now() - began;
  };
  const times = { first: [] as number[], deep: [] as number[] };
  for (let turn = 0; turn < 30; turn += 1) {
    times.first.push(await timed({}));
    times.deep.push(await timed({ page }));
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  return { first: median(times.first), deep: median(times.deep) };
}
