import { apiClient, eventually } from '@quire/testing';
import { expect } from 'chai';
import { mode, world } from '../support/world.js';

describe(`what is granted to people and teams, ${mode}`, () => {
  const quire = world();

  it('counts at once, is counted by identity, and ends with the membership and the team', async () => {
    const { api } = quire;
    const newcomer = async (displayName: string) => {
      const email = `${displayName.toLowerCase()}@example.com`;
      const { body } = await api.post('/v1/admin/users', { email, displayName }, { expect: 201 });
      return { id: body.user.id as string, email, api: apiClient(quire.url, body.token) };
    };
    const [ada, bob] = [await newcomer('Ada'), await newcomer('Bob')];
    const { body: organization } = await api.post('/v1/orgs', { title: 'Acme', useCase: 'other' }, { expect: 201 });
    const org = `/v1/orgs/${organization.id}`;
    await api.post(`${org}/invites`, { emails: [ada.email, bob.email], role: null }, { expect: 200 });
    const { body: team } = await api.put(`${org}/teams`, { title: 'Writers', members: [bob.id] }, { expect: 201 });
    const { body: shelf } = await api.post(`${org}/collections`, {}, { expect: 201 });
    const { body: space } = await api.post(`${org}/spaces`, { parent: shelf.id }, { expect: 201 });
    const path = `/v1/spaces/${space.id}`;
    for (const guest of [ada, bob]) await guest.api.get(path, { expect: 404 });

    // No event has to arrive first: content asks about whom it does not know.
    await api.post(`${path}/permissions`, { role: 'edit', users: [ada.id] }, { expect: 204 });
    const onShelf = `/v1/collections/${shelf.id}/permissions`;
    await api.post(onShelf, { role: 'review', teams: [team.id] }, { expect: 204 });
    expect((await ada.api.get(path, { expect: 200 })).body.permissions).to.include({ edit: true, review: false });
    expect((await bob.api.get(path, { expect: 200 })).body.permissions).to.include({
      review: true,
      triggerGitSync: false,
    });

    await eventually(async () => {
      expect((await api.get(`${org}/teams/${team.id}`)).body.spaces).to.equal(1);
      expect((await api.get(`${org}/members/${ada.id}`)).body.spaces).to.equal(1);
      const { items } = (await api.get(`${path}/permissions/aggregate`)).body;
      const sources = items.map((item: { user: { id: string }; source: object }) => [item.user.id, item.source]);
      expect(Object.fromEntries(sources)).to.deep.include({
        [ada.id]: { type: 'user', space: space.id },
        [bob.id]: { type: 'team', collection: shelf.id, team: team.id },
      });
    });

    await api.delete(`${org}/members/${ada.id}`, { expect: 204 });
    await api.delete(`${org}/teams/${team.id}`, { expect: 204 });
    for (const guest of [ada, bob]) await guest.api.get(path, { expect: 404 });
    await eventually(async () => {
      expect((await api.get(`${path}/permissions/users`)).body).to.deep.equal({ items: [], count: 0 });
      expect((await api.get(`${onShelf}/teams`)).body).to.deep.equal({ items: [], count: 0 });
    });
    await api.post(`${org}/invites`, { emails: [ada.email], role: null }, { expect: 200 });
    await ada.api.get(path, { expect: 404 });
  });
});
