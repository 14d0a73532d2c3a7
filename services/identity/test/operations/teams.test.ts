import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, type TestUser } from '../factories.js';
import { identityService, publicUrl } from '../identity-service.js';

describe('teams', () => {
  const identity = identityService();
  const make = factories(identity);
  const teamsOf = (organizationId: string) => `/v1/orgs/${organizationId}/teams`;
  const told = async (teamId: string) =>
    (await outboxEvents(identity.db))
      .filter(({ subject }) => subject === teamId)
      .map(({ type, sequence, data }) => ({ what: type.split('.')[2], sequence, ...(data as object) }));

  describe('createOrganizationTeam', () => {
    it('adds a team of plain members, without its creator, and tells of it', async () => {
      const { admin, organizationId } = await make.founded();
      const ada = await make.member(organizationId, 'read');
      const bob = await make.member(organizationId, null);
      const body = { title: 'Équipe 東京 🦉', members: [ada.id, bob.email.toUpperCase()] };
      const answer = await identity.as(admin.token).put(teamsOf(organizationId), body, { expect: 201 });
      const { id } = answer.body;
      expect(answer.body).to.deep.equal({
        object: 'team',
        id,
        title: body.title,
        members: 2,
        spaces: 0,
        createdAt: identity.now.toISOString(),
        permissions: { admin: true, view: true },
      });
      expect(answer.headers.get('location')).to.equal(`${publicUrl}/v1/orgs/${organizationId}/teams/${id}`);
      expect((await identity.introspect(ada.token))!.organizations[organizationId]!.teams).to.deep.equal([id]);
      expect(identity.cache.forgotten).to.include.members([ada.cacheKey, bob.cacheKey]);
      const team = { team: id, organization: organizationId, title: body.title };
      const [created, changed, ...more] = await told(id);
      expect(created).to.deep.equal({ what: 'created', sequence: 1, ...team });
      expect(changed).to.deep.include({ what: 'members-changed', sequence: 2, ...team, changed: [], removed: [] });
      expect((changed as { added?: string[] }).added).to.have.members([ada.id, bob.id]);
      expect(more).to.deep.equal([]);
      const { body: items } = await identity.as(admin.token).get(`${teamsOf(organizationId)}/${id}/members`);
      expect(items.items.map((item: { team: { role: string } }) => item.team.role)).to.deep.equal(['member', 'member']);
    });

    it('applies nothing when a member is unknown or named twice', async () => {
      const { admin, organizationId } = await make.founded();
      const stranger = await make.user();
      const put = (members: string[], expected: number) =>
        identity.as(admin.token).put(teamsOf(organizationId), { title: 'A', members }, { expect: expected });
      expect((await put([admin.id, stranger.email, 'nobody'], 404)).body.error.message).to.contain(stranger.email);
      expect((await put([stranger.id], 404)).body.error.message).to.contain(stranger.id);
      const { body } = await put([admin.id, stranger.id, admin.email.toUpperCase()], 400);
      expect(body.error.details).to.deep.equal([{ path: 'body.members.2', message: 'repeats an earlier member' }]);
      expect(await identity.db('teams').where({ organization_id: organizationId })).to.deep.equal([]);
    });

    for (const [what, body] of [
      ['no title', {}],
      ['an empty title', { title: '' }],
      ['a title of 65 characters', { title: '🦉'.repeat(65) }],
      ['U+0000', { title: 'a\0' }],
      ['members that are no list', { title: 'A', members: 'ada' }],
      ['an empty name', { title: 'A', members: [''] }],
      ['a name with white space around it', { title: 'A', members: [' ada@example.com'] }],
      ['10,001 members', { title: 'A', members: Array.from({ length: 10_001 }, (_, index) => `user-${index}`) }],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { admin, organizationId } = await make.founded();
        await identity.as(admin.token).put(teamsOf(organizationId), body, { expect: 400 });
        expect(await identity.db('teams').where({ organization_id: organizationId })).to.deep.equal([]);
      });
    }

    it('takes a title of 64 characters beyond the basic plane', async () => {
      const { admin, organizationId } = await make.founded();
      const title = '🦉'.repeat(64);
      const { body } = await identity.as(admin.token).put(teamsOf(organizationId), { title }, { expect: 201 });
      expect(body).to.include({ title, members: 0 });
    });

    it('answers a repetition under the same Idempotency-Key alike', async () => {
      const { admin, organizationId } = await make.founded();
      const options = { headers: { 'idempotency-key': organizationId }, expect: 201 };
      const put = () => identity.as(admin.token).put(teamsOf(organizationId), { title: 'Once' }, options);
      const answers = [await put(), await put()];
      expect(answers[1]!.body).to.deep.equal(answers[0]!.body);
      expect(answers[1]!.headers.get('location')).to.equal(answers[0]!.headers.get('location'));
      expect(await identity.db('teams').where({ organization_id: organizationId })).to.have.length(1);
    });
  });

  describe('listTeamsInOrganizationById', () => {
    const titles = async (user: TestUser, organizationId: string, query: Record<string, string> = {}) => {
      const { body } = await identity.as(user.token).get(teamsOf(organizationId), { query, expect: 200 });
      expect(body.count).to.equal(body.items.length);
      return body.items.map(({ title }: { title: string }) => title);
    };

    it('lists page by page, each team once, with what the caller may do', async () => {
      const { admin, organizationId } = await make.founded();
      const owner = await make.member(organizationId, 'read');
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) {
        const role = index % 2 ? ('owner' as const) : ('member' as const);
        ids.push(await make.team(organizationId, [{ userId: owner.id, role }]));
      }
      const other = await make.founded();
      await make.team(other.organizationId);
      const client = identity.as(owner.token);
      const seen: { id: string; permissions: unknown }[] = [];
      for (let page: string | undefined; ; ) {
        const { body } = await client.get(teamsOf(organizationId), { query: { limit: 2, page }, expect: 200 });
        expect(body.count).to.equal(5);
        seen.push(...body.items);
        page = body.next?.page;
        if (page === undefined) break;
      }
      expect(seen.map(({ id }) => id)).to.deep.equal(ids.toSorted());
      for (const { id, permissions } of seen) {
        expect(permissions).to.deep.equal({ admin: ids.indexOf(id) % 2 === 1, view: true });
      }
      const { body } = await identity.as(admin.token).get(teamsOf(organizationId), { expect: 200 });
      expect(body.items.every((team: { permissions: { admin: boolean } }) => team.permissions.admin)).to.equal(true);
    });

    it('finds titles by a part in any case, literally', async () => {
      const { admin, organizationId } = await make.founded();
      for (const title of ['ÉQUIPE Süd', '100%', 'snake_case']) await make.team(organizationId, [], { title });
      for (const [title, expected] of [
        ['équipe sÜD', ['ÉQUIPE Süd']],
        ['%', ['100%']],
        ['_', ['snake_case']],
        ['s', ['ÉQUIPE Süd', 'snake_case']],
        ['\\', []],
        ['', ['ÉQUIPE Süd', '100%', 'snake_case']],
      ] as const) {
        expect(await titles(admin, organizationId, { title }), title).to.have.members([...expected]);
      }
    });

    it('filters by who can manage: owners theirs, admins all, strangers none', async () => {
      const { admin, organizationId } = await make.founded();
      const owner = await make.member(organizationId, 'read');
      await make.team(organizationId, [{ userId: owner.id, role: 'owner' }], { title: 'Own' });
      await make.team(organizationId, [{ userId: owner.id, role: 'member' }], { title: 'Other' });
      const other = await make.founded();
      expect(await titles(admin, organizationId, { owner: owner.id })).to.deep.equal(['Own']);
      expect(await titles(owner, organizationId, { owner: admin.id })).to.have.members(['Own', 'Other']);
      expect(await titles(admin, organizationId, { owner: admin.id, title: 'own' })).to.deep.equal(['Own']);
      expect(await titles(admin, organizationId, { owner: other.admin.id })).to.deep.equal([]);
      expect(await titles(admin, organizationId, { owner: 'nobody' })).to.deep.equal([]);
    });

    it('refuses bad queries', async () => {
      const { admin, organizationId } = await make.founded();
      const number = Buffer.from('[1]').toString('base64url');
      for (const query of [
        { limit: 1001 },
        { title: 'x'.repeat(65) },
        { owner: '' },
        { page: 'x' },
        { page: number },
      ]) {
        await identity.as(admin.token).get(teamsOf(organizationId), { query, expect: 400 });
      }
    });
  });

  describe('getTeamInOrganizationById', () => {
    it('counts members and spaces', async () => {
      const { admin, organizationId } = await make.founded();
      const id = await make.team(organizationId, [{ userId: admin.id, role: 'member' }]);
      for (const space of ['one', 'two']) {
        const row = { space_id: `${id}-${space}`, organization_id: organizationId };
        await identity.db('space_permissions').insert({ ...row, sequence: 1 });
        await identity.db('space_subjects').insert([
          { ...row, kind: 'team', subject_id: id },
          { ...row, kind: 'user', subject_id: id },
        ]);
      }
      const { body } = await identity.as(admin.token).get(`${teamsOf(organizationId)}/${id}`, { expect: 200 });
      expect(body).to.include({ members: 1, spaces: 2 });
    });

    it('does not find a team of another organization', async () => {
      const { admin, organizationId } = await make.founded();
      const other = await make.founded();
      const id = await make.team(other.organizationId);
      await identity.as(admin.token).get(`${teamsOf(organizationId)}/${id}`, { expect: 404 });
      await identity.as(admin.token).delete(`${teamsOf(organizationId)}/${id}`, { expect: 404 });
    });
  });

  describe('updateTeamInOrganizationById', () => {
    it('renames, tells of it, and not when the title stays', async () => {
      const { admin, organizationId } = await make.founded();
      const id = await make.team(organizationId);
      const path = `${teamsOf(organizationId)}/${id}`;
      for (let round = 0; round < 2; round++) {
        const { body } = await identity.as(admin.token).patch(path, { title: 'New' }, { expect: 200 });
        expect(body.title).to.equal('New');
      }
      expect((await told(id)).slice(1)).to.deep.equal([
        { what: 'updated', sequence: 2, team: id, organization: organizationId, title: 'New' },
      ]);
      await identity.as(admin.token).patch(path, {}, { expect: 400 });
      await identity.as(admin.token).patch(path, { title: 'x'.repeat(65) }, { expect: 400 });
    });

    it('lets one of two win who rely on the same state', async () => {
      const { admin, organizationId } = await make.founded();
      const path = `${teamsOf(organizationId)}/${await make.team(organizationId)}`;
      const etag = (await identity.as(admin.token).get(path)).headers.get('etag')!;
      const answers = await Promise.all(
        ['A', 'B'].map((title) => identity.as(admin.token).patch(path, { title }, { headers: { 'if-match': etag } })),
      );
      expect(answers.map(({ status }) => status)).to.have.members([200, 412]);
      await identity.as(admin.token).delete(path, { headers: { 'if-match': etag }, expect: 412 });
    });
  });

  describe('removeTeamFromOrganizationById', () => {
    it('removes it for everybody at once', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'read');
      const id = await make.team(organizationId, [{ userId: member.id, role: 'member' }]);
      const path = `${teamsOf(organizationId)}/${id}`;
      await identity.as(admin.token).delete(path, { expect: 204 });
      expect(identity.cache.forgotten).to.include(member.cacheKey);
      expect((await identity.introspect(member.token))!.organizations[organizationId]!.teams).to.deep.equal([]);
      expect((await told(id)).at(-1)).to.deep.equal({
        what: 'deleted',
        sequence: 3,
        team: id,
        organization: organizationId,
        title: 'Team',
      });
      await identity.as(admin.token).delete(path, { expect: 404 });
      await identity.as(admin.token).get(path, { expect: 404 });
    });

    it('and changes of its members at once end in no team or a clear answer', async () => {
      for (let round = 0; round < 5; round++) {
        const { admin, organizationId } = await make.founded();
        const members = await Promise.all([1, 2, 3].map(() => make.member(organizationId, 'read')));
        const id = await make.team(organizationId, [{ userId: members[0]!.id, role: 'member' }]);
        const client = identity.asPrincipal((await identity.introspect(admin.token))!);
        const path = `${teamsOf(organizationId)}/${id}`;
        const answers = await Promise.all([
          client.put(`${path}/members`, { add: [members[1]!.id], remove: [members[0]!.id] }),
          client.delete(path),
          client.delete(path),
          client.put(`${path}/members/${members[2]!.id}`),
          client.delete(`/v1/orgs/${organizationId}/members/${members[0]!.id}`),
        ]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses.slice(1, 3)).to.have.members([204, 404]);
        for (const status of [statuses[0], statuses[3]]) expect(status).to.be.oneOf([204, 404]);
        expect(statuses[4]).to.equal(204);
        expect(await identity.db('team_members').where({ team_id: id })).to.deep.equal([]);
        const sequences = (await told(id)).map(({ sequence }) => sequence).toSorted((a, b) => a - b);
        expect(sequences).to.deep.equal(sequences.map((_, index) => index + 1));
      }
    });
  });
});
