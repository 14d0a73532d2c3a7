import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { contentService } from './content-service.js';
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
});
