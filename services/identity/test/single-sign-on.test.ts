import { expect } from 'chai';
import { newId } from '@quire/runtime';
import { factories, type TestUser } from './factories.js';
import { identityService, publicUrl } from './identity-service.js';

describe('an organization that requires single sign-on', () => {
  const identity = identityService();
  const make = factories(identity);

  const complete = { sso_url: 'https://idp.example.com', entity_id: 'idp', certificate: 'PEM' };
  const provider = async (organizationId: string, settings: object = complete) => {
    const row = { id: newId(), organization_id: organizationId, label: 'IdP', created_at: identity.now, ...settings };
    await identity.db('saml_providers').insert(row);
    return row.id;
  };
  const path = (organizationId: string) => `/v1/orgs/${organizationId}`;

  /** Requires sign-on, by an admin who has signed on. */
  const closed = async () => {
    const { admin, organizationId } = await make.founded();
    const providerId = await provider(organizationId);
    await identity.db('members').where({ user_id: admin.id }).update({ sso: true });
    await identity.as(admin.token).patch(path(organizationId), { sso: true }, { expect: 200 });
    const startURL = `${publicUrl}/v1/orgs/${organizationId}/saml/${providerId}/start`;
    return { admin, organizationId, providerId, startURL };
  };
  const principalOf = async ({ token }: TestUser) => (await identity.introspect(token))!;

  it('is closed to members who did not sign on, and says where to', async () => {
    const { organizationId, startURL } = await closed();
    const member = await make.member(organizationId, 'edit');
    const principal = await principalOf(member);
    expect(principal.organizations).to.deep.equal({});
    expect(principal.signOn).to.deep.equal({ [organizationId]: { role: 'edit', startURL } });
    for (const resource of ['', '/members', `/members/${member.id}`]) {
      const { body } = await identity.as(member.token).get(path(organizationId) + resource, { expect: 403 });
      expect(body.error.message).to.contain(startURL);
    }
  });

  it('stays open to members who did, and to other organizations’ business', async () => {
    const { admin, organizationId } = await closed();
    const other = await make.organization(admin);
    const principal = await principalOf(admin);
    expect(principal.organizations).to.have.all.keys(organizationId, other);
    expect(principal.signOn).to.deep.equal({});
  });

  it('looks like any unknown one to outsiders', async () => {
    const { organizationId } = await closed();
    const outsider = await make.user();
    const hidden = await identity.as(outsider.token).get(path(organizationId), { expect: 404 });
    const unknown = await identity.as(outsider.token).get('/v1/orgs/nope', { expect: 404 });
    expect(hidden.body).to.deep.equal(unknown.body);
  });

  it('is listed among those of a member who did not sign on, without rights', async () => {
    const { organizationId } = await closed();
    const member = await make.member(organizationId, 'create');
    const own = await make.organization(member);
    const { body } = await identity.as(member.token).get('/v1/orgs', { expect: 200 });
    expect(body.count).to.equal(2);
    expect(body.items.map(({ id }: { id: string }) => id)).to.deep.equal([organizationId, own].sort());
    const waiting = body.items.find(({ id }: { id: string }) => id === organizationId);
    expect(Object.values(waiting.permissions)).to.deep.equal(Array.from({ length: 9 }, () => false));
  });

  it('can be repaired by an admin who did not sign on, and by nobody else', async () => {
    const { organizationId } = await closed();
    const admin = await make.member(organizationId, 'admin');
    const { body } = await identity.as(admin.token).get(path(organizationId), { expect: 200 });
    expect(body.permissions).to.include({ view: true, admin: true, listMembers: false, createContent: false });
    await identity.as(admin.token).get(`${path(organizationId)}/members`, { expect: 403 });
    await identity.as(admin.token).post(`${path(organizationId)}/invites`, { emails: ['a@b.c'] }, { expect: 403 });
    const creator = await make.member(organizationId, 'create');
    await identity.as(creator.token).patch(path(organizationId), { sso: false }, { expect: 403 });
    await identity.as(admin.token).patch(path(organizationId), { sso: false }, { expect: 200 });
    await identity.as(creator.token).get(path(organizationId), { expect: 200 });
  });

  it('has effect at once for all members', async () => {
    const { admin, organizationId } = await make.founded();
    await provider(organizationId);
    const member = await make.member(organizationId, 'read');
    identity.cache.forgotten.length = 0;
    await identity.as(admin.token).patch(path(organizationId), { title: 'No matter' }, { expect: 200 });
    expect(identity.cache.forgotten).to.deep.equal([]);
    await identity.as(admin.token).patch(path(organizationId), { sso: true }, { expect: 200 });
    expect(identity.cache.forgotten).to.have.members([admin.cacheKey, member.cacheKey]);
  });

  it('answers 503 while members cannot be forgotten, and forgets them when it is tried again', async () => {
    const { admin, organizationId } = await make.founded();
    const client = identity.asPrincipal(await principalOf(admin));
    identity.cache.forgotten.length = 0;
    identity.cache.refusing = true;
    try {
      await client.patch(path(organizationId), { sso: true }, { expect: 503 });
    } finally {
      identity.cache.refusing = false;
    }
    await client.patch(path(organizationId), { sso: true }, { expect: 200 });
    expect(identity.cache.forgotten).to.deep.equal([admin.cacheKey]);
  });

  for (const missing of ['sso_url', 'entity_id', 'certificate']) {
    it(`stays open while its only provider has no ${missing}`, async () => {
      const { admin, organizationId } = await make.founded();
      await provider(organizationId, { ...complete, [missing]: null });
      await identity.as(admin.token).patch(path(organizationId), { sso: true }, { expect: 200 });
      expect((await principalOf(admin)).organizations).to.have.all.keys(organizationId);
    });
  }

  it('sends to the oldest provider that is set up', async () => {
    const { admin, organizationId } = await make.founded();
    await provider(organizationId, { ...complete, id: '1', certificate: null });
    await provider(organizationId, { ...complete, id: '2' });
    await provider(organizationId, { ...complete, id: '3' });
    await identity.as(admin.token).patch(path(organizationId), { sso: true }, { expect: 200 });
    expect((await principalOf(admin)).signOn[organizationId]!.startURL).to.match(/\/saml\/2\/start$/);
  });

  it('keeps disabled members out altogether', async () => {
    const { admin, organizationId } = await closed();
    const member = await make.member(organizationId, 'admin');
    const disable = { disabled: true };
    await identity.as(admin.token).patch(`${path(organizationId)}/members/${member.id}`, disable, { expect: 200 });
    expect(await principalOf(member)).to.deep.include({ organizations: {}, signOn: {} });
  });
});
