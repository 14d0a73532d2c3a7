import { expect } from 'chai';
import { hashToken } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

describe('administration', () => {
  const identity = identityService();
  const make = factories(identity);

  describe('createUser', () => {
    it('creates a user with a token that works', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const wanted = { email: `${unique('Grace')}@Example.com`, displayName: 'Grace Hopper' };
      const { body, headers } = await identity.as(administrator.token).post('/v1/admin/users', wanted, { expect: 201 });
      expect(body.user).to.include(wanted);
      expect((await identity.introspect(body.token))!.scopes).to.deep.equal(['read', 'write']);
      expect(headers.get('location')).to.equal(body.user.urls.location);
      const { body: user } = await identity.as(body.token).get('/v1/user', { expect: 200 });
      expect(user).to.deep.equal(body.user);
      expect((await identity.introspect(body.token))!.instanceAdmin).to.equal(false);
      const events = (await outboxEvents(identity.db)).filter(({ subject }) => subject === user.id);
      expect(events.map(({ type }) => type)).to.deep.equal(['identity.user.created.v1']);
    });

    it('makes no token where none is wanted', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const wanted = { email: `${unique('quiet')}@example.com`, displayName: 'Quiet', token: false };
      const { body } = await identity.as(administrator.token).post('/v1/admin/users', wanted, { expect: 201 });
      expect(body).to.have.all.keys('user');
      expect(await identity.db('api_tokens').where({ user_id: body.user.id })).to.be.empty;
    });

    it('refuses an address that is taken in another case', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const user = await make.user();
      const body = { email: user.email.toUpperCase(), displayName: 'Twin' };
      await identity.as(administrator.token).post('/v1/admin/users', body, { expect: 409 });
    });

    it('takes an address once when it comes twice at once', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const body = { email: `${unique('race')}@example.com`, displayName: 'Racer' };
      const answers = await Promise.all(
        [1, 2, 3].map(() => identity.as(administrator.token).post('/v1/admin/users', body)),
      );
      expect(answers.map(({ status }) => status)).to.have.members([201, 409, 409]);
    });

    it('refuses an address that is none and a missing name', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const { body } = await identity.as(administrator.token).post('/v1/admin/users', { email: 'x' }, { expect: 400 });
      expect(body.error.details.map(({ path }: { path: string }) => path)).to.have.members([
        'body.email',
        'body.displayName',
      ]);
    });
  });

  describe('listUsers', () => {
    it('lists everybody, page by page', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      await make.user();
      const ids: string[] = [];
      let count = 0;
      for (let page: string | undefined, more = true; more; more = page !== undefined) {
        const { body } = await identity
          .as(administrator.token)
          .get('/v1/admin/users', { query: { limit: 2, page }, expect: 200 });
        ids.push(...body.items.map(({ id }: { id: string }) => id));
        count = body.count;
        page = body.next?.page;
      }
      expect(ids).to.have.length(count);
      expect(ids).to.deep.equal(await identity.db('users').orderBy('id').pluck('id'));
    });
  });

  describe('listUsers with search', () => {
    it('finds a part of the name or of the address, in any case, and nothing by pattern', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const word = unique('Zoë');
      const byName = await make.user({ displayName: `Dr. ${word} X%_` });
      const byEmail = await make.user({ email: `${word}@example.com` });
      const found = async (search: string) => {
        const { body } = await identity
          .as(administrator.token)
          .get('/v1/admin/users', { query: { search }, expect: 200 });
        expect(body.count).to.equal(body.items.length);
        return body.items.map(({ id }: { id: string }) => id);
      };
      expect(await found(word.toUpperCase())).to.have.members([byName.id, byEmail.id]);
      expect(await found(`${word} x%_`)).to.deep.equal([byName.id]);
      expect(await found(`${word}%`)).to.deep.equal([]);
    });

    it('goes on after a cursor, and counts what was found', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const word = unique('page');
      const made = [];
      for (let index = 0; index < 3; index += 1) made.push((await make.user({ displayName: word })).id);
      await make.user();
      const ids: string[] = [];
      let page: string | undefined;
      do {
        const { body } = await identity
          .as(administrator.token)
          .get('/v1/admin/users', { query: { search: word, limit: 2, page }, expect: 200 });
        expect(body.count).to.equal(3);
        ids.push(...body.items.map(({ id }: { id: string }) => id));
        page = body.next?.page;
      } while (page !== undefined);
      expect(ids).to.deep.equal(made.sort());
    });
  });

  describe('updateUserAccount', () => {
    const account = ({ id }: { id: string }) => `/v1/admin/users/${id}`;

    it('disables a user: all their tokens are forgotten at once, and come back when the user does', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const user = await make.user();
      const second = await identity.as(user.token).post('/v1/user/tokens', { name: 'second' }, { expect: 201 });
      const client = identity.as(administrator.token);
      const { body } = await client.patch(account(user), { disabled: true }, { expect: 200 });
      expect(body).to.include({ id: user.id, disabled: true, instanceAdmin: false });
      expect(await identity.introspect(user.token)).to.equal(null);
      expect(await identity.introspect(second.body.token)).to.equal(null);
      const keys = [user.cacheKey, `principal:${hashToken(second.body.token)}`];
      expect(identity.cache.forgotten).to.include.members(keys);
      const { body: listed } = await client.get('/v1/admin/users', { query: { search: user.email }, expect: 200 });
      expect(listed.items).to.deep.equal([body]);

      await client.patch(account(user), { disabled: false }, { expect: 200 });
      expect((await identity.introspect(user.token))!.userId).to.equal(user.id);
    });

    it('appoints and dismisses administrators, whose rights change with it', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const user = await make.user();
      const client = identity.as(administrator.token);
      await client.patch(account(user), { instanceAdmin: true }, { expect: 200 });
      expect((await identity.introspect(user.token))!.instanceAdmin).to.equal(true);
      const { body } = await client.patch(account(user), {}, { expect: 200 });
      expect(body).to.include({ disabled: false, instanceAdmin: true });
      await client.patch(account(user), { instanceAdmin: false }, { expect: 200 });
      expect((await identity.introspect(user.token))!.instanceAdmin).to.equal(false);
      expect(identity.cache.forgotten.filter((key) => key === user.cacheKey)).to.have.length(3);
    });

    it('lets nobody lock themselves out', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const client = identity.as(administrator.token);
      await client.patch(account(administrator), { disabled: true }, { expect: 409 });
      await client.patch(account(administrator), { instanceAdmin: false }, { expect: 409 });
      const { body } = await client.patch(account(administrator), { disabled: false, instanceAdmin: true });
      expect(body).to.include({ disabled: false, instanceAdmin: true });
    });

    it('does not know users that do not exist, and takes only true and false', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const client = identity.as(administrator.token);
      await client.patch('/v1/admin/users/nobody', { disabled: true }, { expect: 404 });
      const user = await make.user();
      const { body } = await client.patch(account(user), { disabled: 'yes', instanceAdmin: null }, { expect: 400 });
      expect(body.error.details.map(({ path }: { path: string }) => path)).to.have.members([
        'body.disabled',
        'body.instanceAdmin',
      ]);
    });

    it('is refused to others', async () => {
      const user = await make.user();
      await identity.as(user.token).patch(account(user), { instanceAdmin: true }, { expect: 403 });
    });

    for (const change of [{ disabled: true }, { instanceAdmin: false }]) {
      it(`keeps one administrator when all remove each other at once by ${JSON.stringify(change)}`, async () => {
        const before = await identity.db('users').where({ instance_admin: true }).pluck('id');
        await identity.db('users').update({ instance_admin: false });
        try {
          const admins = await Promise.all([1, 2, 3, 4].map(() => make.user({ instanceAdmin: true })));
          // What the gateway has just vouched for: each of them is still an administrator as they ask.
          const principals = await Promise.all(admins.map(({ token }) => identity.introspect(token)));
          const answers = await Promise.all(
            admins.map((_, index) =>
              identity.asPrincipal(principals[index]!).patch(account(admins[(index + 1) % admins.length]!), change),
            ),
          );
          expect(answers.map(({ status }) => status)).to.have.members([200, 200, 200, 409]);
          const left = await identity.db('users').where({ instance_admin: true, disabled_at: null });
          expect(left).to.have.length(1);
        } finally {
          await identity.db('users').whereIn('id', before).update({ instance_admin: true });
        }
      });
    }
  });

  describe('createUserApiToken', () => {
    it('issues a token for somebody else', async () => {
      const administrator = await make.user({ instanceAdmin: true });
      const user = await make.user();
      const path = `/v1/admin/users/${user.id}/tokens`;
      const { body } = await identity.as(administrator.token).post(path, { name: 'from above' }, { expect: 201 });
      expect((await identity.introspect(body.token))!.userId).to.equal(user.id);
      await identity.as(administrator.token).post('/v1/admin/users/nobody/tokens', { name: 'a' }, { expect: 404 });
    });
  });

  describe('createUserApiToken, what it may be used for', () => {
    const issue = async (target: { id: string }, body: object, status: number, scopes?: string[]) => {
      const administrator = await make.user({ instanceAdmin: true });
      const narrow = { name: 'own', scopes: scopes ?? ['read', 'write', 'admin'] };
      const own = await identity.as(administrator.token).post('/v1/user/tokens', narrow, { expect: 201 });
      const path = `/v1/admin/users/${target.id}/tokens`;
      return identity.as(own.body.token).post(path, { name: 'given', ...body }, { expect: status });
    };

    it('gives a user no scope admin, by default nor on demand', async () => {
      const user = await make.user();
      expect((await issue(user, {}, 201)).body.scopes).to.deep.equal(['read', 'write']);
      expect((await issue(user, { scopes: ['read'] }, 201)).body.scopes).to.deep.equal(['read']);
      const refused = await issue(user, { scopes: ['read', 'admin'] }, 400);
      expect(refused.body.error.details).to.deep.equal([
        { path: 'body.scopes', message: 'must not hold "admin": the user is no instance administrator' },
      ]);
    });

    it('gives it to an instance administrator, as far as the caller has it', async () => {
      const other = await make.user({ instanceAdmin: true });
      expect((await issue(other, {}, 201)).body.scopes).to.deep.equal(['read', 'write', 'admin']);
      expect((await issue(other, { scopes: ['admin'] }, 201)).body.scopes).to.deep.equal(['admin']);
      await issue(other, { scopes: ['write', 'admin'] }, 403, ['read', 'admin']);
    });

    it('checks name and expiry, and refuses a user who is disabled', async () => {
      const user = await make.user();
      await issue(user, { name: '' }, 400);
      await issue(user, { expiresAt: identity.now.toISOString() }, 400);
      const expiresAt = new Date(identity.now.getTime() + 1).toISOString();
      expect((await issue(user, { expiresAt }, 201)).body.expiresAt).to.equal(expiresAt);
      await identity.db('users').where({ id: user.id }).update({ disabled_at: identity.now });
      await issue(user, {}, 409);
    });
  });

  it('is refused to everybody else', async () => {
    const user = await make.user();
    await identity.as(user.token).get('/v1/admin/users', { expect: 403 });
    await identity.as(user.token).post('/v1/admin/users', { email: 'a@b.c', displayName: 'A' }, { expect: 403 });
    await identity.as(user.token).post(`/v1/admin/users/${user.id}/tokens`, { name: 'a' }, { expect: 403 });
    expect(identity.cache.forgotten).not.to.include(`principal:${hashToken(user.token)}`);
  });
});
