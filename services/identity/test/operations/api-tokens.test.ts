import { expect } from 'chai';
import { hashToken, isWellFormedToken } from '@quire/runtime';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

const day = 24 * 60 * 60 * 1_000;

describe('api-tokens', () => {
  const identity = identityService();
  const make = factories(identity);

  describe('createApiToken', () => {
    it('shows the secret once and stores its hash only', async () => {
      const user = await make.user();
      const { body } = await identity.as(user.token).post('/v1/user/tokens', { name: 'CI 🚀' }, { expect: 201 });
      expect(isWellFormedToken(body.token)).to.equal(true);
      expect(body).to.deep.include({ object: 'api-token', name: 'CI 🚀', scopes: ['read', 'write', 'admin'] });
      const { body: list } = await identity.as(body.token).get('/v1/user/tokens', { expect: 200 });
      expect(list.count).to.equal(2);
      expect(JSON.stringify(list)).not.to.contain(body.token);
      const stored = JSON.stringify(await identity.db('api_tokens').where({ id: body.id }));
      expect(stored).to.contain(hashToken(body.token)).and.not.to.contain(body.token);
    });

    it('gives no scope that the calling token lacks, and by default those it has', async () => {
      const user = await make.user();
      const narrow = { name: 'narrow', scopes: ['read', 'write'] };
      const { body } = await identity.as(user.token).post('/v1/user/tokens', narrow, { expect: 201 });
      await identity.as(body.token).post('/v1/user/tokens', { name: 'wide', scopes: ['admin'] }, { expect: 403 });
      const heir = await identity.as(body.token).post('/v1/user/tokens', { name: 'heir' }, { expect: 201 });
      expect(heir.body.scopes).to.deep.equal(['read', 'write']);
      expect((await identity.introspect(heir.body.token))!.scopes).to.deep.equal(['read', 'write']);
    });

    it('ends at its expiry', async () => {
      const user = await make.user();
      const expiresAt = new Date(identity.now.getTime() + day).toISOString();
      const { body } = await identity
        .as(user.token)
        .post('/v1/user/tokens', { name: 'short', expiresAt }, { expect: 201 });
      expect(body.expiresAt).to.equal(expiresAt);
      const began = identity.now;
      try {
        identity.now = new Date(began.getTime() + day - 1);
        expect(await identity.introspect(body.token)).not.to.equal(null);
        identity.now = new Date(began.getTime() + day);
        expect(await identity.introspect(body.token)).to.equal(null);
      } finally {
        identity.now = began;
      }
    });

    for (const [what, body] of [
      ['no name', {}],
      ['an empty name', { name: '' }],
      ['a name with U+0000', { name: 'a\0b' }],
      ['a name of 101 characters', { name: 'a'.repeat(101) }],
      ['an expiry in the past', { name: 'a', expiresAt: '2020-01-01T00:00:00Z' }],
      ['an expiry that is no moment', { name: 'a', expiresAt: 'tomorrow' }],
      ['an expiry at this moment', { name: 'a', expiresAt: identity.now.toISOString() }],
      ['an expiry without a time zone', { name: 'a', expiresAt: '2999-01-01T00:00:00' }],
      ['an unknown scope', { name: 'a', scopes: ['root'] }],
      ['no scope', { name: 'a', scopes: [] }],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const user = await make.user();
        await identity.as(user.token).post('/v1/user/tokens', body, { expect: 400 });
      });
    }

    it('takes a name of 100 characters, an expiry in any zone, and each scope once', async () => {
      const user = await make.user();
      const wanted = {
        name: '🗝'.repeat(100),
        expiresAt: '2999-12-31T23:59:59+02:00',
        scopes: ['write', 'read', 'read'],
      };
      const { body } = await identity.as(user.token).post('/v1/user/tokens', wanted, { expect: 201 });
      expect(body).to.deep.include({ name: wanted.name, expiresAt: '2999-12-31T21:59:59.000Z' });
      expect(body.scopes).to.have.members(['read', 'write']).and.to.have.length(2);
    });

    it('answers a repeated Idempotency-Key with the same secret', async () => {
      const user = await make.user();
      const options = { headers: { 'idempotency-key': unique('key') }, expect: 201 };
      const first = await identity.as(user.token).post('/v1/user/tokens', { name: 'once' }, options);
      const second = await identity.as(user.token).post('/v1/user/tokens', { name: 'once' }, options);
      expect(second.body).to.deep.equal(first.body);
      expect((await identity.as(user.token).get('/v1/user/tokens')).body.count).to.equal(2);
      const kept = await identity
        .db('idempotency_keys')
        .select('answer')
        .where({ caller: `user:${user.id}` });
      expect(kept[0].answer.toString('latin1')).not.to.contain(first.body.token);
    });

    it('is for users only', async () => {
      const user = await make.user();
      const principal = (await identity.introspect(user.token))!;
      const client = identity.asPrincipal({ ...principal, kind: 'installation' });
      await client.post('/v1/user/tokens', { name: 'a' }, { expect: 403 });
    });
  });

  describe('deleteApiToken', () => {
    it('revokes the token and forgets its principal', async () => {
      const user = await make.user();
      const { body } = await identity.as(user.token).post('/v1/user/tokens', { name: 'gone soon' }, { expect: 201 });
      await identity.as(user.token).delete(`/v1/user/tokens/${body.id}`, { expect: 204 });
      expect(await identity.introspect(body.token)).to.equal(null);
      expect(identity.cache.forgotten).to.include(`principal:${hashToken(body.token)}`);
      await identity.as(user.token).delete(`/v1/user/tokens/${body.id}`, { expect: 404 });
    });

    it('does not know the tokens of others', async () => {
      const user = await make.user();
      const other = await make.user({ instanceAdmin: true });
      const { body } = await identity.as(user.token).get('/v1/user/tokens');
      await identity.as(other.token).delete(`/v1/user/tokens/${body.items[0].id}`, { expect: 404 });
    });
  });

  describe('listApiTokens', () => {
    it('goes on after a cursor', async () => {
      const user = await make.user();
      for (const name of ['a', 'b', 'c'])
        await identity.as(user.token).post('/v1/user/tokens', { name }, { expect: 201 });
      const first = await identity.as(user.token).get('/v1/user/tokens', { query: { limit: 3 }, expect: 200 });
      const { page } = first.body.next;
      const second = await identity.as(user.token).get('/v1/user/tokens', { query: { limit: 3, page }, expect: 200 });
      const names = [...first.body.items, ...second.body.items].map(({ name }) => name);
      expect(names).to.have.members(['a', 'b', 'c', 'test']);
      expect(second.body).not.to.have.property('next');
    });
  });

  describe('endSession', () => {
    it('revokes the token that it is called with, and no other', async () => {
      const user = await make.user();
      const session = await identity.as(user.token).post('/v1/user/tokens', { name: 'session' }, { expect: 201 });
      await identity.as(session.body.token).delete('/v1/user/session', { expect: 204 });
      expect(identity.cache.forgotten).to.include(`principal:${hashToken(session.body.token)}`);
      expect(await identity.introspect(session.body.token)).to.equal(null);
      expect((await identity.introspect(user.token))!.userId).to.equal(user.id);
    });

    it('has one effect when it is called twice at once', async () => {
      const user = await make.user();
      const client = identity.asPrincipal((await identity.introspect(user.token))!);
      const answers = await Promise.all([1, 2, 3].map(() => client.delete('/v1/user/session')));
      expect(answers.map(({ status }) => status)).to.deep.equal([204, 204, 204]);
      expect(await identity.introspect(user.token)).to.equal(null);
    });

    it('is for users only', async () => {
      const user = await make.user();
      const principal = (await identity.introspect(user.token))!;
      await identity.asPrincipal({ ...principal, kind: 'integration' }).delete('/v1/user/session', { expect: 403 });
      expect(await identity.introspect(user.token)).not.to.equal(null);
    });
  });

  it('of which one ended a month ago are forgotten, and those that ended lately are listed', async () => {
    const user = await make.user();
    const now = identity.now;
    const endingIn = async (days: number) => {
      const expiresAt = new Date(now.getTime() + days * 24 * 60 * 60_000).toISOString();
      const { body } = await identity
        .as(user.token)
        .post('/v1/user/tokens', { name: 'ends', expiresAt }, { expect: 201 });
      return body.id as string;
    };
    const [first, second] = [await endingIn(1), await endingIn(3)];
    const listed = async () => {
      await identity.service.drain();
      const { body } = await identity.as(user.token).get('/v1/user/tokens', { expect: 200 });
      return body.items.filter(({ name }: { name: string }) => name === 'ends').map(({ id }: { id: string }) => id);
    };
    try {
      identity.now = new Date(now.getTime() + 30 * 24 * 60 * 60_000);
      expect(await listed()).to.have.members([first, second]);
      identity.now = new Date(now.getTime() + 32 * 24 * 60 * 60_000);
      expect(await listed()).to.deep.equal([second]);
    } finally {
      identity.now = now;
    }
  });

  describe('a token that is confined to an organization', () => {
    /** An instance administrator who is admin of two organizations, and their token that is good for the first. */
    const confined = async () => {
      const user = await make.user({ instanceAdmin: true });
      const organizationId = await make.organization(user);
      const other = await make.organization(user);
      const token = await make.confinedToken(user, organizationId);
      return { user, organizationId, other, token, client: identity.as(token) };
    };

    it('acts in that organization alone, and never as an instance administrator', async () => {
      const { organizationId, other, token, client } = await confined();
      const principal = (await identity.introspect(token))!;
      expect(principal).to.deep.include({
        confinedTo: organizationId,
        instanceAdmin: false,
        scopes: ['read', 'write'],
        organizations: { [organizationId]: { role: 'admin', teams: [] } },
      });
      await client.get(`/v1/orgs/${organizationId}`, { expect: 200 });
      await client.get(`/v1/orgs/${other}`, { expect: 404 });
      await client.get('/v1/admin/users', { expect: 403 });
    });

    it('shows its user as seen in that organization alone', async () => {
      const { user, organizationId, other, token } = await confined();
      const seenIn = async () => {
        await identity.service.drain();
        return identity.db('members').where({ user_id: user.id }).whereNotNull('last_seen_at').pluck('organization_id');
      };
      await identity.introspect(token);
      expect(await seenIn()).to.deep.equal([organizationId]);
      await identity.introspect(user.token);
      expect(await seenIn()).to.have.members([organizationId, other]);
    });

    it('is good for nothing once its user has left the organization', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'edit');
      await make.organization(member);
      const token = await make.confinedToken(member, organizationId);
      await identity.as(admin.token).delete(`/v1/orgs/${organizationId}/members/${member.id}`, { expect: 204 });
      expect((await identity.introspect(token))!.organizations).to.deep.equal({});
    });

    it('makes only tokens that are confined alike', async () => {
      const { organizationId, client } = await confined();
      await client.post('/v1/user/tokens', { name: 'wide', scopes: ['admin'] }, { expect: 403 });
      const { body } = await client.post('/v1/user/tokens', { name: 'heir' }, { expect: 201 });
      expect(body).to.deep.include({ organization: organizationId, scopes: ['read', 'write'] });
      expect((await identity.introspect(body.token))!.confinedTo).to.equal(organizationId);
    });

    it('sees and revokes tokens of the same confinement only', async () => {
      const { user, organizationId, other, client } = await confined();
      await make.confinedToken(user, other);
      const { body: own } = await client.get('/v1/user/tokens', { expect: 200 });
      expect(own.count).to.equal(1);
      expect(own.items.map((item: { organization?: string }) => item.organization)).to.deep.equal([organizationId]);
      const { body: all } = await identity.as(user.token).get('/v1/user/tokens', { expect: 200 });
      expect(all.count).to.equal(3);
      for (const item of all.items.filter(
        (token: { organization?: string }) => token.organization !== organizationId,
      )) {
        await client.delete(`/v1/user/tokens/${item.id}`, { expect: 404 });
      }
      const sibling = await client.post('/v1/user/tokens', { name: 'sibling' }, { expect: 201 });
      await client.delete(`/v1/user/tokens/${sibling.body.id}`, { expect: 204 });
    });

    it('is not answered again what another token of its user was', async () => {
      const { user, client } = await confined();
      const options = { headers: { 'idempotency-key': unique('key') }, expect: 201 };
      const wanted = { name: 'same', scopes: ['read'] };
      const first = await identity.as(user.token).post('/v1/user/tokens', wanted, options);
      const second = await client.post('/v1/user/tokens', wanted, options);
      expect(second.body.token).not.to.equal(first.body.token);
    });

    it('does not change its user’s profile, which all organizations see', async () => {
      const { user, client } = await confined();
      await client.patch(`/v1/users/${user.id}`, { displayName: 'Mallory' }, { expect: 403 });
      expect((await client.get('/v1/user', { expect: 200 })).body.displayName).to.equal('Ada');
    });
  });
});
