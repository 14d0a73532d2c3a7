import { expect } from 'chai';
import { internalContract } from '@quire/contract';
import { hashToken, internalCall, newId } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

const minute = 60_000;

describe('internal', () => {
  const identity = identityService();
  const make = factories(identity);

  describe('introspectToken', () => {
    it('answers the whole principal', async () => {
      const user = await make.user({ displayName: 'Ada' });
      const organizationId = await make.organization(user);
      const other = await make.founded();
      await identity
        .as(other.admin.token)
        .post(
          `/v1/orgs/${other.organizationId}/invites`,
          { emails: [{ email: user.email, role: null }] },
          { expect: 200 },
        );
      const teams = [
        await make.team(organizationId, [{ userId: user.id, role: 'owner' }]),
        await make.team(organizationId, [{ userId: user.id, role: 'member' }]),
      ];
      const { tokenId, ...principal } = (await identity.introspect(user.token))!;
      expect(tokenId).to.be.a('string');
      expect(principal).to.deep.equal({
        kind: 'user',
        userId: user.id,
        displayName: 'Ada',
        email: user.email,
        instanceAdmin: false,
        organizations: {
          [organizationId]: { role: 'admin', teams: teams.sort() },
          [other.organizationId]: { role: null, teams: [] },
        },
        signOn: {},
        scopes: ['read', 'write', 'admin'],
      });
    });

    it('says until when a token is good', async () => {
      const user = await make.user();
      const expiresAt = new Date(identity.now.getTime() + minute).toISOString();
      const { body } = await identity.as(user.token).post('/v1/user/tokens', { name: 'a', expiresAt }, { expect: 201 });
      const call = internalCall(internalContract.introspectToken, {
        baseUrl: `http://127.0.0.1:${identity.service.port}`,
        service: 'gateway',
        secret: identity.config.QUIRE_INTERNAL_SECRET,
      });
      const ask = (token: string) => call({ params: {}, body: { tokenHash: hashToken(token) } });
      expect((await ask(body.token)).expiresAt).to.equal(expiresAt);
      expect(await ask(user.token)).not.to.have.property('expiresAt');
    });

    it('answers by the id of a token as by the token, and notes no use', async () => {
      const { admin } = await make.founded();
      const principal = (await identity.introspect(admin.token))!;
      await identity.service.drain();
      const used = () => identity.db('api_tokens').where({ id: principal.tokenId }).first('last_used_at');
      const before = await used();
      identity.now = new Date(identity.now.getTime() + 5 * minute);
      const call = internalCall(internalContract.introspectToken, {
        baseUrl: `http://127.0.0.1:${identity.service.port}`,
        service: 'content',
        secret: identity.config.QUIRE_INTERNAL_SECRET,
      });
      const ask = async (tokenId: string) => (await call({ params: {}, body: { tokenId } })).principal;
      expect(await ask(principal.tokenId)).to.deep.equal(principal);
      expect(await ask(newId())).to.equal(null);
      await identity.service.drain();
      expect(await used()).to.deep.equal(before);
    });

    it('is null for an unknown token and a disabled user; a disabled membership is none', async () => {
      expect(await identity.introspect(unique('unknown'))).to.equal(null);
      const { admin, organizationId } = await make.founded();
      await identity.db('members').where({ organization_id: organizationId }).update({ disabled: true });
      expect((await identity.introspect(admin.token))!.organizations).to.deep.equal({});
      await identity.db('users').where({ id: admin.id }).update({ disabled_at: identity.now });
      expect(await identity.introspect(admin.token)).to.equal(null);
    });

    it('notes the last use at most once a minute, and writes nothing while it answers', async () => {
      const { admin, organizationId } = await make.founded();
      const began = identity.now;
      const lastUse = async () => {
        await identity.service.drain();
        const token = await identity.db('api_tokens').where({ user_id: admin.id }).first('last_used_at');
        const member = await identity.db('members').where({ organization_id: organizationId }).first('last_seen_at');
        expect(token.last_used_at).to.deep.equal(member.last_seen_at);
        return token.last_used_at?.getTime();
      };
      try {
        await identity.introspect(admin.token);
        expect(
          (await identity.db('api_tokens').where({ user_id: admin.id }).first('last_used_at')).last_used_at,
        ).to.equal(null);
        expect(await lastUse()).to.equal(began.getTime());
        identity.now = new Date(began.getTime() + minute - 1);
        await identity.introspect(admin.token);
        expect(await lastUse()).to.equal(began.getTime());
        identity.now = new Date(began.getTime() + minute);
        await identity.introspect(admin.token);
        expect(await lastUse()).to.equal(began.getTime() + minute);
      } finally {
        identity.now = began;
      }
    });

    it('is for services only', async () => {
      const body = { tokenHash: '0'.repeat(64) };
      await identity.anonymous().post('/internal/introspect', body, { expect: 401 });
      const headers = { 'x-quire-service': `gateway.${Math.floor(Date.now() / 1000)}.00` };
      await identity.anonymous().post('/internal/introspect', body, { headers, expect: 401 });
    });
  });

  describe('getOrganizations', () => {
    it('answers those that exist', async () => {
      const { admin, organizationId } = await make.founded();
      const hostname = unique('host');
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { hostname }, { expect: 200 });
      const call = internalCall(internalContract.getOrganizations, {
        baseUrl: `http://127.0.0.1:${identity.service.port}`,
        service: 'content',
        secret: identity.config.QUIRE_INTERNAL_SECRET,
      });
      const { organizations } = await call({ params: {}, body: { ids: [organizationId, newId()] } });
      expect(organizations).to.deep.equal([
        { id: organizationId, title: 'Acme', hostname, defaultRole: null, sequence: 2 },
      ]);
    });
  });

  describe('getMembers and getTeams', () => {
    const options = () => ({
      baseUrl: `http://127.0.0.1:${identity.service.port}`,
      service: 'content',
      secret: identity.config.QUIRE_INTERNAL_SECRET,
    });
    const lastAbout = async (subject: string) =>
      (await outboxEvents(identity.db)).findLast((event) => event.subject === subject)!;

    it('answer who is in the organization, with the sequence of the last event about them', async () => {
      const { admin, organizationId } = await make.founded();
      const [ada, elsewhere] = [await make.member(organizationId, 'read'), await make.founded()];
      const path = `/v1/orgs/${organizationId}/members/${ada.id}`;
      await identity.as(admin.token).patch(path, { role: 'edit' }, { expect: 200 });
      const { members } = await internalCall(
        internalContract.getMembers,
        options(),
      )({ params: {}, body: { organization: organizationId, users: [ada.id, elsewhere.admin.id, newId()] } });
      const { sequence } = await lastAbout(`${organizationId}/${ada.id}`);
      expect(members).to.deep.equal([{ user: ada.id, role: 'edit', displayName: 'Ada', email: ada.email, sequence }]);
    });

    it('answer the same as the API shows them', async () => {
      const { admin, organizationId } = await make.founded();
      const [ada, elsewhere] = [await make.member(organizationId, 'read'), await make.founded()];
      const { members } = await internalCall(
        internalContract.describeMembers,
        options(),
      )({ params: {}, body: { organization: organizationId, users: [ada.id, elsewhere.admin.id, newId()] } });
      const path = `/v1/orgs/${organizationId}/members/${ada.id}`;
      expect(members).to.deep.equal([(await identity.as(admin.token).get(path, { expect: 200 })).body]);
    });

    it('viewOrganizations answers what the API shows the viewer', async () => {
      const { admin, organizationId } = await make.founded();
      const ada = await make.member(organizationId, 'read');
      await make.team(organizationId, [{ userId: ada.id, role: 'owner' }]);
      const viewOrganizations = internalCall(internalContract.viewOrganizations, options());
      for (const { token } of [admin, ada]) {
        const viewer = (await identity.introspect(token))!;
        const { organizations } = await viewOrganizations({
          params: {},
          body: { ids: [organizationId, newId()], viewer },
        });
        const { body } = await identity.as(token).get(`/v1/orgs/${organizationId}`, { expect: 200 });
        expect(organizations).to.deep.equal([body]);
      }
    });

    it('answer which teams the organization has, as the viewer sees them', async () => {
      const { organizationId } = await make.founded();
      const [ada, bob] = [await make.member(organizationId, 'read'), await make.member(organizationId, 'read')];
      const members = [
        { userId: ada.id, role: 'owner' as const },
        { userId: bob.id, role: 'member' as const },
      ];
      const [id, other] = [await make.team(organizationId, members, { title: 'Writers' }), await make.founded()];
      const foreign = await make.team(other.organizationId);
      const getTeams = internalCall(internalContract.getTeams, options());
      const ask = async (viewer: string) =>
        (await getTeams({ params: {}, body: { organization: organizationId, teams: [id, foreign, newId()], viewer } }))
          .teams;
      const { sequence } = await lastAbout(id);
      const team = { id, title: 'Writers', members: 2, spaces: 0, createdAt: identity.now.toISOString(), sequence };
      expect(await ask(ada.id)).to.deep.equal([{ ...team, ownRole: 'owner' }]);
      expect(await ask(bob.id)).to.deep.equal([{ ...team, ownRole: 'member' }]);
      expect(await ask('')).to.deep.equal([{ ...team, ownRole: null }]);
    });
  });
});
