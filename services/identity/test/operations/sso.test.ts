import { expect } from 'chai';
import { ServiceProvider } from 'samlify';
import { inflateRawSync } from 'node:zlib';
import { factories } from '../factories.js';
import { identityService, publicUrl } from '../identity-service.js';
import { bare, newSigner } from '../saml/signer.js';

const { certificate } = newSigner('idp.example.com');
const der = Buffer.from(bare(certificate), 'base64');
const twoInOne = Buffer.concat([der, der]).toString('base64');
const complete = {
  label: 'Okta',
  entityID: 'https://idp.example.com',
  ssoURL: 'https://idp.example.com/sso?a=b',
  certificate,
};

describe('sso', () => {
  const identity = identityService();
  const make = factories(identity);
  const baseUrl = () => `http://127.0.0.1:${identity.service.port}`;
  const visit = (address: string, query = '') =>
    fetch(baseUrl() + new URL(address).pathname + query, { redirect: 'manual' });

  const found = async () => {
    const { admin, organizationId } = await make.founded();
    const path = `/v1/orgs/${organizationId}/saml`;
    const client = identity.as(admin.token);
    const create = async (body: object = complete) => (await client.post(path, body, { expect: 201 })).body;
    return { admin, organizationId, path, client, create };
  };

  describe('createOrganizationSAMLProvider', () => {
    it('answers what the identity provider has to know', async () => {
      const { organizationId, path, client } = await found();
      const team = await make.team(organizationId, []);
      const body = { ...complete, defaultTeam: team, defaultRole: null };
      const answer = await client.post(path, body, { expect: 201 });
      const location = `${publicUrl}/v1/orgs/${organizationId}/saml/${answer.body.id}`;
      expect(answer.headers.get('location')).to.equal(location);
      expect(answer.body).to.deep.include({
        object: 'saml-provider',
        status: 'active',
        ...complete,
        defaultRole: null,
        createdAt: identity.now.toISOString(),
        service: { acsURL: `${location}/acs`, startURL: `${location}/start`, entityID: `${location}/metadata` },
        urls: { location },
      });
      expect(answer.body.defaultTeam).to.deep.include({
        object: 'team',
        id: team,
        permissions: { admin: true, view: true },
      });
      expect((await client.get(`${path}/${answer.body.id}`, { expect: 200 })).body).to.deep.equal(answer.body);
    });

    it('waits for what is missing, and takes the default role of the moment', async () => {
      const { organizationId, client, create } = await found();
      await client.patch(`/v1/orgs/${organizationId}`, { defaultRole: 'comment' }, { expect: 200 });
      const provider = await create({ label: 'Later' });
      expect(provider).to.include({ status: 'pending', defaultRole: 'comment' });
      expect(provider).to.not.have.any.keys('certificate', 'entityID', 'ssoURL', 'defaultTeam');
      await client.patch(`/v1/orgs/${organizationId}`, { defaultRole: 'edit' }, { expect: 200 });
      expect((await client.get(new URL(provider.urls.location).pathname)).body.defaultRole).to.equal('comment');
    });

    const wrong: Record<string, { body: object; path: string }> = {
      'no label': { body: { label: undefined }, path: 'body.label' },
      'an empty label': { body: { label: '' }, path: 'body.label' },
      'a long label': { body: { label: 'x'.repeat(31) }, path: 'body.label' },
      'plain http': { body: { ssoURL: 'http://idp.example.com' }, path: 'body.ssoURL' },
      'no URL': { body: { ssoURL: 'idp.example.com' }, path: 'body.ssoURL' },
      'a script for a URL': { body: { ssoURL: 'javascript:alert(1)' }, path: 'body.ssoURL' },
      'a long URL': { body: { ssoURL: `https://a.b/${'x'.repeat(2048)}` }, path: 'body.ssoURL' },
      'an empty entity id': { body: { entityID: '' }, path: 'body.entityID' },
      'a long entity id': { body: { entityID: 'x'.repeat(1025) }, path: 'body.entityID' },
      'no certificate': { body: { certificate: 'hello' }, path: 'body.certificate' },
      'an empty certificate': { body: { certificate: '' }, path: 'body.certificate' },
      'base64 that is no certificate': { body: { certificate: 'aGVsbG8=' }, path: 'body.certificate' },
      'a certificate cut short': { body: { certificate: bare(certificate).slice(0, 400) }, path: 'body.certificate' },
      'a certificate and a bit': { body: { certificate: `${certificate}\nhello` }, path: 'body.certificate' },
      'one good certificate of two': {
        body: { certificate: `${bare(certificate)},aGVsbG8=` },
        path: 'body.certificate',
      },
      'two bare ones without a separator': { body: { certificate: twoInOne }, path: 'body.certificate' },
      'a private key': { body: { certificate: newSigner().privateKey }, path: 'body.certificate' },
      'a key that XML signatures do not have': {
        body: { certificate: newSigner('ec', 'ec').certificate },
        path: 'body.certificate',
      },
      'a long certificate': { body: { certificate: 'x'.repeat(10_001) }, path: 'body.certificate' },
      'an unknown role': { body: { defaultRole: 'king' }, path: 'body.defaultRole' },
    };
    for (const [what, { body, path }] of Object.entries(wrong)) {
      it(`refuses ${what}, in a change too`, async () => {
        const { client, path: list, create } = await found();
        const provider = await create();
        const refused = await client.post(list, { ...complete, ...body }, { expect: 400 });
        expect(refused.body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([path]);
        if (what !== 'no label') await client.patch(`${list}/${provider.id}`, body, { expect: 400 });
        expect((await client.get(list)).body).to.deep.include({ count: 1, items: [provider] });
      });
    }

    it('refuses teams of others', async () => {
      const { client, path } = await found();
      const other = await make.founded();
      for (const defaultTeam of ['unknown', await make.team(other.organizationId, [])]) {
        await client.post(path, { ...complete, defaultTeam }, { expect: 404 });
      }
      expect((await client.get(path)).body.count).to.equal(0);
    });
  });

  describe('listSAMLProvidersInOrganizationById', () => {
    it('lists page by page, the oldest first', async () => {
      const { organizationId, path, client, create } = await found();
      const team = await make.team(organizationId, []);
      const ids: string[] = [];
      for (const label of ['a', 'b', 'c']) ids.push((await create({ label, defaultTeam: team })).id);
      const first = (await client.get(path, { query: { limit: 2 }, expect: 200 })).body;
      const query = { limit: 2, page: first.next.page };
      const second = (await client.get(path, { query, expect: 200 })).body;
      const items = [...first.items, ...second.items];
      expect(items.map(({ id }) => id)).to.have.ordered.members(ids.toSorted());
      expect(items.map(({ defaultTeam }) => defaultTeam.id)).to.deep.equal([team, team, team]);
      expect([first.count, second.count, second.next]).to.deep.equal([3, 3, undefined]);
      await client.get(path, { query: { limit: 1001 }, expect: 400 });
      await client.get(path, { query: { page: 'x' }, expect: 400 });
    });
  });

  describe('updateOrganizationSAMLProvider', () => {
    it('makes a provider active, and leaves alone what is not named', async () => {
      const { path, client, create } = await found();
      const provider = await create({ label: 'Later', entityID: complete.entityID, ssoURL: complete.ssoURL });
      const after = (await client.patch(`${path}/${provider.id}`, { certificate: bare(certificate) }, { expect: 200 }))
        .body;
      expect(after).to.deep.equal({ ...provider, status: 'active', certificate: bare(certificate) });
      expect((await client.patch(`${path}/${provider.id}`, {}, { expect: 200 })).body).to.deep.equal(after);
      const renamed = { label: 'Ünïcode 🦉', defaultRole: null };
      expect((await client.patch(`${path}/${provider.id}`, renamed, { expect: 200 })).body).to.include(renamed);
    });

    it('refuses a stale If-Match, also on deletion', async () => {
      const { path, client, create } = await found();
      const one = `${path}/${(await create()).id}`;
      const headers = { 'if-match': (await client.get(one)).headers.get('etag')! };
      await client.patch(one, { label: 'New' }, { headers, expect: 200 });
      await client.patch(one, { label: 'Newer' }, { headers, expect: 412 });
      await client.delete(one, { headers, expect: 412 });
    });

    it('does not find providers of others', async () => {
      const { organizationId, client } = await found();
      const other = await (await found()).create();
      const path = `/v1/orgs/${organizationId}/saml/${other.id}`;
      await client.get(path, { expect: 404 });
      await client.patch(path, { label: 'Mine' }, { expect: 404 });
      await client.delete(path, { expect: 404 });
      expect((await visit(`${publicUrl}${path}/start`)).status).to.equal(404);
      expect((await visit(`${publicUrl}${path}/metadata`)).status).to.equal(404);
    });
  });

  describe('deleteOrganizationSAMLProvider', () => {
    it('removes a provider once', async () => {
      const { path, client, create } = await found();
      const one = `${path}/${(await create()).id}`;
      await client.delete(one, { expect: 204 });
      await client.delete(one, { expect: 404 });
      await client.get(one, { expect: 404 });
    });

    it('keeps the last one that people need, and says what to do', async () => {
      const { organizationId, path, client, create } = await found();
      const one = `${path}/${(await create()).id}`;
      const pending = `${path}/${(await create({ label: 'Later' })).id}`;
      await client.patch(`/v1/orgs/${organizationId}`, { sso: true }, { expect: 200 });
      const refused = await client.delete(one, { expect: 409 });
      expect(refused.body.error.message).to.include('set `sso` of the organization to false');
      await client.delete(pending, { expect: 204 });
      await client.patch(`/v1/orgs/${organizationId}`, { sso: false }, { expect: 200 });
      await client.delete(one, { expect: 204 });
    });

    it('keeps one of two that are removed at once', async () => {
      const { admin, organizationId, path, client, create } = await found();
      const ids = [(await create()).id, (await create()).id];
      await client.patch(`/v1/orgs/${organizationId}`, { sso: true }, { expect: 200 });
      const principal = (await identity.introspect(admin.token))!;
      const answers = await Promise.all(ids.map((id) => identity.asPrincipal(principal).delete(`${path}/${id}`)));
      expect(answers.map(({ status }) => status)).to.have.members([204, 409]);
    });
  });

  it('an admin who has to sign on first can repair what they would sign on with, others cannot', async () => {
    const { admin, organizationId, path, client, create } = await found();
    const member = await make.member(organizationId, 'create');
    const provider = await create();
    await client.patch(`/v1/orgs/${organizationId}`, { sso: true }, { expect: 200 });
    const locked = (await identity.introspect(admin.token))!;
    expect(Object.keys(locked.signOn)).to.deep.equal([organizationId]);
    await client.get(`/v1/orgs/${organizationId}/members`, { expect: 403 });
    await client.get(path, { expect: 200 });
    await client.patch(`${path}/${provider.id}`, { ssoURL: 'https://new.example.com' }, { expect: 200 });
    await client.delete(`${path}/${(await create()).id}`, { expect: 204 });
    await identity.as(member.token).get(path, { expect: 403 });
    await identity.as(member.token).patch(`${path}/${provider.id}`, { label: 'Mine' }, { expect: 403 });
  });

  describe('listSSOProviderLoginsInOrganization', () => {
    it('shows members where to sign on, also those who have to first', async () => {
      const { organizationId, client, create } = await found();
      const guest = await make.member(organizationId, null);
      const path = `/v1/orgs/${organizationId}/sso`;
      await create({ label: 'Later' });
      const { id, label, service } = await create();
      const items = [{ id, label, startURL: service.startURL }];
      expect((await identity.as(guest.token).get(path, { expect: 200 })).body).to.deep.equal({ items });
      await client.patch(`/v1/orgs/${organizationId}`, { sso: true }, { expect: 200 });
      expect((await identity.as(guest.token).get(path, { expect: 200 })).body).to.deep.equal({ items });
      await identity.as((await make.user()).token).get(path, { expect: 404 });
    });
  });

  describe('startSAMLSignOn', () => {
    it('sends a request that waits for its answer', async () => {
      const provider = await (await found()).create();
      const answer = await visit(provider.service.startURL, '?returnTo=%2Fapp%2Fx%3Fa%3D1');
      expect(answer.status).to.equal(302);
      const location = new URL(answer.headers.get('location')!);
      expect(location.origin + location.pathname).to.equal('https://idp.example.com/sso');
      expect(location.searchParams.get('a')).to.equal('b');
      expect(location.searchParams.get('RelayState')).to.equal('/app/x?a=1');
      const xml = inflateRawSync(Buffer.from(location.searchParams.get('SAMLRequest')!, 'base64')).toString();
      const [id] = await identity.db('saml_requests').where({ provider_id: provider.id }).pluck('id');
      expect(xml).to.include(` ID="${id}"`).and.include(`AssertionConsumerServiceURL="${provider.service.acsURL}"`);
      expect(xml).to.include(`>${provider.service.entityID}</saml:Issuer>`);
    });

    for (const returnTo of [
      'https://evil.example.com',
      '//evil.example.com',
      '/\\evil',
      '\\\\evil',
      'app',
      '/a\tb',
      '/a\u0085',
    ]) {
      it(`refuses to come back to ${JSON.stringify(returnTo)}`, async () => {
        const provider = await (await found()).create();
        const answer = await visit(provider.service.startURL, `?returnTo=${encodeURIComponent(returnTo)}`);
        expect(answer.status).to.equal(400);
      });
    }

    it('answers 404 when the provider is removed at the same moment', async () => {
      const { path, client, create } = await found();
      for (let round = 0; round < 5; round++) {
        const { id, service } = await create();
        const [gone, ...answers] = await Promise.all([
          client.delete(`${path}/${id}`),
          ...Array.from({ length: 8 }, () => visit(service.startURL)),
        ]);
        expect(gone.status).to.equal(204);
        for (const { status } of answers) expect(status).to.be.oneOf([302, 404]);
      }
    });

    it('answers 404 with a page until the provider is set up', async () => {
      const provider = await (await found()).create({ label: 'Later' });
      const answer = await visit(provider.service.startURL);
      expect(answer.status).to.equal(404);
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    });
  });

  describe('getSAMLMetadata', () => {
    it('tells identity providers what they have to know, before anything else is set up', async () => {
      const provider = await (await found()).create({ label: 'Later' });
      const answer = await visit(provider.service.entityID);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('application/samlmetadata+xml; charset=utf-8');
      const { entityMeta } = ServiceProvider({ metadata: await answer.text() });
      expect(entityMeta.getEntityID()).to.equal(provider.service.entityID);
      expect(entityMeta.getAssertionConsumerService('post')).to.equal(provider.service.acsURL);
      expect(entityMeta.isWantAssertionsSigned()).to.equal(true);
    });
  });
});
