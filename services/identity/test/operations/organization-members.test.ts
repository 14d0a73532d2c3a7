import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

describe('organization-members', () => {
  const identity = identityService();
  const make = factories(identity);
  const rolesIn = async (organizationId: string) =>
    identity.db('members').where({ organization_id: organizationId }).pluck('role');
  const eventsOf = async (organizationId: string, userId: string) =>
    (await outboxEvents(identity.db)).filter(({ subject }) => subject === `${organizationId}/${userId}`);

  describe('listMembersInOrganizationById', () => {
    it('lists newest first, page by page, in either order', async () => {
      const { admin, organizationId } = await make.founded();
      const began = identity.now;
      const ids = [admin.id];
      for (let minute = 1; minute <= 4; minute++) {
        identity.now = new Date(began.getTime() + minute * 60_000);
        ids.push((await make.member(organizationId, 'read')).id);
      }
      const all = async (query: Record<string, string | number>) => {
        const found: string[] = [];
        for (let page: string | undefined; ; ) {
          const { body } = await identity
            .as(admin.token)
            .get(`/v1/orgs/${organizationId}/members`, { query: { limit: 2, page, ...query }, expect: 200 });
          expect(body.count).to.equal(5);
          found.push(...body.items.map(({ id }: { id: string }) => id));
          page = body.next?.page;
          if (page === undefined) return found;
        }
      };
      expect(await all({ order: 'asc' })).to.deep.equal(ids);
      expect(await all({})).to.deep.equal(ids.toReversed());
      expect(await all({ sort: 'name', order: 'asc' })).to.have.members(ids);
    });

    it('filters by role and by part of name or address in any case', async () => {
      const { admin, organizationId } = await make.founded();
      const grace = await make.member(organizationId, 'edit', { displayName: 'Grace Höpper 100%' });
      const guest = await make.member(organizationId, null, { email: `${unique('Linus')}@Kernel.org` });
      const found = async (query: Record<string, string>) => {
        const path = `/v1/orgs/${organizationId}/members`;
        const { body } = await identity.as(admin.token).get(path, { query, expect: 200 });
        expect(body.count).to.equal(body.items.length);
        return body.items.map(({ id }: { id: string }) => id);
      };
      expect(await found({ role: 'guest' })).to.deep.equal([guest.id]);
      expect(await found({ role: 'edit' })).to.deep.equal([grace.id]);
      expect(await found({ search: 'hÖPPER' })).to.deep.equal([grace.id]);
      expect(await found({ search: '100%' })).to.deep.equal([grace.id]);
      expect(await found({ search: '_' })).to.deep.equal([]);
      expect(await found({ search: 'KERNEL.ORG' })).to.deep.equal([guest.id]);
      expect(await found({ search: 'kernel', role: 'admin' })).to.deep.equal([]);
    });

    it('sorts by last activity, leaving out who was never seen', async () => {
      const { admin, organizationId } = await make.founded();
      await make.member(organizationId, 'read');
      await identity.introspect(admin.token);
      await identity.service.drain();
      const query = { sort: 'lastSeenAt' };
      const { body } = await identity.as(admin.token).get(`/v1/orgs/${organizationId}/members`, { query, expect: 200 });
      expect(body.items.map(({ id }: { id: string }) => id)).to.deep.equal([admin.id]);
    });

    it('refuses bad queries', async () => {
      const { admin, organizationId } = await make.founded();
      const path = `/v1/orgs/${organizationId}/members`;
      const name = Buffer.from(JSON.stringify(['ada', 'x'])).toString('base64url');
      for (const query of [{ role: 'king' }, { sort: 'age' }, { search: 'a\0' }, { page: 'x' }, { page: name }]) {
        await identity.as(admin.token).get(path, { query, expect: 400 });
      }
    });
  });

  describe('getMemberInOrganizationById', () => {
    it('shows a member with user and teams', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'comment');
      await make.team(organizationId, [{ userId: member.id, role: 'member' }]);
      const { body } = await identity.as(admin.token).get(`/v1/orgs/${organizationId}/members/${member.id}`);
      expect(body).to.deep.include({ object: 'member', id: member.id, role: 'comment', disabled: false, sso: false });
      expect(body).to.include({ teams: 1, spaces: 0, joinedAt: identity.now.toISOString() });
      expect(body.user.email).to.equal(member.email);
    });

    it('does not find who is no member', async () => {
      const { admin, organizationId } = await make.founded();
      const stranger = await make.user();
      await identity.as(admin.token).get(`/v1/orgs/${organizationId}/members/${stranger.id}`, { expect: 404 });
    });
  });

  describe('updateMemberInOrganizationById', () => {
    it('has effect at once and is told with the next sequence', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'read');
      const path = `/v1/orgs/${organizationId}/members/${member.id}`;
      const { body } = await identity.as(admin.token).patch(path, { role: 'create' }, { expect: 200 });
      expect(body.role).to.equal('create');
      expect(identity.cache.forgotten).to.include(member.cacheKey);
      expect((await identity.introspect(member.token))!.organizations[organizationId]!.role).to.equal('create');
      await identity.as(admin.token).patch(path, { role: null }, { expect: 200 });
      const events = await eventsOf(organizationId, member.id);
      expect(events.map(({ type, data }) => [type, (data as { role: string }).role])).to.deep.equal([
        ['identity.member.added.v1', 'read'],
        ['identity.member.updated.v1', 'create'],
        ['identity.member.updated.v1', null],
      ]);
      const sequences = events.map(({ sequence }) => sequence);
      expect(sequences).to.deep.equal([...new Set(sequences)].sort((a, b) => a - b));
    });

    it('tells nothing when nothing changes', async () => {
      const { admin, organizationId } = await make.founded();
      const path = `/v1/orgs/${organizationId}/members/${admin.id}`;
      await identity.as(admin.token).patch(path, { role: 'admin' }, { expect: 200 });
      await identity.as(admin.token).patch(path, {}, { expect: 200 });
      expect(await eventsOf(organizationId, admin.id)).to.have.length(1);
    });

    it('keeps the last admin', async () => {
      const { admin, organizationId } = await make.founded();
      const path = `/v1/orgs/${organizationId}/members/${admin.id}`;
      await identity.as(admin.token).patch(path, { role: 'read' }, { expect: 409 });
      await make.member(organizationId, 'admin');
      await identity.as(admin.token).patch(path, { role: 'read' }, { expect: 200 });
    });

    it('does not count admins who cannot act', async () => {
      const { admin, organizationId } = await make.founded();
      const disabled = await make.member(organizationId, 'admin');
      await identity.db('users').where({ id: disabled.id }).update({ disabled_at: identity.now });
      const path = `/v1/orgs/${organizationId}/members/${admin.id}`;
      await identity.as(admin.token).patch(path, { role: 'read' }, { expect: 409 });
    });

    it('keeps one admin when all of them step down at once', async () => {
      for (let round = 0; round < 5; round++) {
        const { admin, organizationId } = await make.founded();
        const admins = [admin];
        for (let index = 0; index < 4; index++) admins.push(await make.member(organizationId, 'admin'));
        const path = (id: string) => `/v1/orgs/${organizationId}/members/${id}`;
        const clients = await Promise.all(
          admins.map(async ({ token }) => identity.asPrincipal((await identity.introspect(token))!)),
        );
        const answers = await Promise.all(
          clients.map((client, index) =>
            index % 2
              ? client.delete(path(admins[index]!.id))
              : client.patch(path(admins[index]!.id), { role: 'read' }),
          ),
        );
        expect(answers.filter(({ status }) => status === 409)).to.have.length(1);
        expect((await rolesIn(organizationId)).filter((role) => role === 'admin')).to.have.length(1);
      }
    });

    it('keeps one admin when two demote each other at once', async () => {
      const { admin, organizationId } = await make.founded();
      const other = await make.member(organizationId, 'admin');
      const [one, two] = await Promise.all(
        [admin, other].map(async ({ token }) => identity.asPrincipal((await identity.introspect(token))!)),
      );
      const path = (id: string) => `/v1/orgs/${organizationId}/members/${id}`;
      const answers = await Promise.all([
        one!.patch(path(other.id), { role: 'edit' }),
        two!.patch(path(admin.id), { role: 'edit' }),
      ]);
      expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
    });

    it('disables and enables, at once, and tells it', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'edit');
      const path = `/v1/orgs/${organizationId}/members/${member.id}`;
      const organizations = async () => (await identity.introspect(member.token))!.organizations;
      const disabled = await identity.as(admin.token).patch(path, { disabled: true }, { expect: 200 });
      expect(disabled.body).to.include({ disabled: true, role: 'edit' });
      expect(await organizations()).to.deep.equal({});
      expect(identity.cache.forgotten).to.include(member.cacheKey);
      const enabled = await identity.as(admin.token).patch(path, { disabled: false, role: 'read' }, { expect: 200 });
      expect(enabled.body).to.include({ disabled: false, role: 'read' });
      expect(await organizations()).to.deep.equal({ [organizationId]: { role: 'read', teams: [] } });
      await identity.as(admin.token).patch(path, { disabled: false }, { expect: 200 });
      const types = (await eventsOf(organizationId, member.id)).map(({ type }) => type.split('.')[2]);
      expect(types).to.deep.equal(['added', 'updated', 'updated']);
    });

    it('shows who is disabled everywhere as disabled', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'edit');
      await identity.db('users').where({ id: member.id }).update({ disabled_at: identity.now });
      const path = `/v1/orgs/${organizationId}/members/${member.id}`;
      expect((await identity.as(admin.token).get(path, { expect: 200 })).body.disabled).to.equal(true);
      const { body } = await identity.as(admin.token).patch(path, { disabled: false }, { expect: 200 });
      expect(body.disabled).to.equal(true);
    });

    it('does not disable the last admin, nor lets one who is disabled stand in', async () => {
      const { admin, organizationId } = await make.founded();
      const other = await make.member(organizationId, 'admin');
      const path = ({ id }: { id: string }) => `/v1/orgs/${organizationId}/members/${id}`;
      await identity.as(admin.token).patch(path(other), { disabled: true }, { expect: 200 });
      await identity.as(admin.token).patch(path(admin), { disabled: true }, { expect: 409 });
      await identity.as(admin.token).patch(path(admin), { role: 'edit' }, { expect: 409 });
      await identity.as(admin.token).delete(path(admin), { expect: 409 });
      await identity.as(admin.token).patch(path(other), { role: 'edit' }, { expect: 200 });
      await identity.as(admin.token).delete(path(other), { expect: 204 });
    });

    it('keeps one admin when two disable each other at once', async () => {
      const { admin, organizationId } = await make.founded();
      const other = await make.member(organizationId, 'admin');
      const answers = await Promise.all(
        [
          [admin, other],
          [other, admin],
        ].map(async ([one, two]) =>
          identity
            .asPrincipal((await identity.introspect(one!.token))!)
            .patch(`/v1/orgs/${organizationId}/members/${two!.id}`, { disabled: true }),
        ),
      );
      expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
    });

    it('refuses a stale If-Match and an unknown role', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'read');
      const path = `/v1/orgs/${organizationId}/members/${member.id}`;
      const etag = (await identity.as(admin.token).get(path)).headers.get('etag')!;
      const options = { headers: { 'if-match': etag } };
      await identity.as(admin.token).patch(path, { role: 'edit' }, { ...options, expect: 200 });
      await identity.as(admin.token).patch(path, { role: 'admin' }, { ...options, expect: 412 });
      await identity.as(admin.token).patch(path, { role: 'king' }, { expect: 400 });
    });
  });

  describe('removeMemberFromOrganizationById', () => {
    it('ends the membership and the teams at once', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'edit');
      await make.team(organizationId, [{ userId: member.id, role: 'owner' }]);
      const path = `/v1/orgs/${organizationId}/members/${member.id}`;
      await identity.as(admin.token).delete(path, { expect: 204 });
      expect(identity.cache.forgotten).to.include(member.cacheKey);
      expect((await identity.introspect(member.token))!.organizations).to.deep.equal({});
      await identity.as(admin.token).delete(path, { expect: 404 });
    });

    it('tells the teams that lose a member', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'edit');
      const teams = [
        await make.team(organizationId, [{ userId: member.id, role: 'owner' }]),
        await make.team(organizationId, [
          { userId: member.id, role: 'member' },
          { userId: admin.id, role: 'member' },
        ]),
      ];
      const bystander = await make.team(organizationId, [{ userId: admin.id, role: 'member' }]);
      const before = (await outboxEvents(identity.db)).length;
      await identity.as(admin.token).delete(`/v1/orgs/${organizationId}/members/${member.id}`, { expect: 204 });
      const told = (await outboxEvents(identity.db)).slice(before);
      const changes = told.filter(({ type }) => type === 'identity.team.members-changed.v1');
      expect(changes.map(({ subject }) => subject))
        .to.have.members(teams)
        .and.not.to.include(bystander);
      for (const { data, sequence, subject } of changes) {
        expect((data as { removed: string[] }).removed).to.deep.equal([member.id]);
        const row = await identity.db('teams').where({ id: subject }).first('version', 'member_count');
        expect(row).to.deep.equal({ version: sequence, member_count: subject === teams[0] ? 0 : 1 });
      }
    });

    it('goes on counting when a member comes back', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'edit');
      await identity.as(admin.token).delete(`/v1/orgs/${organizationId}/members/${member.id}`, { expect: 204 });
      const invitation = { emails: [member.email], role: 'read' };
      await identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, invitation, { expect: 200 });
      const events = await eventsOf(organizationId, member.id);
      expect(events.map(({ type }) => type.split('.')[2])).to.deep.equal(['added', 'removed', 'added']);
      const sequences = events.map(({ sequence }) => sequence);
      expect(sequences).to.deep.equal([...new Set(sequences)].sort((a, b) => a - b));
    });

    it('lets members and guests leave, and the last admin not', async () => {
      const { admin, organizationId } = await make.founded();
      const guest = await make.member(organizationId, null);
      await identity.as(guest.token).delete(`/v1/orgs/${organizationId}/members/${guest.id}`, { expect: 204 });
      await identity.as(admin.token).delete(`/v1/orgs/${organizationId}/members/${admin.id}`, { expect: 409 });
    });
  });
});
