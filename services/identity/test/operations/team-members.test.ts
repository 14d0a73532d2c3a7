import { expect } from 'chai';
import fc from 'fast-check';
import { outboxEvents } from '@quire/testing';
import { factories, type TestUser, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

interface Change {
  sequence: number;
  added: string[];
  changed: string[];
  removed: string[];
}

describe('team-members', () => {
  const identity = identityService();
  const make = factories(identity);

  const rolesIn = async (teamId: string): Promise<Record<string, string>> => {
    const rows = await identity.db('team_members').where({ team_id: teamId }).select('user_id', 'role');
    return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
  };
  const changesOf = async (teamId: string): Promise<Change[]> =>
    (await outboxEvents(identity.db))
      .filter(({ subject, type }) => subject === teamId && type === 'identity.team.members-changed.v1')
      .map(({ sequence, data }) => {
        const { added, changed, removed } = data as Change;
        return { sequence, added, changed, removed };
      });

  /** An organization with three members and a team of the first, its owner. */
  const staged = async () => {
    const { admin, organizationId } = await make.founded();
    const members = await Promise.all([1, 2, 3].map(() => make.member(organizationId, 'read')));
    const [ada, bob, cyd] = members as [TestUser, TestUser, TestUser];
    const teamId = await make.team(organizationId, [{ userId: ada.id, role: 'owner' }]);
    const path = `/v1/orgs/${organizationId}/teams/${teamId}/members`;
    const put = (body: unknown, expected = 204) => identity.as(admin.token).put(path, body, { expect: expected });
    return { admin, organizationId, ada, bob, cyd, teamId, path, put };
  };

  describe('listTeamMembersInOrganizationById', () => {
    it('lists page by page with member record and role', async () => {
      const { admin, ada, bob, cyd, path, put } = await staged();
      await put({ add: [bob.id, cyd.id] });
      const seen: any[] = [];
      for (let page: string | undefined; ; ) {
        const query = { limit: 2, page };
        const { body } = await identity.as(admin.token).get(path, { query, expect: 200 });
        expect(body.count).to.equal(3);
        seen.push(...body.items);
        page = body.next?.page;
        if (page === undefined) break;
      }
      expect(seen.map(({ organization }) => organization.id)).to.deep.equal([ada.id, bob.id, cyd.id].toSorted());
      const item = seen.find(({ organization }) => organization.id === ada.id);
      expect(item).to.deep.include({ team: { role: 'owner' }, permissions: { view: true } });
      expect(item.organization).to.deep.include({ object: 'member', role: 'read', teams: 1 });
      expect(item.organization.user.email).to.equal(ada.email);
      await identity.as(admin.token).get(path, { query: { page: 'x' }, expect: 400 });
    });

    it('tells a guest in the team that their own record alone is theirs to read', async () => {
      const { ada, organizationId, path, put } = await staged();
      const guest = await make.member(organizationId, null);
      await put({ add: [guest.id] });
      const { body } = await identity.as(guest.token).get(path, { expect: 200 });
      const view = Object.fromEntries(body.items.map((item: any) => [item.organization.id, item.permissions.view]));
      expect(view).to.deep.equal({ [ada.id]: false, [guest.id]: true });
    });
  });

  describe('updateMembersInOrganizationTeam', () => {
    it('adds, changes and removes in one step, at once for everybody', async () => {
      const { organizationId, ada, bob, cyd, teamId, put } = await staged();
      await put({ add: [bob.id], memberships: { [cyd.email.toUpperCase()]: { role: 'owner' } }, remove: [ada.email] });
      expect(await rolesIn(teamId)).to.deep.equal({ [bob.id]: 'member', [cyd.id]: 'owner' });
      expect(identity.cache.forgotten).to.include.members([ada, bob, cyd].map(({ cacheKey }) => cacheKey));
      const teams = async ({ token }: TestUser) =>
        (await identity.introspect(token))!.organizations[organizationId]!.teams;
      expect(await teams(ada)).to.deep.equal([]);
      expect(await teams(bob)).to.deep.equal([teamId]);
      const [, change, ...more] = await changesOf(teamId);
      expect(change).to.deep.include({ sequence: 3, changed: [], removed: [ada.id] });
      expect(change!.added).to.have.members([bob.id, cyd.id]);
      expect(more).to.deep.equal([]);
    });

    it('leaves the role of who is in already, unless memberships name it', async () => {
      const { ada, bob, teamId, put } = await staged();
      await put({ add: [ada.id] });
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
      await put({
        add: [ada.id, bob.id],
        memberships: { [ada.id]: { role: 'member' }, [bob.email]: { role: 'owner' } },
      });
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'member', [bob.id]: 'owner' });
      expect((await changesOf(teamId)).at(-1)).to.deep.include({ added: [bob.id], changed: [ada.id], removed: [] });
    });

    it('removes who is in remove and in another list, by whatever name', async () => {
      const { ada, bob, cyd, teamId, put } = await staged();
      const memberships = { [cyd.id]: { role: 'owner' } };
      await put({ add: [ada.id, bob.email], memberships, remove: [ada.email, bob.id, cyd.email.toUpperCase()] });
      expect(await rolesIn(teamId)).to.deep.equal({});
      expect((await changesOf(teamId)).at(-1)).to.deep.equal({
        sequence: 3,
        added: [],
        changed: [],
        removed: [ada.id],
      });
    });

    it('does and tells nothing when nothing changes', async () => {
      const { ada, bob, teamId, put } = await staged();
      const before = await changesOf(teamId);
      for (const body of [
        undefined,
        {},
        { add: [], remove: [], memberships: {} },
        { add: [ada.id], memberships: { [ada.id]: { role: 'owner' } } },
        { remove: [bob.id] },
      ]) {
        await put(body);
      }
      expect(await changesOf(teamId)).to.deep.equal(before);
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
    });

    it('applies nothing when one is no member of the organization, and names the first', async () => {
      const { ada, bob, teamId, put } = await staged();
      const stranger = await make.user();
      for (const body of [
        { add: [bob.id, stranger.email], remove: ['nobody'] },
        { add: [bob.id], remove: [ada.id, stranger.email] },
        { add: [bob.id], remove: [ada.id], memberships: { [stranger.email]: { role: 'owner' } } },
      ]) {
        const answer = await put(body, 404);
        expect(answer.body.error.message).to.contain(stranger.email);
      }
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
    });

    it('applies nothing when a list names somebody twice, and says where', async () => {
      const { ada, bob, teamId, put } = await staged();
      const upper = bob.email.toUpperCase();
      const cases: [body: unknown, path: string][] = [
        [{ add: [ada.id, bob.id, bob.id] }, 'body.add.2'],
        [{ add: [bob.email, bob.id] }, 'body.add.1'],
        [{ remove: [bob.email, ada.id, upper] }, 'body.remove.2'],
        [{ memberships: { [bob.id]: { role: 'owner' }, [upper]: { role: 'member' } } }, `body.memberships.${upper}`],
      ];
      for (const [body, path] of cases) {
        const answer = await put(body, 400);
        expect(answer.body.error.details).to.deep.equal([{ path, message: 'repeats an earlier member' }]);
      }
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
    });

    it('refuses what is no name, and says where', async () => {
      const { ada, bob, teamId, put } = await staged();
      const cases: [body: unknown, path: string][] = [
        [{ add: [bob.id, ` ${bob.email}`] }, 'body.add.1'],
        [{ add: [`${bob.email}\n`] }, 'body.add.0'],
        [{ remove: ['a b'] }, 'body.remove.0'],
        [{ remove: ['a\u00a0b'] }, 'body.remove.0'],
        [{ add: [''] }, 'body.add.0'],
        [{ add: ['a\0'] }, 'body.add.0'],
        [{ add: [1] }, 'body.add.0'],
        [{ add: bob.id }, 'body.add'],
        [{ add: Array.from({ length: 10_001 }, (_, index) => `u${index}`) }, 'body.add'],
        [{ memberships: { [bob.id]: { role: 'king' } } }, `body.memberships.${bob.id}.role`],
        [{ memberships: { [bob.id]: {} } }, `body.memberships.${bob.id}.role`],
        [{ memberships: { 'a b': { role: 'owner' } } }, 'body.memberships.a b'],
        [{ memberships: [] }, 'body.memberships'],
      ];
      for (const [body, path] of cases) {
        const answer = await put(body, 400);
        expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([path]);
      }
      const spaced = await put({ memberships: { 'a b': { role: 'owner' } } }, 400);
      expect(spaced.body.error.message).to.contain('without white space');
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
    });

    it('does what a model of teams does, whatever is asked', async () => {
      const { ada, bob, cyd, admin, teamId, put } = await staged();
      const users = [ada, bob, cyd, admin];
      let model: Record<string, string> = { [ada.id]: 'owner' };
      const some = fc.subarray(users);
      const name = (user: TestUser, index: number) => (index % 2 ? user.email : user.id);
      const change = fc.record({
        add: some,
        remove: some,
        put: some,
        role: fc.constantFrom('owner', 'member'),
      });
      await fc.assert(
        fc.asyncProperty(change, async ({ add, remove, put: placed, role }) => {
          await put({
            add: add.map(name),
            remove: remove.map(({ id }) => id),
            memberships: Object.fromEntries(placed.map(({ email }) => [email, { role }])),
          });
          const next = { ...model };
          for (const { id } of add) next[id] ??= 'member';
          for (const { id } of placed) next[id] = role;
          for (const { id } of remove) delete next[id];
          expect(await rolesIn(teamId)).to.deep.equal(next);
          const { members } = await identity.db('teams').where({ id: teamId }).first({ members: 'member_count' });
          expect(members).to.equal(Object.keys(next).length);
          model = next;
        }),
        { numRuns: 40 },
      );
      let known: string[] = [];
      const changes = await changesOf(teamId);
      changes.forEach(({ added, removed, sequence }, index) => {
        known = [...known.filter((id) => !removed.includes(id)), ...added];
        expect(sequence).to.equal(index + 2);
      });
      expect(known).to.have.members(Object.keys(model));
    });

    it('adds 10,000 members by id or address, gives them roles and removes them, in one call each', async function () {
      this.timeout(60_000);
      const { ada, organizationId, teamId, path, put, admin } = await staged();
      const prefix = unique('crowd');
      await identity.db.raw(
        `WITH crowd AS (
           INSERT INTO users (id, email, display_name, created_at)
           SELECT :prefix || n, :prefix || n || '@Example.com', 'Crowd', now() FROM generate_series(1, 9999) AS n
           RETURNING id
         ), tokens AS (
           INSERT INTO api_tokens (id, user_id, name, hash, scopes, created_at)
           SELECT id, id, 'test', 'hash-' || id, '{read}', now() FROM crowd
         ) INSERT INTO members (organization_id, user_id, role, joined_at, version)
         SELECT :organizationId, id, 'read', now(), 1 FROM crowd`,
        { prefix, organizationId },
      );
      const ids = Array.from({ length: 9999 }, (_, index) => `${prefix}${index + 1}`);
      const names = ids.map((id, index) => (index % 2 ? id : `${id}@example.com`));
      identity.cache.forgotten.length = 0;
      await put({ add: [...names, ada.id] });
      const { body } = await identity.as(admin.token).get(path, { query: { limit: 1000 }, expect: 200 });
      expect(body.count).to.equal(10_000);
      expect(new Set(identity.cache.forgotten)).to.include(`principal:hash-${ids[9998]}`);
      expect(identity.cache.forgotten).to.have.length(10_000);
      await put({ memberships: Object.fromEntries(ids.map((id) => [id, { role: 'owner' }])) });
      await put({ remove: names });
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
      const sizes = (await changesOf(teamId)).map(({ added, changed, removed }) =>
        [added, changed, removed].map((l) => l.length),
      );
      expect(sizes.slice(1)).to.deep.equal([
        [9999, 0, 0],
        [0, 9999, 0],
        [0, 0, 9999],
      ]);
    });

    it('lets parallel calls take turns: identical ones change once, none deadlocks, none is lost', async () => {
      const { admin, ada, bob, cyd, teamId, path } = await staged();
      const client = identity.asPrincipal((await identity.introspect(admin.token))!);
      const same = await Promise.all(Array.from({ length: 8 }, () => client.put(path, { add: [bob.id, cyd.id] })));
      expect(same.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 204));
      expect((await changesOf(teamId)).slice(1).map(({ added }) => added.length)).to.deep.equal([2]);
      const mixed = await Promise.all(
        [
          { remove: [bob.id, cyd.id] },
          { memberships: { [cyd.id]: { role: 'owner' }, [bob.id]: { role: 'owner' } } },
          { add: [cyd.id, bob.id], remove: [ada.id] },
          { add: [ada.id] },
        ].map((body) => client.put(path, body)),
      );
      expect(mixed.map(({ status }) => status)).to.deep.equal([204, 204, 204, 204]);
      const changes = await changesOf(teamId);
      let known: string[] = [];
      for (const { added, removed } of changes) known = [...known.filter((id) => !removed.includes(id)), ...added];
      expect(known).to.have.members(Object.keys(await rolesIn(teamId)));
      expect(new Set(changes.map(({ sequence }) => sequence)).size).to.equal(changes.length);
    });

    it('and a member who leaves the organization at the same moment end in a clear answer', async () => {
      for (let round = 0; round < 5; round++) {
        const { admin, organizationId, ada, bob, teamId, path } = await staged();
        const other = await make.team(organizationId, [{ userId: bob.id, role: 'member' }]);
        const client = identity.asPrincipal((await identity.introspect(admin.token))!);
        const [put, removal] = await Promise.all([
          client.put(path, { add: [bob.id], remove: [ada.id] }),
          client.delete(`/v1/orgs/${organizationId}/members/${bob.id}`),
          client.put(`/v1/orgs/${organizationId}/teams/${other}/members`, { remove: [bob.id], add: [ada.id] }),
        ]);
        expect(removal.status).to.equal(204);
        expect(put.status).to.be.oneOf([204, 404]);
        expect(await rolesIn(teamId)).to.deep.equal(put.status === 204 ? {} : { [ada.id]: 'owner' });
      }
    });

    it('is repeated when the cached rights could not be forgotten', async () => {
      const { bob, put } = await staged();
      identity.cache.refusing = true;
      try {
        await put({ add: [bob.id] }, 503);
      } finally {
        identity.cache.refusing = false;
      }
      expect(identity.cache.forgotten).not.to.include(bob.cacheKey);
      await put({ add: [bob.id] });
      expect(identity.cache.forgotten).to.include(bob.cacheKey);
    });
  });

  describe('addMemberToOrganizationTeamById', () => {
    it('adds a member, changes the role, and leaves it without one', async () => {
      const { admin, bob, teamId, path } = await staged();
      const put = (body?: unknown) => identity.as(admin.token).put(`${path}/${bob.id}`, body, { expect: 204 });
      await put();
      expect((await rolesIn(teamId))[bob.id]).to.equal('member');
      expect(identity.cache.forgotten).to.include(bob.cacheKey);
      await put({ role: 'owner' });
      await put({});
      expect((await rolesIn(teamId))[bob.id]).to.equal('owner');
      expect((await changesOf(teamId)).slice(1)).to.deep.equal([
        { sequence: 3, added: [bob.id], changed: [], removed: [] },
        { sequence: 4, added: [], changed: [bob.id], removed: [] },
      ]);
    });

    it('finds only members of the organization, and knows two roles', async () => {
      const { admin, ada, bob, teamId, path } = await staged();
      const stranger = await make.user();
      await identity.as(admin.token).put(`${path}/${stranger.id}`, {}, { expect: 404 });
      await identity.as(admin.token).put(`${path}/nobody`, {}, { expect: 404 });
      await identity.as(admin.token).put(`${path}/${bob.id}`, { role: 'admin' }, { expect: 400 });
      expect(await rolesIn(teamId)).to.deep.equal({ [ada.id]: 'owner' });
    });

    it('adds once when the same call comes eight times at once', async () => {
      const { admin, bob, teamId, path } = await staged();
      const client = identity.asPrincipal((await identity.introspect(admin.token))!);
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.put(`${path}/${bob.id}`)));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 204));
      expect((await changesOf(teamId)).slice(1)).to.have.length(1);
    });
  });

  describe('deleteMemberFromOrganizationTeamById', () => {
    it('removes a member once', async () => {
      const { admin, ada, bob, teamId, path } = await staged();
      await identity.as(admin.token).delete(`${path}/${bob.id}`, { expect: 404 });
      await identity.as(admin.token).delete(`${path}/${ada.id}`, { expect: 204 });
      await identity.as(admin.token).delete(`${path}/${ada.id}`, { expect: 404 });
      expect(await rolesIn(teamId)).to.deep.equal({});
      expect(identity.cache.forgotten).to.include(ada.cacheKey);
      expect((await changesOf(teamId)).slice(1)).to.deep.equal([
        { sequence: 3, added: [], changed: [], removed: [ada.id] },
      ]);
    });
  });

  describe('removeMemberFromOrganizationById', () => {
    it('tells every team of the member', async () => {
      const { admin, organizationId, ada, teamId } = await staged();
      const other = await make.team(organizationId, [{ userId: ada.id, role: 'member' }]);
      const apart = await make.team(organizationId, [{ userId: admin.id, role: 'member' }]);
      await identity.as(admin.token).delete(`/v1/orgs/${organizationId}/members/${ada.id}`, { expect: 204 });
      for (const id of [teamId, other]) {
        expect((await changesOf(id)).slice(1)).to.deep.equal([
          { sequence: 3, added: [], changed: [], removed: [ada.id] },
        ]);
        expect(await rolesIn(id)).to.deep.equal({});
      }
      expect(await changesOf(apart)).to.have.length(1);
    });
  });

  describe('listTeamsForOrganizationMember', () => {
    it('lists a member’s teams page by page, with the role there and what the caller may do', async () => {
      const { admin, organizationId, ada, bob, teamId } = await staged();
      const ids = [teamId];
      for (const title of ['Élan', 'Apart']) {
        ids.push(await make.team(organizationId, [{ userId: ada.id, role: 'member' }], { title }));
      }
      await make.team(organizationId, [{ userId: bob.id, role: 'owner' }]);
      const path = `/v1/orgs/${organizationId}/members/${ada.id}/teams`;
      const seen: any[] = [];
      for (let page: string | undefined; ; ) {
        const { body } = await identity.as(ada.token).get(path, { query: { limit: 2, page }, expect: 200 });
        expect(body.count).to.equal(3);
        seen.push(...body.items);
        page = body.next?.page;
        if (page === undefined) break;
      }
      expect(seen.map(({ team }) => team.id)).to.deep.equal(ids.toSorted());
      for (const { team, member } of seen) {
        expect(member.role).to.equal(team.id === teamId ? 'owner' : 'member');
        expect(team.permissions).to.deep.equal({ admin: team.id === teamId, view: true });
      }
      const { body } = await identity.as(admin.token).get(path, { query: { title: 'éL' }, expect: 200 });
      expect(body.count).to.equal(1);
      expect(body.items[0].team).to.deep.include({ title: 'Élan', permissions: { admin: true, view: true } });
    });

    it('shows guests their own teams, and nobody those of strangers', async () => {
      const { admin, organizationId, teamId } = await staged();
      const guest = await make.member(organizationId, null);
      const path = (id: string) => `/v1/orgs/${organizationId}/members/${id}/teams`;
      await make.team(organizationId, [{ userId: guest.id, role: 'member' }]);
      const { body } = await identity.as(guest.token).get(path(guest.id), { expect: 200 });
      expect(body.count).to.equal(1);
      expect(body.items[0].team.id).not.to.equal(teamId);
      await identity.as(admin.token).get(path('nobody'), { expect: 404 });
    });
  });
});
