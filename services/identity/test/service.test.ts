import { expect } from 'chai';
import { createLog, hashToken, type Log, migrate } from '@quire/runtime';
import { outboxEvents, testDatabase } from '@quire/testing';
import { firstBoot } from '../src/domain/first-boot.js';
import { migrations } from '../src/migrations/index.js';
import { readConfig } from '../src/service.js';
import { factories } from './factories.js';
import { adminToken, identityService } from './identity-service.js';

describe('identity as a service', () => {
  const identity = identityService();
  const make = factories(identity);

  it('is alive and ready, and says 401 to whoever comes around the gateway', async () => {
    await identity.anonymous().get('/healthz', { expect: 200 });
    const { body } = await identity.anonymous().get('/readyz', { expect: 200 });
    expect(body.details).to.deep.equal({ database: true, cache: true, bus: true });
    await identity.anonymous().get('/v1/orgs', { expect: 401 });
  });

  it('publishes what it records', async () => {
    const user = await make.user();
    await identity.service.drain();
    expect(identity.published.map(({ subject }) => subject)).to.include(user.id);
    expect(await identity.db('outbox').whereNull('published_at')).to.deep.equal([]);
  });

  it('starts again, and beside others, without a second first boot', async () => {
    const others = [identity.another(), identity.another()];
    await Promise.all(others.map((other) => other.start()));
    await Promise.all(others.map((other) => other.stop()));
    const users = await identity.db('users').where({ instance_admin: true, email: 'admin@localhost' });
    expect(users).to.have.length(1);
    expect((await identity.introspect(adminToken))!.userId).to.equal(users[0].id);
  });
});

describe('first boot', () => {
  const database = testDatabase('identity_boot', { migrate: (db) => migrate(db, migrations) });
  const forgotten: string[] = [];
  const cache = { forget: async (keys: readonly string[]) => void forgotten.push(...keys) };
  const silent = createLog('identity', 'silent');

  beforeEach(async () => {
    await database.db.raw('TRUNCATE users, organizations, outbox CASCADE');
    forgotten.length = 0;
  });

  const boot = async (token?: string, log: Log = silent) =>
    firstBoot({
      db: database.db,
      cache: {
        remember: (_key, _options, load) => load(),
        healthy: async () => true,
        close: async () => undefined,
        ...cache,
      },
      config: { QUIRE_ADMIN_EMAIL: 'Admin@Example.com', QUIRE_ADMIN_TOKEN: token },
      clock: () => new Date(),
      log,
    });
  const tokens = () => database.db('api_tokens').pluck('hash');

  it('creates administrator, organization and token once, however many replicas start', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => boot('t'.repeat(40))));
    await boot('t'.repeat(40));
    expect(await database.db('users').select('email', 'display_name', 'instance_admin')).to.deep.equal([
      { email: 'Admin@Example.com', display_name: 'Administrator', instance_admin: true },
    ]);
    expect(await database.db('organizations').pluck('title')).to.deep.equal(['Quire']);
    expect(await database.db('members').pluck('role')).to.deep.equal(['admin']);
    expect(await tokens()).to.deep.equal([hashToken('t'.repeat(40))]);
    expect((await outboxEvents(database.db)).map(({ type }) => type)).to.deep.equal([
      'identity.user.created.v1',
      'identity.organization.created.v1',
      'identity.member.added.v1',
    ]);
  });

  it('replaces the first token when another one is configured', async () => {
    const [first, second] = ['a'.repeat(40), 'b'.repeat(40)] as const;
    await boot(first);
    await boot(second);
    expect(await tokens()).to.deep.equal([hashToken(second)]);
    expect(forgotten).to.have.members([`principal:${hashToken(first)}`, `principal:${hashToken(second)}`]);
  });

  it('does not bring a revoked first token back', async () => {
    await boot('a'.repeat(40));
    await database.db('api_tokens').delete();
    await boot('a'.repeat(40));
    expect(await tokens()).to.deep.equal([]);
    await boot('b'.repeat(40));
    expect(await tokens()).to.have.length(1);
  });

  it('prints a generated token once', async () => {
    const lines: string[] = [];
    const log = { ...silent, warn: (_fields: object, message: string) => void lines.push(message) } as Log;
    await boot(undefined, log);
    await boot(undefined, log);
    expect(lines).to.have.length(1);
    expect(await tokens()).to.deep.equal([hashToken(/quire_pat_\S+/.exec(lines[0]!)![0])]);
  });
});

describe('configuration', () => {
  const variables = {
    PUBLIC_URL: 'http://localhost:4000/',
    DATABASE_URL: 'postgres://localhost/quire',
    QUIRE_ASSERTION_PUBLIC_KEY: 'key',
    QUIRE_INTERNAL_SECRET: 's'.repeat(32),
  };

  it('has defaults', () => {
    const config = readConfig(variables);
    expect(config.QUIRE_ADMIN_EMAIL).to.equal('admin@localhost');
    expect(config.PUBLIC_URL).to.equal('http://localhost:4000');
  });

  for (const [name, value] of [
    ['QUIRE_ADMIN_TOKEN', 'short'],
    ['QUIRE_ADMIN_TOKEN', `quire_pat_${'a'.repeat(43)}_wrong!`],
    ['QUIRE_ADMIN_TOKEN', 'with a space but long enough otherwise'],
    ['QUIRE_ADMIN_EMAIL', 'nobody'],
  ] as const) {
    it(`names ${name} when it is ${value}`, () => {
      expect(() => readConfig({ ...variables, [name]: value })).to.throw(name);
    });
  }
});
