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
      ['an unknown scope', { name: 'a', scopes: ['root'] }],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const user = await make.user();
        await identity.as(user.token).post('/v1/user/tokens', body, { expect: 400 });
      });
    }

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
});
