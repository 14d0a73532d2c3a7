import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf } from './content-service.js';
import { factories } from './factories.js';
import { people } from './people.js';

describe('what happens at the same time', () => {
  const content = contentService();
  const make = factories(content);

  /** Resolves when some statement waits for a lock. */
  const somebodyWaits = () =>
    eventually(async () => {
      const { rows } = await content.db.raw(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(rows).not.to.have.length(0);
    });

  it('who waits for a space that moves from one closed collection to another finds it closed', async () => {
    const { id: organization, admin, member } = make.organization();
    const closed = async () => {
      const { id } = await make.collection(admin, organization);
      await content.as(admin).patch(`/v1/collections/${id}`, { defaultLevel: null }, { expect: 200 });
      return id as string;
    };
    const [from, to] = [await closed(), await closed()];
    const { id: space } = await make.space(admin, organization, { parent: from });
    const moving = await content.db.transaction();
    await moving('spaces').where({ id: space }).update({ parent_id: to });
    const comment = content.as(member('create')).post(`/v1/spaces/${space}/comments`, { body: { markdown: 'Hello' } });
    await somebodyWaits();
    await moving.commit();
    expect((await comment).status).to.equal(404);
  });

  it('a copy leaves out the values of a custom field that goes meanwhile', async () => {
    const { id: organization, admin } = make.organization();
    const client = content.as(admin);
    const { id: space } = await make.space(admin, organization);
    const fields = `/v1/orgs/${organization}/custom-fields`;
    for (const name of ['kept', 'gone']) await client.post(fields, { name, type: 'text' }, { expect: 201 });
    const values = { kept: { value: 'a' }, gone: { value: 'b' } };
    await client.patch(`/v1/spaces/${space}/custom-fields`, { values }, { expect: 204 });
    const deleting = await content.db.transaction();
    await deleting('custom_fields').where({ organization_id: organization, name: 'gone' }).delete();
    const copying = client.post(`/v1/spaces/${space}/duplicate`);
    await somebodyWaits();
    await deleting.commit();
    const { status, body } = await copying;
    expect(status).to.equal(201);
    const { body: held } = await client.get(`/v1/spaces/${body.id}/custom-fields`, { expect: 200 });
    expect(held.map(({ value }: { value: string }) => value)).to.deep.equal(['a']);
  });

  it('a member of whom only the joining was heard yet can be granted something, and is listed', async () => {
    const { id: organization, admin } = make.organization();
    const { tell } = people(content, organization);
    const { id: space } = await make.space(admin, organization);
    const user = 'newcomer';
    content.identity.members.set(`${organization}/${user}`, { role: null, sequence: 1 });
    await tell(events.memberAdded, { organization, user, role: null });
    await content.as(admin).post(`/v1/spaces/${space}/permissions`, { role: 'read', users: [user] }, { expect: 204 });
    const { body } = await content.as(admin).get(`/v1/spaces/${space}/permissions/users`, { expect: 200 });
    expect(body.count).to.equal(1);
  });

  it('fifty changes of every kind at once wait for each other and never for ever, and what is counted is right', async () => {
    const [here, there] = [make.organization(), make.organization()];
    const admin = principalOf({ [here.id]: 'admin', [there.id]: 'admin' });
    const client = content.as(admin);
    const { userId } = await people(content, here.id).member('read');
    const shelf = `/v1/collections/${(await make.collection(admin, here.id)).id}`;
    const parent = shelf.split('/').at(-1);
    const fields = `/v1/orgs/${here.id}/custom-fields`;
    await client.post(fields, { name: 'a', type: 'text' }, { expect: 201 });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await make.space(admin, here.id, { parent })).id);
    const comment = { body: { markdown: 'Hello' } };
    const values = { a: { value: 'b' } };
    const kinds = [
      (space: string) => client.post(`${space}/comments`, comment),
      (space: string) => client.post(`${space}/change-requests`, {}),
      (space: string) => client.post(`${space}/duplicate`),
      (space: string) => client.post(`${space}/move`, { parent: null }),
      (space: string) => client.post(`${space}/move`, { parent }),
      (space: string) => client.patch(space, { defaultLevel: 'read' }),
      (space: string) => client.post(`${space}/permissions`, { role: 'edit', users: [userId] }),
      (space: string) => client.patch(`${space}/custom-fields`, { values }),
      (space: string) => client.delete(space),
      (space: string) => client.post(`${space}/restore`),
      (space: string) => client.post(`${space}/transfer`, { organization: there.id }),
      () => client.post(`${shelf}/permissions`, { role: 'edit', users: [userId] }),
      () => client.patch(shelf, { defaultLevel: null }),
      () => client.delete(`${fields}/a`),
      () => client.post(fields, { name: 'a', type: 'text' }),
      () => client.post(`${shelf}/transfer`, { organization: there.id }),
      () => client.delete(shelf),
    ];
    const answers = await Promise.all(
      Array.from({ length: 51 }, (_, index) => kinds[index % kinds.length]!(`/v1/spaces/${ids[index % ids.length]}`)),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).to.deep.equal([]);
    const { rows } = await content.db.raw(
      `SELECT comments, change_requests, (SELECT count(*)::int FROM comments c WHERE c.space_id = s.id) AS posted,
         (SELECT count(*)::int FROM change_requests r WHERE r.space_id = s.id) AS opened
       FROM spaces s WHERE organization_id = ANY (?)`,
      [[here.id, there.id]],
    );
    for (const row of rows) expect([row.comments, row.change_requests]).to.deep.equal([row.posted, row.opened]);
    const { rows: strays } = await content.db.raw(
      `SELECT FROM permissions p JOIN spaces s ON s.id = p.space_id WHERE p.organization_id <> s.organization_id
       UNION ALL SELECT FROM custom_field_values v JOIN spaces s ON s.id = v.space_id JOIN custom_fields f ON f.id = v.field_id
       WHERE f.organization_id <> s.organization_id`,
    );
    expect(strays, 'nothing of one organization is left in the other').to.have.length(0);
  });
});
