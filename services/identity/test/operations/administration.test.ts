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
      expect(headers.get('location')).to.equal(body.user.urls.location);
      const { body: user } = await identity.as(body.token).get('/v1/user', { expect: 200 });
      expect(user).to.deep.equal(body.user);
      expect((await identity.introspect(body.token))!.instanceAdmin).to.equal(false);
      const events = (await outboxEvents(identity.db)).filter(({ subject }) => subject === user.id);
      expect(events.map(({ type }) => type)).to.deep.equal(['identity.user.created.v1']);
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

  it('is refused to everybody else', async () => {
    const user = await make.user();
    await identity.as(user.token).get('/v1/admin/users', { expect: 403 });
    await identity.as(user.token).post('/v1/admin/users', { email: 'a@b.c', displayName: 'A' }, { expect: 403 });
    await identity.as(user.token).post(`/v1/admin/users/${user.id}/tokens`, { name: 'a' }, { expect: 403 });
    expect(identity.cache.forgotten).not.to.include(`principal:${hashToken(user.token)}`);
  });
});
