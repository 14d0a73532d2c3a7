import { type ApiClient, apiClient } from '@quire/testing';
import type pg from 'pg';
import { median, medianOf, timed } from './measure.js';

interface Bench {
  /** As the instance's administrator. */
  api: ApiClient;
  url: string;
  sql: pg.Client;
  say: (text: string) => void;
}

const teams = 50;
const spaces = 1_000;

/** What it costs to list many spaces for somebody whose rights come from many teams, and to move one among many. */
export async function treeOfSpaces({ api, url, sql, say }: Bench): Promise<void> {
  const organization = (await api.post('/v1/orgs', { title: 'Bench of the tree' }, { expect: 201 })).body.id as string;
  // Its empty revision is that of all the others.
  await api.post(`/v1/orgs/${organization}/spaces`, { title: 'First' }, { expect: 201 });
  say(`\nA list of ${spaces} spaces with counters and permissions`);
  const member = await memberOfTeams(api, { organization, url, sql });
  const list = `/v1/orgs/${organization}/spaces`;
  const listed = async (client: ApiClient, limit: number) => {
    const { body } = await client.get(list, { query: { limit }, expect: 200 });
    if (body.items.length !== limit) throw new Error(`${body.items.length} of ${body.count} spaces were listed`);
  };
  const [asMember, asAdmin, page] = [[], [], []] as number[][];
  for (let turn = 0; turn < 15; turn += 1) {
    asMember!.push(await timed(() => listed(member, spaces)));
    asAdmin!.push(await timed(() => listed(api, spaces)));
    page!.push(await timed(() => listed(member, 50)));
  }
  const [ofMember, ofAdmin, ofPage] = [median(asMember!), median(asAdmin!), median(page!)];
  say(
    `  all at once: ${ofMember.toFixed(0)} ms for a member of ${teams} teams, ${ofAdmin.toFixed(0)} ms for an administrator: ${(ofMember / ofAdmin).toFixed(2)} times`,
  );
  say(`  the first 50: ${ofPage.toFixed(0)} ms`);

  say('\nMoves among the children of a collection');
  const [few, many] = [
    await crowd(api, { organization, sql, count: 50 }),
    await crowd(api, { organization, sql, count: 5_000 }),
  ];
  // In turns, so that whatever else the machine does hits both alike.
  for (let turn = 0; turn < 100; turn += 1) for (const each of [few, many]) each.times.push(await each.move());
  const [ofFew, ofMany] = [median(few.times.slice(20)), median(many.times.slice(20))];
  say(
    `  median ${ofFew.toFixed(1)} ms among 50, ${ofMany.toFixed(1)} ms among 5,000: ${(ofMany / ofFew).toFixed(2)} times; a copy of one among 5,000: ${(await many.copy()).toFixed(1)} ms`,
  );
}

/** Somebody who sees 1,000 spaces, each by a grant to one of their teams on its collection, and 1,000 others not. */
async function memberOfTeams(
  api: ApiClient,
  { organization, url, sql }: { organization: string; url: string; sql: pg.Client },
): Promise<ApiClient> {
  const someone = { email: `teams@${organization}.example.com`, displayName: 'Of many teams' };
  const { user, token } = (await api.post('/v1/admin/users', someone, { expect: 201 })).body;
  const { id: invite } = (await api.post(`/v1/orgs/${organization}/link-invites`, { role: 'read' }, { expect: 201 }))
    .body;
  const member = apiClient(url, token.token ?? token);
  await member.post(`/v1/orgs/${organization}/invites/${invite}`, undefined, { expect: 200 });
  const closed = async (title: string, count: number) => {
    const { body } = await api.post(`/v1/orgs/${organization}/collections`, { title }, { expect: 201 });
    await api.patch(`/v1/collections/${body.id}`, { defaultLevel: null }, { expect: 200 });
    await fill(sql, { organization, collection: body.id, count });
    return body.id as string;
  };
  for (let index = 0; index < teams; index += 1) {
    const put = await api.put(
      `/v1/orgs/${organization}/teams`,
      { title: `Team ${index}`, members: [user.id] },
      { expect: 201 },
    );
    const collection = await closed(`Shelf ${index}`, spaces / teams);
    const grant = { role: 'edit', teams: [put.body.id] };
    await api.post(`/v1/collections/${collection}/permissions`, grant, { expect: 204 });
  }
  await closed('Hidden', spaces);
  return member;
}

/** A collection with many spaces, and what there is to be measured on it. */
async function crowd(
  api: ApiClient,
  { organization, sql, count }: { organization: string; sql: pg.Client; count: number },
) {
  const { body } = await api.post(`/v1/orgs/${organization}/collections`, { title: `${count}` }, { expect: 201 });
  const ids = await fill(sql, { organization, collection: body.id, count });
  const any = () => ids[Math.floor(Math.random() * ids.length)]!;
  return {
    times: [] as number[],
    move: () =>
      timed(() =>
        api.post(
          `/v1/spaces/${any()}/move`,
          { position: { before: { type: 'space', space: any() } } },
          { expect: 200 },
        ),
      ),
    copy: () => medianOf(5, () => api.post(`/v1/spaces/${any()}/duplicate`, undefined, { expect: 201 })),
  };
}

/** Spaces in a collection, as if they had been made over the API one after the other. */
async function fill(
  sql: pg.Client,
  { organization, collection, count }: { organization: string; collection: string; count: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO content.spaces (id, organization_id, parent_id, order_key, title, default_level, revision_id, created_by)
     SELECT left($2, 14) || lpad(n::text, 6, '0'), $1, $2, lpad(n::text, 6, '0') || 'V', 'Space ' || n, 'inherit',
       (SELECT revision_id FROM content.spaces WHERE organization_id = $1 LIMIT 1), 'bench'
     FROM generate_series(1, $3::int) AS n RETURNING id`,
    [organization, collection, count],
  );
  await sql.query('ANALYZE content.spaces');
  return rows.map(({ id }) => id);
}
