import { type Contributor, events, type Member } from '@quire/contract';
import type { Principal, Role } from '@quire/runtime';
import { expect } from 'chai';
import { contentService, describedMember } from '../content-service.js';
import { factories } from '../factories.js';
import { people } from '../people.js';

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: '' } });
const text = { body: { markdown: 'Hello' } };

describe('contributors and commenters', () => {
  const content = contentService();
  const make = factories(content);

  async function state() {
    const { spaceId, organizationId, admin } = await make.written();
    const identity = people(content, organizationId);
    const joined = async (role: Role | null): Promise<Principal> => {
      const principal = await identity.member(role);
      content.identity.members.set(`${organizationId}/${principal.userId}`, { role, sequence: 1 });
      return principal;
    };
    const comment = async (who: Principal, path: string) => {
      const { id } = (await content.as(who).post(`${path}/comments`, text, { expect: 200 })).body;
      return { id: id as string, path: `${path}/comments/${id}` };
    };
    const main = `/v1/spaces/${spaceId}`;
    return { spaceId, organizationId, main, admin, joined, comment, identity, client: content.as(admin) };
  }

  it('getContributorsByChangeRequestId lists who edited and who commented, how often and when last', async () => {
    const { spaceId, main, admin, joined, comment, client } = await state();
    const [bob, eve] = [await joined('edit'), await joined('comment')];
    const request = await make.changeRequest(admin, spaceId);
    const contributors = async () => {
      const { body } = await client.get(`${request.path}/contributors`, { expect: 200 });
      expect(body.count).to.equal(body.items.length);
      return body.items as Contributor[];
    };
    expect(await contributors()).to.deep.equal([
      { updatedAt: request.createdAt, count: 0, user: request.createdBy, actionType: 'edit' },
    ]);
    await make.edit(bob, request.path, [insert('One')]);
    await make.edit(bob, request.path, [insert('Two')]);
    const { path } = await comment(eve, request.path);
    await content.as(bob).post(`${path}/replies`, text, { expect: 200 });
    await make.edit(admin, main, [insert('On main')]);
    await comment(admin, main);
    const items = await contributors();
    expect(items.map(({ user, actionType, count }) => [user.id, actionType, count])).to.have.deep.members([
      [admin.userId, 'edit', 0],
      [bob.userId, 'edit', 2],
      [eve.userId, 'comment', 1],
      [bob.userId, 'comment', 1],
    ]);
    expect(items.map(({ updatedAt }) => updatedAt)).to.deep.equal(
      items
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .reverse(),
    );
    const query = { status: 'draft' };
    for (const [filter, count] of [
      [{ contributor: bob.userId }, 1],
      [{ contributor: eve.userId }, 0],
      [{ creator: admin.userId }, 1],
      [{ creator: bob.userId }, 0],
      [{ creator: admin.userId, contributor: bob.userId }, 1],
      [{ creator: bob.userId, contributor: bob.userId }, 0],
    ] as const) {
      const { body } = await client.get(`${main}/change-requests`, { query: { ...query, ...filter }, expect: 200 });
      expect(body.count, JSON.stringify(filter)).to.equal(count);
    }
  });

  for (const where of ['Space', 'ChangeRequest'] as const) {
    it(`listCommentersIn${where} lists each member who commented or answered once, and nobody from elsewhere`, async () => {
      const { spaceId, organizationId, main, admin, joined, comment, client, identity } = await state();
      const members = [await joined('comment'), await joined('comment'), await joined('read'), await joined('admin')];
      const [ada, bob, silent, leaving] = members as [Principal, Principal, Principal, Principal];
      const request = (await make.changeRequest(admin, spaceId)).path;
      const [here, elsewhere] = where === 'Space' ? [main, request] : [request, main];
      for (let count = 0; count < 3; count += 1) await comment(ada, here);
      const { path } = await comment(leaving, here);
      await content.as(bob).post(`${path}/replies`, text, { expect: 200 });
      await comment(await joined('comment'), elsewhere);
      await identity.tell(events.memberRemoved, {
        organization: organizationId,
        user: leaving.userId,
        role: 'admin',
      });
      const list = async (query: object = {}) =>
        (await client.get(`${here}/commenters`, { query: { ...query }, expect: 200 })).body;
      const expected = [ada, bob].sort((a, b) => (a.userId < b.userId ? -1 : 1));
      const items = expected.map(({ userId }) => describedMember(userId, 'comment'));
      expect(await list()).to.deep.equal({ items, count: 2 });
      const first = await list({ limit: 1 });
      const second = await list({ limit: 1, page: first.next.page });
      expect([...first.items, ...second.items].map(({ id }: Member) => id)).to.deep.equal(items.map(({ id }) => id));
      expect([first.count, second.count, second.next]).to.deep.equal([2, 2, undefined]);
      await content.as(silent).get(`${here}/commenters`, { expect: 200 });

      const guest = await joined(null);
      await client.post(`${main}/permissions`, { users: [guest.userId], role: 'comment' }, { expect: 204 });
      await content.as(guest).get(`${here}/comments`, { expect: 200 });
      await content.as(guest).get(`${here}/commenters`, { expect: 403 });
    });
  }
});
