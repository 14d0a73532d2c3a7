import { events, installationScopes } from '@quire/contract';
import { hashToken, newId, type Principal, type Role } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { integrationsService } from '../integrations-service.js';
import { manifest } from '../manifest.js';

describe('installations', () => {
  const integrations = integrationsService();

  /** A published integration, and an organization where it may be installed. */
  const setUp = async (more: object = {}) => {
    const maker = integrations.neighbours.organization();
    const home = integrations.neighbours.organization();
    const name = newId();
    const makers = integrations.as({ [maker]: 'admin' });
    await makers.post(`/v1/integrations/${name}`, manifest(maker, { visibility: 'public', ...more }), { expect: 200 });
    const admin = integrations.as({ [home]: 'admin' });
    const base = `/v1/integrations/${name}/installations`;
    return { maker, makers, home, admin, name, base };
  };
  const installed = async (more: object = {}) => {
    const world = await setUp(more);
    const { body } = await world.admin.post(world.base, { organization: world.home }, { expect: 201 });
    return { ...world, installation: body, path: `${world.base}/${body.id}` };
  };
  const space = async (organization: string) => {
    const data = spaceFacts(organization);
    await integrations.deliver(events.spaceCreated, { subject: data.space, sequence: 1, data });
    return data;
  };
  const account = (properties: object, required: string[] = []) => ({
    configurations: { account: { properties, required } },
  });

  it('installIntegration: 201 once, 409 again, and says so', async () => {
    const { admin, base, home, name } = await setUp();
    const { body, headers } = await admin.post(base, { organization: home }, { expect: 201 });
    expect(headers.get('location')).to.equal(body.urls.location);
    expect(body).to.deep.include({
      status: 'active',
      space_selection: 'selected',
      site_selection: 'selected',
      spaces: 0,
      configuration: {},
      externalIds: [],
      target: { organization: home },
    });
    await admin.post(base, { organization: home }, { expect: 409 });
    const told = (await outboxEvents(integrations.db)).filter(({ subject }) => subject === body.id);
    expect(told.map(({ type }) => type)).to.deep.equal(['integrations.installation.created.v1']);
    expect(told[0]!.data).to.include({ integration: name, organization: home, status: 'active', title: 'Chat' });
  });

  const roles: [string, Role | null | undefined, number][] = [
    ['an admin', 'admin', 201],
    ['somebody who creates', 'create', 403],
    ['a guest', null, 403],
    ['a stranger', undefined, 404],
  ];
  for (const [who, role, status] of roles) {
    it(`installIntegration answers ${status} to ${who}`, async () => {
      const { base, home } = await setUp();
      const caller = integrations.as(role === undefined ? {} : { [home]: role });
      await caller.post(base, { organization: home }, { expect: status });
    });
  }

  it('installIntegration: a private one is at home only, and unknown to others', async () => {
    const { admin, base, home, maker } = await setUp({ visibility: 'private' });
    await admin.post(base, { organization: home }, { expect: 404 });
    const both = integrations.as({ [home]: 'admin', [maker]: 'admin' });
    await both.post(base, { organization: home }, { expect: 403 });
    await both.post(base, { organization: maker }, { expect: 201 });
  });

  it('updateIntegrationInstallation checks the configuration and becomes active when it is whole', async () => {
    const { admin, path, installation } = await installed(
      account({ key: { type: 'string' }, tone: { type: 'string', enum: ['kind', 'dry'], default: 'dry' } }, ['key']),
    );
    expect(installation).to.deep.include({ status: 'pending', configuration: { tone: 'dry' } });
    const refused = await admin.patch(path, { configuration: { tone: 'loud' } }, { expect: 400 });
    expect(refused.body.error.details.map((detail: { path: string }) => detail.path)).to.have.members([
      'body.configuration.key',
      'body.configuration.tone',
    ]);
    const configuration = { key: 'k', more: { anything: true } };
    const { body } = await admin.patch(path, { configuration, externalIds: ['T1'] }, { expect: 200 });
    expect(body).to.deep.include({
      status: 'active',
      configuration: { ...configuration, tone: 'dry' },
      externalIds: ['T1'],
    });
    await admin.patch(path, { externalIds: ['1', '2', '3', '4', '5', '6'] }, { expect: 400 });
    await admin.patch(path, { configuration: { key: 'x'.repeat(70_000) } }, { expect: 400 });
    expect((await admin.get(path, { expect: 200 })).body).to.deep.equal(body);
  });

  it('updateIntegrationInstallation obeys If-Match', async () => {
    const { admin, path } = await installed();
    const etag = (await admin.get(path, { expect: 200 })).headers.get('etag')!;
    await admin.patch(path, { externalIds: ['1'] }, { headers: { 'If-Match': etag }, expect: 200 });
    await admin.patch(path, { externalIds: ['2'] }, { headers: { 'If-Match': etag }, expect: 412 });
  });

  it('listIntegrationInstallations: all to the maker, their own to others, by external id', async () => {
    const { makers, admin, base, path, installation } = await installed();
    const elsewhere = integrations.neighbours.organization();
    await integrations.as({ [elsewhere]: 'admin' }).post(base, { organization: elsewhere }, { expect: 201 });
    await admin.patch(path, { externalIds: ['T1'] }, { expect: 200 });
    const ids = async (caller: typeof admin, query: Record<string, string> = {}) => {
      const { body } = await caller.get(base, { query, expect: 200 });
      expect(body.count).to.be.at.least(body.items.length);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await ids(makers)).to.have.length(2);
    expect(await ids(admin)).to.deep.equal([installation.id]);
    expect(await ids(makers, { externalId: 'T1' })).to.deep.equal([installation.id]);
    expect(await ids(makers, { externalId: 'T2' })).to.deep.equal([]);
    const first = await makers.get(base, { query: { limit: '1' }, expect: 200 });
    const page = first.body.next.page;
    const second = await makers.get(base, { query: { limit: '1', page }, expect: 200 });
    expect(second.body.items[0].id).to.not.equal(first.body.items[0].id);
    expect(second.body).to.not.have.property('next');
  });

  it('installIntegrationOnSpace: only spaces of the organization, each once, and until they are gone', async () => {
    const { admin, path, home } = await installed();
    const here = await space(home);
    const there = await space(newId());
    await admin.post(`${path}/spaces`, { space: there.space }, { expect: 404 });
    await admin.post(`${path}/spaces`, { space: newId() }, { expect: 404 });
    const added = await admin.post(`${path}/spaces`, { space: here.space }, { expect: 201 });
    expect(added.body).to.deep.include({ space: here.space, status: 'active', configuration: {}, externalIds: [] });
    await admin.post(`${path}/spaces`, { space: here.space }, { expect: 409 });
    const on = `${path}/spaces/${here.space}`;
    const changed = await admin.patch(on, { externalIds: ['C1'] }, { expect: 200 });
    expect((await admin.get(on, { expect: 200 })).body).to.deep.equal(changed.body);
    expect((await admin.get(path, { expect: 200 })).body.spaces).to.equal(1);

    const deletedAt = '2026-02-01T00:00:00.000Z';
    const told = { subject: here.space, data: { ...here, deletedAt } };
    await integrations.deliver(events.spaceDeleted, { ...told, sequence: 2 });
    await admin.get(on, { expect: 404 });
    await integrations.deliver(events.spaceRestored, { ...told, data: here, sequence: 3 });
    expect((await admin.get(on, { expect: 200 })).body.externalIds).to.deep.equal(['C1']);
    const moved = { ...here, organization: newId(), from: home };
    await integrations.deliver(events.spaceTransferred, { subject: here.space, sequence: 4, data: moved });
    expect((await admin.get(`${path}/spaces`, { expect: 200 })).body).to.deep.equal({ items: [], count: 0 });
    expect(await integrations.db('installation_spaces').where({ space_id: here.space })).to.deep.equal([]);
  });

  it('installIntegrationOnSpace asks content about a space that no event has told of', async () => {
    const { admin, path, home } = await installed();
    const data = spaceFacts(home);
    integrations.neighbours.spaces.set(data.space, { sequence: 1, data });
    await admin.post(`${path}/spaces`, { space: data.space }, { expect: 201 });
    await admin.delete(`${path}/spaces/${data.space}`, { expect: 204 });
    await admin.delete(`${path}/spaces/${data.space}`, { expect: 404 });
  });

  it('with "all", an installation has every space of its organization', async () => {
    const { admin, path, home } = await installed();
    const spaces = [await space(home), await space(home)];
    await admin.patch(path, { space_selection: 'all' }, { expect: 200 });
    const { body } = await admin.get(`${path}/spaces`, { expect: 200 });
    expect(body.items.map((item: { space: string }) => item.space)).to.deep.equal(
      spaces.map((each) => each.space).sort(),
    );
    expect((await admin.get(path, { expect: 200 })).body.spaces).to.equal(2);
  });

  it('installIntegrationOnSite works alike, until the site is deleted', async () => {
    const { admin, path, home } = await installed();
    const data = { site: newId(), organization: home, title: 'Docs', visibility: 'public', published: false };
    await integrations.deliver(events.siteCreated, { subject: data.site, sequence: 1, data });
    await admin.post(`${path}/sites`, { siteId: data.site }, { expect: 201 });
    const listed = await admin.get(`/v1/orgs/${home}/sites/${data.site}/integrations`, { expect: 200 });
    expect(listed.body.count).to.equal(1);
    await integrations.deliver(events.siteDeleted, { subject: data.site, sequence: 2, data });
    await admin.get(`${path}/sites/${data.site}`, { expect: 404 });
  });

  it('refuses places that the integration is not made for', async () => {
    const { admin, path, home } = await installed({ target: 'site' });
    const { space: id } = await space(home);
    await admin.post(`${path}/spaces`, { space: id }, { expect: 409 });
    await admin.patch(path, { space_selection: 'all' }, { expect: 409 });
  });

  it('lists what is installed from the side of organizations and spaces', async () => {
    const { admin, path, home, name } = await installed({ blocks: [{ id: 'chat', title: 'Chat' }] });
    const { space: id } = await space(home);
    await admin.post(`${path}/spaces`, { space: id }, { expect: 201 });
    const installations = await admin.get(`/v1/orgs/${home}/installations`, { expect: 200 });
    expect(installations.body.items[0].integration.name).to.equal(name);
    const status = await admin.get(`/v1/orgs/${home}/integrations/${name}/installation_status`, { expect: 200 });
    expect(status.body).to.deep.equal({ status: 'active' });
    const member = integrations.as({ [home]: 'read' });
    expect((await member.get(`/v1/spaces/${id}/integrations`, { expect: 200 })).body.items[0].name).to.equal(name);
    const blocks = await member.get(`/v1/spaces/${id}/integration-blocks`, { expect: 200 });
    expect(blocks.body).to.deep.equal([{ name, blocks: [{ id: 'chat', title: 'Chat' }] }]);
    await integrations.as({}).get(`/v1/spaces/${id}/integrations`, { expect: 404 });
    await member.get(`/v1/orgs/${home}/installations`, { expect: 403 });
    const some = await member.get(`/v1/orgs/${home}/integrations`, { query: { search: name }, expect: 200 });
    expect(some.body.count).to.equal(1);
  });

  const asInstallation = (id: string, { home, name }: { home: string; name: string }, scopes: string[] = []) =>
    integrations.as({ [home]: null }, {
      kind: 'installation',
      userId: id,
      integration: name,
      installation: { id, organization: home, spaces: 'all', sites: 'all', scopes },
    } as Partial<Principal>);

  it('an installation configures itself, but neither reaches further nor looks at others', async () => {
    const world = await installed();
    const self = asInstallation(world.installation.id, world);
    await self.get(world.path, { expect: 200 });
    await self.patch(world.path, { configuration: { token: 'kept' } }, { expect: 200 });
    await self.patch(world.path, { space_selection: 'all' }, { expect: 403 });
    await self.post(`${world.path}/tokens`, {}, { expect: 403 });
    await self.delete(world.path, { expect: 403 });
    await self.get('/v1/integrations', { expect: 403 });
    const other = await installed();
    await self.get(other.path, { expect: 404 });
    await self.patch(other.path, { configuration: {} }, { expect: 404 });
  });

  it('what is open to installations is an operation, and publishing is not', () => {
    expect([...installationScopes.keys()]).to.not.include('publishIntegration');
  });

  it('createIntegrationInstallationToken: kept as a hash, for an hour, to the maker only', async () => {
    const { makers, admin, path, installation, home } = await installed({ scopes: ['space:content:read'] });
    await admin.post(`${path}/tokens`, {}, { expect: 403 });
    await integrations.as({}).post(`${path}/tokens`, {}, { expect: 404 });
    const { body } = await makers.post(`${path}/tokens`, {}, { expect: 200 });
    expect(body.token).to.match(/^quire_ins_/);
    expect(await integrations.db('tokens').where({ hash: hashToken(body.token) })).to.have.length(1);
    const { principal } = await integrations.introspect(body.token);
    expect(principal).to.deep.include({ kind: 'installation', userId: installation.id, displayName: 'Chat' });
    expect(principal!.installation).to.deep.equal({
      id: installation.id,
      organization: home,
      spaces: [],
      sites: [],
      scopes: ['space:content:read'],
    });
    const byId = () => integrations.internal('introspectIntegrationToken', { tokenId: principal!.tokenId });
    expect(await byId()).to.deep.include({ principal });
    integrations.wait(60 * 60 * 1_000);
    expect((await integrations.introspect(body.token)).principal).to.equal(null);
    expect(await byId()).to.deep.equal({ principal: null });
  });

  it('a token dies with its installation, its integration, and the rights of who asked for it', async () => {
    const endings: ((world: Awaited<ReturnType<typeof installed>>) => Promise<unknown>)[] = [
      ({ admin, path }) => admin.delete(path, { expect: 204 }),
      ({ makers, name }) => makers.delete(`/v1/integrations/${name}`, { expect: 204 }),
      ({ maker }) =>
        integrations.deliver(events.memberRemoved, {
          subject: `${maker}:ada`,
          sequence: 2,
          data: { organization: maker, user: 'ada', role: 'admin' },
        }),
    ];
    for (const end of endings) {
      const world = await installed();
      const { token } = (await world.makers.post(`${world.path}/tokens`, {}, { expect: 200 })).body;
      const key = `principal:${hashToken(token)}`;
      await integrations.cache.remember(key, { ttlSeconds: 30 }, async () => 'known');
      await end(world);
      expect((await integrations.introspect(token)).principal).to.equal(null);
      expect(await integrations.cache.remember(key, { ttlSeconds: 30 }, async () => 'asked')).to.equal('asked');
    }
  });

  it('a token that nobody may use any more is forgotten after it has ended, and once more when that failed', async () => {
    const { makers, maker, path } = await installed();
    const { token } = (await makers.post(`${path}/tokens`, {}, { expect: 200 })).body;
    const key = `principal:${hashToken(token)}`;
    await integrations.cache.remember(key, { ttlSeconds: 30 }, async () => 'known');
    const { forget } = integrations.cache;
    const atThatTime: unknown[] = [];
    integrations.cache.forget = async (keys) => {
      atThatTime.push((await integrations.introspect(token)).principal);
      if (atThatTime.length === 1) throw new Error('the cache is away');
      await forget(keys);
    };
    try {
      await integrations.deliver(events.memberUpdated, {
        subject: `${maker}:ada`,
        sequence: 2,
        data: { organization: maker, user: 'ada', role: 'create' },
      });
    } finally {
      integrations.cache.forget = forget;
    }
    expect(atThatTime).to.deep.equal([null, null]);
    expect(await integrations.cache.remember(key, { ttlSeconds: 30 }, async () => 'asked')).to.equal('asked');
  });

  it('uninstallIntegration: only admins there; gone at once, and told', async () => {
    const { makers, admin, path, installation, home } = await installed();
    await makers.delete(path, { expect: 403 });
    await integrations.as({ [home]: 'create' }).delete(path, { expect: 403 });
    await integrations.as({}).delete(path, { expect: 404 });
    await admin.delete(path, { expect: 204 });
    await admin.get(path, { expect: 404 });
    const told = (await outboxEvents(integrations.db)).filter(({ subject }) => subject === installation.id);
    expect(told.at(-1)!.type).to.equal('integrations.installation.deleted.v1');
  });

  it('unpublishIntegration takes it away from everybody', async () => {
    const { makers, name, installation, path } = await installed();
    await makers.delete(`/v1/integrations/${name}`, { expect: 204 });
    await makers.get(path, { expect: 404 });
    const told = (await outboxEvents(integrations.db)).filter(({ subject }) => subject === installation.id);
    expect(told.at(-1)!.type).to.equal('integrations.installation.deleted.v1');
  });
});

const spaceFacts = (organization: string) => ({
  space: newId(),
  organization,
  title: 'Guide',
  emoji: '📘',
  defaultLevel: 'inherit' as const,
  resolvedLevel: 'inherit' as const,
  editMode: 'live' as const,
  revision: newId(),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  counts: { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
});
