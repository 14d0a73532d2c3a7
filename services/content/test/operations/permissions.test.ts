import { events } from '@quire/contract';
import { newId, type Principal, type Role } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';
import { people } from '../people.js';

describe('permissions', () => {
  const content = contentService();
  const make = factories(content);

  /** An organization where nobody sees anything unless it is granted to them: a collection in a collection, and a space in it. */
  async function closed() {
    const { id: organizationId, admin } = make.organization();
    const shelf = await make.collection(admin, organizationId);
    const inner = await make.collection(admin, organizationId, { parent: shelf.id });
    const space = await make.space(admin, organizationId, { parent: inner.id });
    const collection = `/v1/collections/${shelf.id}`;
    await content.as(admin).patch(collection, { defaultLevel: null }, { expect: 200 });
    const main = `/v1/spaces/${space.id}`;
    const { member, team, tell, inTeam } = people(content, organizationId);
    const grant = (path: string, body: object, by: Principal = admin) =>
      content.as(by).post(`${path}/permissions`, body);
    const levelOf = async (caller: Principal, path = main) => {
      const { status, body } = await content.as(caller).get(path);
      return status === 404 ? null : strongestOf(body.permissions);
    };
    const holders = async () => {
      const told = (await outboxEvents(content.db)).filter(
        ({ type, subject }) => type === events.permissionsChanged.type && subject === space.id,
      );
      return told.map(({ data }) => data as { users: string[]; teams: string[] });
    };
    return {
      organizationId,
      admin,
      collection,
      inner: `/v1/collections/${inner.id}`,
      main,
      space,
      ids: { shelf: shelf.id, inner: inner.id, space: space.id },
      member,
      team,
      tell,
      inTeam,
      grant,
      levelOf,
      holders,
    };
  }

  const strongestOf = (permissions: Record<string, boolean>): Role | null => {
    if (permissions.admin) return 'admin';
    if (permissions.triggerGitSync ?? permissions.create) return 'create';
    if (permissions.review) return 'review';
    if (permissions.edit) return 'edit';
    if (permissions.comment) return 'comment';
    return permissions.view ? 'read' : null;
  };

  describe('inviteToSpace', () => {
    it('opens a space to members, guests and teams, and says who holds a permission now', async () => {
      const { main, member, team, grant, levelOf, holders } = await closed();
      const writers = await team();
      const [ada, guest, writer] = [await member('read'), await member(null), await member('read', [writers])];
      expect(await Promise.all([ada, guest, writer].map((each) => levelOf(each)))).to.deep.equal([null, null, null]);
      const users = [ada.userId, guest.userId];
      expect((await grant(main, { role: 'edit', users, teams: [writers] })).status).to.equal(204);
      expect(await Promise.all([ada, guest, writer].map((each) => levelOf(each)))).to.deep.equal([
        'edit',
        'edit',
        'edit',
      ]);
      const [told, ...more] = await holders();
      expect(more).to.deep.equal([]);
      expect({ ...told, users: told!.users.toSorted() }).to.deep.include({ users: users.toSorted(), teams: [writers] });
    });

    it('changes the level of those who have one; a level that changes moves nobody in or out, so nothing is told', async () => {
      const { main, member, grant, levelOf, holders } = await closed();
      const ada = await member('read');
      await grant(main, { role: 'edit', users: [ada.userId] });
      await grant(main, { role: 'comment', users: [ada.userId, ada.userId] });
      expect(await levelOf(ada)).to.equal('comment');
      expect(await holders()).to.have.length(1);
    });

    it('takes away with the role null, from whoever has something', async () => {
      const { main, member, grant, levelOf, holders } = await closed();
      const [ada, bob] = [await member('read'), await member('read')];
      await grant(main, { role: 'edit', users: [ada.userId] });
      expect((await grant(main, { role: null, users: [ada.userId, bob.userId] })).status).to.equal(204);
      expect(await levelOf(ada)).to.equal(null);
      expect((await holders()).at(-1)).to.deep.include({ users: [], teams: [] });
    });

    it('never lowers what somebody has otherwise', async () => {
      const { main, admin, collection, member, grant, levelOf } = await closed();
      await content.as(admin).patch(collection, { defaultLevel: 'review' }, { expect: 200 });
      const [reader, boss] = [await member('read'), await member('admin')];
      await grant(main, { role: 'read', users: [reader.userId, boss.userId] });
      expect(await levelOf(reader)).to.equal('review');
      expect(await levelOf(boss)).to.equal('admin');
    });

    it('answers 404 for strangers and teams of others, and grants nothing to anybody', async () => {
      const { main, member, grant, levelOf, holders } = await closed();
      const [ada, elsewhere] = [await member('read'), await closed()];
      const stranger = await elsewhere.member('admin');
      const team = await elsewhere.team();
      for (const body of [
        { users: [ada.userId, stranger.userId] },
        { users: [ada.userId], teams: [team] },
        { teams: [newId()] },
        // The id of a team is no user's.
        { users: [team] },
      ])
        expect((await grant(main, { role: 'read', ...body })).status, JSON.stringify(body)).to.equal(404);
      expect(await levelOf(ada)).to.equal(null);
      expect(await holders()).to.deep.equal([]);
    });

    for (const [what, body] of [
      ['nobody', { role: 'read' }],
      ['an empty list', { role: 'read', users: [] }],
      ['more than 1,000 users', { role: 'read', users: Array.from({ length: 1001 }, (_, index) => `user${index}`) }],
      ['no role', { users: ['ada'] }],
      ['a role that is none', { role: 'inherit', users: ['ada'] }],
      ['an id that is no text', { role: 'read', users: [{ id: 'ada' }] }],
      ['a NUL in an id', { role: 'read', teams: ['a\0'] }],
    ] as const)
      it(`refuses ${what}`, async () => {
        const { main, grant } = await closed();
        const { status, body: answer } = await grant(main, body);
        expect(status).to.equal(400);
        expect(answer.error.details).to.have.length(1);
      });

    it('takes 1,000 users and 1,000 teams at once', async () => {
      const { organizationId, main, grant, admin } = await closed();
      const users = Array.from({ length: 1_000 }, () => newId());
      const teams = Array.from({ length: 1_000 }, () => newId());
      for (const id of users) content.identity.members.set(`${organizationId}/${id}`, { role: null, sequence: 1 });
      for (const id of teams) content.identity.teams.set(`${organizationId}/${id}`, { title: 'T', sequence: 1 });
      expect((await grant(main, { role: 'read', users, teams })).status).to.equal(204);
      const path = `${main}/permissions/users`;
      const { body } = await content.as(admin).get(path, { query: { limit: 1000 }, expect: 200 });
      expect(body.items.map(({ user }: { user: { id: string } }) => user.id)).to.deep.equal(users.toSorted());
      expect(body.count).to.equal(1_000);
    });

    it('asks identity about those of whom no event has told, and 503s while it is away', async () => {
      const { organizationId, main, grant, admin } = await closed();
      const [user, team] = [newId(), newId()];
      expect((await grant(main, { role: 'read', users: [user] })).status).to.equal(404);
      content.identity.members.set(`${organizationId}/${user}`, { role: 'read', sequence: 1 });
      content.identity.teams.set(`${organizationId}/${team}`, { title: 'New', sequence: 1 });
      content.identity.away = true;
      try {
        expect((await grant(main, { role: 'read', users: [user] })).status).to.equal(503);
      } finally {
        content.identity.away = false;
      }
      expect((await grant(main, { role: 'read', users: [user], teams: [team] })).status).to.equal(204);
      const { body } = await content.as(admin).get(`${main}/permissions/users`, { expect: 200 });
      expect(body.items).to.deep.equal([
        {
          permission: 'read',
          user: {
            object: 'user',
            id: user,
            displayName: 'Ada',
            email: `${user}@example.com`,
            urls: { location: `https://docs.example.com/v1/users/${user}` },
          },
        },
      ]);
    });

    it('needs the level admin on the space, however one came by it', async () => {
      const { main, collection, member, team, grant } = await closed();
      const [ada, target] = [await member('read'), await member('read')];
      const body = { role: 'read', users: [target.userId] };
      expect((await grant(main, body, ada)).status).to.equal(404);
      await grant(main, { role: 'create', users: [ada.userId] });
      expect((await grant(main, body, ada)).status).to.equal(403);
      const owners = await team();
      await grant(collection, { role: 'admin', teams: [owners] });
      expect((await grant(main, body, await member(null, [owners]))).status).to.equal(204);
    });
  });

  describe('inviteToCollection', () => {
    it('reaches the collections and spaces inside, those that come later too', async () => {
      const { organizationId, admin, collection, inner, main, ids, member, grant, levelOf, holders } = await closed();
      const ada = await member(null);
      await grant(collection, { role: 'create', users: [ada.userId] });
      expect(await levelOf(ada, collection)).to.equal('create');
      expect(await levelOf(ada, inner)).to.equal('create');
      expect(await levelOf(ada, main)).to.equal('create');
      expect(await holders()).to.have.length(1);
      const later = await make.space(ada, organizationId, { parent: ids.inner });
      expect(await levelOf(ada, `/v1/spaces/${later.id}`)).to.equal('create');
      const outside = await make.space(admin, organizationId);
      expect(await levelOf(ada, `/v1/spaces/${outside.id}`)).to.equal(null);
      const told = (await outboxEvents(content.db)).filter(({ type }) => type === events.permissionsChanged.type);
      expect(told.filter(({ subject }) => subject === later.id)).to.have.length(1);
      expect(told.filter(({ subject }) => subject === outside.id)).to.have.length(0);
    });

    it('opens nothing in the collection that is closed to who grants, nor does a move to another one', async () => {
      const { organizationId, admin, collection, inner, main, member, grant, levelOf } = await closed();
      const api = content.as(admin);
      await api.patch(collection, { defaultLevel: 'admin' }, { expect: 200 });
      await api.patch(main, { defaultLevel: null }, { expect: 200 });
      const own = await make.collection(admin, organizationId);
      const [ada, bob] = [await member('read'), await member('edit')];
      await grant(`/v1/collections/${own.id}`, { role: 'admin', users: [ada.userId] });
      await grant(collection, { role: 'read', users: [bob.userId] });
      expect(await levelOf(ada, collection)).to.equal('admin');
      const byAda = content.as(ada);
      expect((await grant(collection, { role: 'read', users: [ada.userId] }, ada)).status).to.equal(403);
      await byAda.patch(`${collection}/permissions/users/${bob.userId}`, { role: 'admin' }, { expect: 403 });
      await byAda.post(`${inner}/move`, { parent: own.id }, { expect: 403 });
      expect([await levelOf(ada), await levelOf(bob)]).to.deep.equal([null, 'read']);
      await byAda.patch(`${collection}/permissions/users/${bob.userId}`, { role: null }, { expect: 204 });
      await api.patch(main, { defaultLevel: 'inherit' }, { expect: 200 });
      expect((await grant(collection, { role: 'read', users: [bob.userId] }, ada)).status).to.equal(204);
      await byAda.post(`${inner}/move`, { parent: own.id }, { expect: 200 });
    });

    it('is left behind by what is moved out, and taken on by what is moved in', async () => {
      const { admin, collection, inner, ids, member, grant, levelOf, holders } = await closed();
      const ada = await member(null);
      await grant(collection, { role: 'edit', users: [ada.userId] });
      await content.as(admin).post(`${inner}/move`, { parent: null }, { expect: 200 });
      expect(await levelOf(ada)).to.equal(null);
      expect((await holders()).at(-1)).to.deep.include({ users: [], teams: [] });
      await content.as(admin).post(`${inner}/move`, { parent: ids.shelf }, { expect: 200 });
      expect(await levelOf(ada)).to.equal('edit');
      expect((await holders()).at(-1)).to.deep.include({ users: [ada.userId] });
    });

    it('goes along with a copy, and stays behind when a space is transferred', async () => {
      const { admin, collection, main, member, grant } = await closed();
      const [ada, bob] = [await member(null), await member(null)];
      await grant(main, { role: 'edit', users: [ada.userId] });
      await grant(collection, { role: 'read', users: [bob.userId] });
      const { body: copy } = await content.as(admin).post(`${main}/duplicate`, undefined, { expect: 201 });
      const toldOf = async (id: string) => {
        const told = (await outboxEvents(content.db)).filter(({ type }) => type === events.permissionsChanged.type);
        const last = told.findLast(({ subject }) => subject === id)?.data as { organization: string; users: string[] };
        return { organization: last.organization, users: last.users.toSorted() };
      };
      const { organization, users } = await toldOf(copy.id);
      expect({ organization, users }).to.deep.equal({
        organization: copy.organization,
        users: [ada.userId, bob.userId].sort(),
      });
      const { id: elsewhere } = make.organization();
      const both = principalOf({ [organization]: 'admin', [elsewhere]: 'admin' });
      await content.as(both).post(`/v1/spaces/${copy.id}/transfer`, { organization: elsewhere }, { expect: 200 });
      expect(await toldOf(copy.id)).to.deep.equal({ organization: elsewhere, users: [] });
      expect(await content.db('permissions').where({ space_id: copy.id })).to.deep.equal([]);
    });

    it('tells the holders of a space with a higher sequence each time', async () => {
      const { collection, main, admin, member, grant, ids } = await closed();
      const users = await Promise.all([1, 2, 3].map(async () => (await member('read')).userId));
      await grant(collection, { role: 'read', users: [users[0]] });
      await grant(main, { role: 'read', users: [users[1]] });
      await content.as(admin).patch(main, { title: 'New' }, { expect: 200 });
      await grant(collection, { role: 'read', users: [users[2]] });
      const told = (await outboxEvents(content.db)).filter(
        ({ type, subject }) => type === events.permissionsChanged.type && subject === ids.space,
      );
      const sequences = told.map(({ sequence }) => sequence!);
      expect(sequences).to.deep.equal([...new Set(sequences)].sort((a, b) => a - b));
      expect(told.map(({ data }) => (data as { users: string[] }).users.length)).to.deep.equal([1, 2, 3]);
    });
  });

  for (const [noun, kind] of [
    ['Space', 'user'],
    ['Space', 'team'],
    ['Collection', 'user'],
    ['Collection', 'team'],
  ] as const) {
    const Kind = kind === 'user' ? 'User' : 'Team';

    describe(`update${Kind}PermissionIn${noun} and remove${Kind}From${noun}`, () => {
      async function granted() {
        const made = await closed();
        const team = await made.team();
        const ada = await made.member('read', [team]);
        const object = noun === 'Space' ? made.main : made.collection;
        const subject = kind === 'user' ? ada.userId : team;
        await made.grant(object, { role: 'edit', [`${kind}s`]: [subject] });
        return { ...made, ada, object, path: `${object}/permissions/${kind}s/${subject}` };
      }

      it('change and take away what was granted, and only that', async () => {
        const { admin, ada, path, object, levelOf, holders } = await granted();
        const api = content.as(admin);
        await api.patch(path, { role: 'review' }, { expect: 204 });
        expect(await levelOf(ada)).to.equal('review');
        await api.patch(path, {}, { expect: 204 });
        expect(await levelOf(ada)).to.equal('review');
        const { headers } = await api.delete(path, { expect: 205 });
        expect(headers.get('content-length')).to.equal('0');
        expect(await levelOf(ada)).to.equal(null);
        expect((await holders()).at(-1)).to.deep.include({ users: [], teams: [] });
        await api.delete(path, { expect: 404 });
        await api.patch(path, { role: 'read' }, { expect: 404 });
        const other = kind === 'user' ? 'teams' : 'users';
        await api.delete(`${object}/permissions/${other}/${path.split('/').at(-1)}`, { expect: 404 });
      });

      it('take away with the role null; refuse what is no role', async () => {
        const { admin, ada, path, levelOf } = await granted();
        await content.as(admin).patch(path, { role: 'owner' }, { expect: 400 });
        await content.as(admin).patch(path, { role: null }, { expect: 204 });
        expect(await levelOf(ada)).to.equal(null);
      });

      it('need the level admin', async () => {
        const { ada, path, member } = await granted();
        await content.as(ada).patch(path, { role: 'admin' }, { expect: 403 });
        await content.as(ada).delete(path, { expect: 403 });
        await content.as(await member('create')).delete(path, { expect: 404 });
      });
    });
  }

  describe('listUserPermissionsInSpace and listTeamPermissionsInSpace', () => {
    it('list what is granted right there, page by page', async () => {
      const { admin, collection, main, member, grant } = await closed();
      const users = await Promise.all([1, 2, 3, 4, 5].map(async () => (await member('read')).userId));
      await grant(main, { role: 'comment', users });
      await grant(collection, { role: 'read', users: [(await member('read')).userId] });
      const seen: string[] = [];
      for (let page: string | undefined, first = true; first || page; first = false) {
        const path = `${main}/permissions/users`;
        const { body } = await content.as(admin).get(path, { query: { limit: 2, page }, expect: 200 });
        expect(body.count).to.equal(5);
        seen.push(...body.items.map(({ user }: { user: { id: string } }) => user.id));
        page = body.next?.page;
      }
      expect(seen).to.deep.equal(users.toSorted());
    });

    it('show teams as identity knows them, to their owners with the right to manage them', async () => {
      const { organizationId, admin, main, member, team, grant } = await closed();
      const [id, gone] = [await team('Writers'), await team('Gone')];
      const owner = await member(null, [id]);
      content.identity.teams.set(`${organizationId}/${id}`, { title: 'Editors', owners: [owner.userId], sequence: 9 });
      await grant(main, { role: 'admin', teams: [id, gone] });
      content.identity.teams.delete(`${organizationId}/${gone}`);
      const { body } = await content.as(owner).get(`${main}/permissions/teams`, { expect: 200 });
      expect(body.items).to.deep.equal([
        {
          permission: 'admin',
          team: {
            object: 'team',
            id,
            title: 'Editors',
            members: 1,
            spaces: 1,
            createdAt: '2026-01-01T00:00:00.000Z',
            permissions: { admin: true, view: true },
          },
        },
      ]);
      const { items } = (await content.as(await member('admin')).get(`${main}/permissions/teams`)).body;
      expect(items[0].team.permissions).to.deep.equal({ admin: true, view: true });
      expect((await content.as(admin).get(`${main}/permissions/users`)).body).to.deep.equal({ items: [], count: 0 });
    });

    it('are not for guests who merely see the space', async () => {
      const { main, member, grant } = await closed();
      const guest = await member(null);
      await grant(main, { role: 'create', users: [guest.userId] });
      for (const list of ['users', 'teams', 'aggregate'])
        await content.as(guest).get(`${main}/permissions/${list}`, { expect: 403 });
      await grant(main, { role: 'admin', users: [guest.userId] });
      for (const list of ['users', 'teams', 'aggregate'])
        await content.as(guest).get(`${main}/permissions/${list}`, { expect: 200 });
    });
  });

  describe('listPermissionsAggregateInSpace', () => {
    it('says where each level comes from', async () => {
      const { admin, collection, inner, main, ids, member, team, grant } = await closed();
      await content.as(admin).patch(inner, { defaultLevel: 'comment' }, { expect: 200 });
      const writers = await team();
      const callers = {
        boss: await member('admin'),
        reader: await member('edit'),
        direct: await member('read'),
        outer: await member(null),
        writer: await member('read', [writers]),
        guest: await member(null),
      };
      await grant(main, { role: 'edit', users: [callers.direct.userId] });
      await grant(main, { role: 'read', users: [callers.boss.userId] });
      await grant(collection, { role: 'create', users: [callers.outer.userId] });
      await grant(inner, { role: 'review', teams: [writers] });
      const path = `${main}/permissions/aggregate`;
      const { body } = await content.as(admin).get(path, { expect: 200 });
      const nameOf = (id: string) => Object.entries(callers).find(([, { userId }]) => userId === id)![0];
      const told = body.items.map(({ permission, user, source }: any) => [nameOf(user.id), [permission, source]]);
      expect(Object.fromEntries(told)).to.deep.equal({
        boss: ['admin', { type: 'organization' }],
        reader: ['comment', { type: 'default', collection: ids.inner }],
        direct: ['edit', { type: 'user', space: ids.space }],
        outer: ['create', { type: 'user', collection: ids.shelf }],
        writer: ['review', { type: 'team', collection: ids.inner, team: writers }],
      });
      expect(body.count).to.equal(5);
      const filtered = await content.as(admin).get(path, { query: { role: 'review' }, expect: 200 });
      expect(filtered.body.items.map(({ user }: any) => nameOf(user.id))).to.deep.equal(['writer']);
      expect(filtered.body.count).to.equal(1);
      await content.as(admin).get(path, { query: { role: 'owner' }, expect: 400 });
    });

    it('names the space for its own default level, and the organization where all inherit', async () => {
      const { admin, organizationId, member } = { ...(await closed()) };
      await member('edit');
      const { id } = await make.space(admin, organizationId);
      const sources = async () =>
        (await content.as(admin).get(`/v1/spaces/${id}/permissions/aggregate`, { expect: 200 })).body.items.map(
          ({ permission, source }: any) => ({ permission, source }),
        );
      expect(await sources()).to.deep.equal([{ permission: 'edit', source: { type: 'organization' } }]);
      await content.as(admin).patch(`/v1/spaces/${id}`, { defaultLevel: 'read' }, { expect: 200 });
      expect(await sources()).to.deep.equal([{ permission: 'read', source: { type: 'default', space: id } }]);
      await content.as(admin).patch(`/v1/spaces/${id}`, { defaultLevel: null }, { expect: 200 });
      expect(await sources()).to.deep.equal([]);
    });

    it('leaves out who has left, and the members that a team has lost', async () => {
      const { admin, organizationId, main, member, team, grant, tell, inTeam } = await closed();
      const writers = await team();
      const [stays, leaves] = [await member('read', [writers]), await member('read', [writers])];
      await grant(main, { role: 'edit', teams: [writers] });
      const ids = async () =>
        (await content.as(admin).get(`${main}/permissions/aggregate`, { expect: 200 })).body.items.map(
          ({ user }: any) => user.id,
        );
      expect(await ids()).to.deep.equal([stays.userId, leaves.userId].sort());
      await tell(events.memberRemoved, { organization: organizationId, user: leaves.userId, role: 'read' });
      expect(await ids()).to.deep.equal([stays.userId]);
      await tell(events.teamMembersChanged, inTeam(writers, { removed: [stays.userId] }));
      expect(await ids()).to.deep.equal([]);
    });
  });

  describe('listSpacesForOrganizationMember', () => {
    it('lists what the member sees, with their level, in the order of the spaces or against it', async () => {
      const { organizationId, admin, main, space, collection, member, team, grant } = await closed();
      const open = await make.space(admin, organizationId);
      await make.space(admin, organizationId, { parent: space.parent });
      const [writers, other] = [await team(), await member('read')];
      const ada = await member('comment', [writers]);
      await grant(main, { role: 'edit', teams: [writers] });
      const path = `/v1/orgs/${organizationId}/members/${ada.userId}/spaces`;
      const read = async (caller: Principal, order?: string) => {
        const { body } = await content.as(caller).get(path, { query: { order }, expect: 200 });
        expect(body.count).to.equal(2);
        return body.items.map((item: any) => [item.space.id, item.permission, item.space.permissions.admin]);
      };
      const listed = await read(admin, 'asc');
      expect(Object.fromEntries(listed.map(([id, level]: string[]) => [id, level]))).to.deep.equal({
        [open.id]: 'comment',
        [space.id]: 'edit',
      });
      expect(listed.map(([, , isAdmin]: boolean[]) => isAdmin)).to.deep.equal([true, true]);
      expect(await read(admin)).to.deep.equal(listed.toReversed());
      const own = await read(ada, 'asc');
      expect(own.map(([, , isAdmin]: boolean[]) => isAdmin)).to.deep.equal([false, false]);
      const first = (await content.as(ada).get(path, { query: { limit: 1 }, expect: 200 })).body;
      const second = (await content.as(ada).get(path, { query: { limit: 1, page: first.next.page } })).body;
      expect([first.items[0].space.id, second.items[0].space.id]).to.deep.equal(
        listed.toReversed().map(([id]: string[]) => id),
      );
      expect(second).not.to.have.property('next');
      await content.as(other).get(path, { expect: 403 });
      await content.as(admin).get(path, { query: { order: 'up' }, expect: 400 });
      const stranger = `/v1/orgs/${organizationId}/members/${newId()}/spaces`;
      await content.as(admin).get(stranger, { expect: 404 });
      await content.as(admin).patch(collection, { defaultLevel: 'read' }, { expect: 200 });
      expect((await content.as(ada).get(path)).body.count).to.equal(3);
    });
  });

  describe('what is granted counts everywhere', () => {
    it('in the lists of the organization and in its search', async () => {
      const { organizationId, admin, main, space, member, grant } = await closed();
      const insert = [{ operation: 'insert_page', title: 'Zanzibar', document: { markdown: 'zanzibar' } }];
      await content.as(admin).post(`${main}/content`, { changes: insert }, { expect: 200 });
      const guest = await member(null);
      const search = async () =>
        (await content.as(guest).get(`/v1/orgs/${organizationId}/search?query=zanzibar`, { expect: 200 })).body;
      expect(await search()).to.deep.include({ items: [], count: 0 });
      await grant(main, { role: 'read', users: [guest.userId] });
      expect((await search()).items.map(({ id }: { id: string }) => id)).to.deep.equal([space.id]);
      expect((await search()).count).to.equal(1);
      expect(await listAll(content, guest, `/v1/orgs/${organizationId}/spaces`, { limit: 10 })).to.deep.equal([
        space.id,
      ]);
    });

    it('for content, change requests and uploads', async () => {
      const { organizationId, main, member, grant } = await closed();
      const guest = await member(null);
      const api = content.as(guest);
      const upload = { name: 'a.zip', contentType: 'application/zip', size: 1 };
      const store = async () => (await api.post(`/v1/orgs/${organizationId}/storage/upload`, upload)).status;
      await grant(main, { role: 'comment', users: [guest.userId] });
      expect(await store()).to.equal(403);
      await api.post(`${main}/change-requests`, {}, { expect: 403 });
      await grant(main, { role: 'edit', users: [guest.userId] });
      expect(await store()).to.equal(201);
      const { body } = await api.post(`${main}/change-requests`, {}, { expect: 201 });
      await api.post(`${main}/change-requests/${body.id}/merge`, undefined, { expect: 403 });
      await grant(main, { role: 'review', users: [guest.userId] });
      await api.post(`${main}/change-requests/${body.id}/merge`, undefined, { expect: 200 });
    });

    it('but in no organization that the caller is not in, or has yet to sign on to', async () => {
      const { organizationId, main, collection, member, grant, levelOf } = await closed();
      const ada = await member('read');
      await grant(main, { role: 'admin', users: [ada.userId] });
      expect(await levelOf(principalOf({}, ada.userId))).to.equal(null);
      const startURL = 'https://docs.example.com/sign-on';
      const outside = {
        ...principalOf({}, ada.userId),
        signOn: { [organizationId]: { role: 'read' as const, startURL } },
      };
      const lists = [`/v1/orgs/${organizationId}/spaces`, `/v1/orgs/${organizationId}/search?query=a`];
      for (const path of [main, collection, `${main}/content`, ...lists]) {
        const { body } = await content.as(outside).get(path, { expect: 403 });
        expect(body.error.message, path).to.include(startURL);
      }
    });
  });

  describe('at once', () => {
    it('two admins who change one grant end with one of their levels, told in order', async () => {
      const { admin, main, member, grant, levelOf, holders } = await closed();
      const [other, ada] = [await member('admin'), await member('read')];
      await Promise.all([
        ...(['edit', 'review', 'comment'] as const).flatMap((role) =>
          [admin, other].map((by) => grant(main, { role, users: [ada.userId] }, by)),
        ),
        grant(main, { role: null, users: [ada.userId] }),
      ]).then((answers) => answers.forEach(({ status }) => expect(status).to.equal(204)));
      const level = await levelOf(ada);
      expect((await holders()).at(-1)!.users).to.deep.equal(level === null ? [] : [ada.userId]);
    });

    it('grants and revocations on a space and around it leave the last word right', async () => {
      const { collection, inner, main, member, grant, admin, holders, ids } = await closed();
      const users = await Promise.all(Array.from({ length: 6 }, async () => (await member(null)).userId));
      const paths = [collection, inner, main];
      await Promise.all([
        ...users.map((user, index) => grant(paths[index % 3]!, { role: 'read', users: [user] })),
        content.as(admin).post(`${main}/move`, { parent: null }),
        content.as(admin).post(`${main}/move`, { parent: ids.inner }),
        ...users.slice(0, 3).map((user, index) => grant(paths[index]!, { role: null, users: [user] })),
      ]);
      const { body } = await content.as(admin).get(`${main}/permissions/aggregate`, { expect: 200 });
      const seeing = body.items.filter(({ source }: any) => source.type === 'user').map(({ user }: any) => user.id);
      expect((await holders()).at(-1)?.users.toSorted() ?? []).to.deep.equal(seeing);
    });

    it('whoever leaves while they are granted something is left with nothing', async () => {
      const { organizationId, main, member, grant, tell } = await closed();
      const ada = await member('read');
      const removed = { organization: organizationId, user: ada.userId, role: 'read' as const };
      await Promise.all([
        ...[1, 2, 3].map(() => grant(main, { role: 'read', users: [ada.userId] })),
        tell(events.memberRemoved, removed),
      ]);
      expect(await content.db('permissions').where({ subject_id: ada.userId })).to.deep.equal([]);
    });
  });

  describe('what is told of members and teams', () => {
    it('a member who leaves loses what was granted, and does not find it on coming back', async () => {
      const { organizationId, main, member, grant, tell, levelOf, holders } = await closed();
      const ada = await member('read');
      await grant(main, { role: 'edit', users: [ada.userId] });
      const fact = { organization: organizationId, user: ada.userId, role: 'read' as const };
      await tell(events.memberRemoved, fact);
      expect((await holders()).at(-1)).to.deep.include({ users: [] });
      await tell(events.memberAdded, fact);
      expect(await levelOf(ada)).to.equal(null);
      expect((await grant(main, { role: 'edit', users: [ada.userId] })).status).to.equal(204);
    });

    it('nor when one hears of the leaving after the coming back; what was granted since stays', async () => {
      const { organizationId, main, collection, member, grant, tell, levelOf } = await closed();
      const ada = await member('read');
      await grant(collection, { role: 'review', users: [ada.userId] });
      const left = new Date();
      const fact = { organization: organizationId, user: ada.userId, role: 'read' as const };
      await tell(events.memberAdded, fact, { at: 1_002 });
      await grant(main, { role: 'edit', users: [ada.userId] });
      await tell(events.memberRemoved, fact, { at: 1_001, time: left });
      expect(await levelOf(ada, collection)).to.equal(null);
      expect(await levelOf(ada)).to.equal('edit');
    });

    it('a member whose joining is heard of after the leaving is none', async () => {
      const { organizationId, main, grant, tell } = await closed();
      const user = newId();
      const fact = { organization: organizationId, user, role: 'read' as const };
      await tell(events.memberRemoved, fact, { at: 2 });
      await tell(events.memberAdded, fact, { at: 1 });
      expect((await grant(main, { role: 'read', users: [user] })).status).to.equal(404);
    });

    it('a team that is removed loses what was granted, whatever is heard of it later', async () => {
      const { organizationId, main, member, team, grant, tell, inTeam, holders } = await closed();
      const writers = await team();
      const ada = await member('read', [writers]);
      await grant(main, { role: 'edit', teams: [writers] });
      await tell(events.teamDeleted, { team: writers, organization: organizationId, title: 'Writers' }, { at: 1_000 });
      content.identity.teams.delete(`${organizationId}/${writers}`);
      expect((await holders()).at(-1)).to.deep.include({ teams: [] });
      await tell(events.teamMembersChanged, inTeam(writers, { added: [ada.userId] }), { at: 999 });
      expect((await grant(main, { role: 'edit', teams: [writers] })).status).to.equal(404);
      expect(await content.db('team_members').where({ team_id: writers })).to.deep.equal([]);
    });

    it('who came to a team and who went may be heard in any order', async () => {
      const { member, team, tell, inTeam } = await closed();
      const [writers, ada] = [await team(), await member('read')];
      await tell(events.teamMembersChanged, inTeam(writers, { removed: [ada.userId] }), { at: 1_001 });
      await tell(events.teamMembersChanged, inTeam(writers, { added: [ada.userId] }), { at: 1_000 });
      const present = () => content.db('team_members').where({ team_id: writers, present: true }).pluck('user_id');
      expect(await present()).to.deep.equal([]);
      await tell(events.teamMembersChanged, inTeam(writers, { added: [ada.userId] }), { at: 1_002 });
      expect(await present()).to.deep.equal([ada.userId]);
    });
  });
});
