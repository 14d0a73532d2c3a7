import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService, publicUrl } from '../identity-service.js';

describe('users', () => {
  const identity = identityService();
  const make = factories(identity);

  describe('getAuthenticatedUser', () => {
    it('is the caller', async () => {
      const user = await make.user({ email: `${unique('Ada.Lovelace')}@Example.com`, displayName: 'Ada Lovelace 🧮' });
      const { body } = await identity.as(user.token).get('/v1/user', { expect: 200 });
      expect(body).to.deep.equal({
        object: 'user',
        id: user.id,
        displayName: 'Ada Lovelace 🧮',
        email: user.email,
        urls: { location: `${publicUrl}/v1/users/${user.id}` },
      });
    });

    it('lets in who was put into very many organizations and teams by others', async () => {
      const user = await make.user({});
      const principal = (await identity.introspect(user.token))!;
      const teams = Array.from({ length: 4_000 }, () => unique('team'));
      const organizations = Object.fromEntries(
        Array.from({ length: 4_000 }, () => [unique('organization'), { role: null, teams: [] as string[] }]),
      );
      organizations[unique('organization')] = { role: null, teams };
      await identity.asPrincipal({ ...principal, organizations }).get('/v1/user', { expect: 200 });
    });

    it('needs an assertion of the gateway', async () => {
      const { headers } = await identity.anonymous().get('/v1/user', { expect: 401 });
      expect(headers.get('www-authenticate')).to.equal('Bearer');
      const forged = { 'x-quire-principal': 'eyJwcmluY2lwYWwiOnt9fQ.AAAA' };
      await identity.anonymous().get('/v1/user', { headers: forged, expect: 401 });
    });
  });

  describe('getUserById', () => {
    it('shows colleagues to each other, guests included', async () => {
      const { admin, organizationId } = await make.founded();
      const guest = await make.member(organizationId, null);
      await identity.as(guest.token).get(`/v1/users/${admin.id}`, { expect: 200 });
      await identity.as(admin.token).get(`/v1/users/${guest.id}`, { expect: 200 });
    });

    it('hides strangers, except from instance administrators', async () => {
      const user = await make.user();
      const stranger = await make.user();
      const administrator = await make.user({ instanceAdmin: true });
      const hidden = await identity.as(stranger.token).get(`/v1/users/${user.id}`, { expect: 404 });
      const unknown = await identity.as(stranger.token).get('/v1/users/nobody', { expect: 404 });
      expect(hidden.body).to.deep.equal(unknown.body);
      await identity.as(administrator.token).get(`/v1/users/${user.id}`, { expect: 200 });
      await identity.as(administrator.token).get('/v1/users/nobody', { expect: 404 });
      const narrow = { name: 'narrow', scopes: ['read', 'write'] };
      const { body } = await identity.as(administrator.token).post('/v1/user/tokens', narrow, { expect: 201 });
      await identity.as(body.token).get(`/v1/users/${user.id}`, { expect: 404 });
    });
  });

  describe('updateUserById', () => {
    it('changes the caller’s own name and photo, and says so', async () => {
      const user = await make.user();
      const photoURL = 'https://example.com/ada.png';
      const path = `/v1/users/${user.id}`;
      const { body } = await identity.as(user.token).patch(path, { displayName: 'Ada L.', photoURL }, { expect: 200 });
      expect(body).to.include({ displayName: 'Ada L.', photoURL });
      expect((await identity.as(user.token).get('/v1/user')).body).to.deep.equal(body);
      expect(identity.cache.forgotten).to.include(user.cacheKey);
      const events = (await outboxEvents(identity.db)).filter(({ subject }) => subject === user.id);
      expect(events.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
        ['identity.user.created.v1', 1],
        ['identity.user.updated.v1', 2],
      ]);
      expect(events[1]!.data).to.deep.equal({ user: user.id, displayName: 'Ada L.', email: user.email, photoURL });
    });

    it('lets an instance administrator change others, and colleagues not', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'read');
      const administrator = await make.user({ instanceAdmin: true });
      const stranger = await make.user();
      const path = `/v1/users/${member.id}`;
      await identity.as(admin.token).patch(path, { displayName: 'Nope' }, { expect: 403 });
      await identity.as(stranger.token).patch(path, { displayName: 'Nope' }, { expect: 404 });
      await identity.as(administrator.token).patch(path, { displayName: 'Yes' }, { expect: 200 });
    });

    it('refuses a stale If-Match', async () => {
      const user = await make.user();
      const path = `/v1/users/${user.id}`;
      const etag = (await identity.as(user.token).get(path)).headers.get('etag')!;
      const options = { headers: { 'if-match': etag } };
      await identity.as(user.token).patch(path, { displayName: 'First' }, { ...options, expect: 200 });
      await identity.as(user.token).patch(path, { displayName: 'Second' }, { ...options, expect: 412 });
    });

    for (const [what, body] of [
      ['an empty name', { displayName: '' }],
      ['a name of 65 characters', { displayName: 'é'.repeat(65) }],
      ['a name with U+0000', { displayName: 'A\0da' }],
      ['a name with half a surrogate pair', { displayName: 'A\ud83d' }],
      ['a photo that is no web address', { photoURL: 'javascript:alert(1)' }],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const user = await make.user();
        await identity.as(user.token).patch(`/v1/users/${user.id}`, body, { expect: 400 });
      });
    }

    it('fails visibly when the cached principal cannot be forgotten', async () => {
      const user = await make.user();
      const client = identity.as(user.token);
      identity.cache.refusing = true;
      try {
        const { headers } = await client.patch(`/v1/users/${user.id}`, { displayName: 'Late' }, { expect: 503 });
        expect(headers.get('retry-after')).to.equal('1');
      } finally {
        identity.cache.refusing = false;
      }
      await client.patch(`/v1/users/${user.id}`, { displayName: 'Late' }, { expect: 200 });
    });
  });
});
