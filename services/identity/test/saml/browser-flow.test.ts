import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';
import { postForm, sessionOf } from './acs.js';
import { formOf, identityProvider } from './identity-provider.js';
import { newSigner } from './signer.js';

describe('signing on through an identity provider', () => {
  const identity = identityService();
  const make = factories(identity);
  const provider = identityProvider(newSigner());
  const baseUrl = () => `http://127.0.0.1:${identity.service.port}`;
  /** Follows an address of the public instance. */
  const visit = (address: string) => {
    const { pathname, search } = new URL(address);
    return fetch(baseUrl() + pathname + search, { redirect: 'manual' });
  };

  const setUp = async (fields: Record<string, unknown> = {}) => {
    const { admin, organizationId } = await make.founded();
    const path = `/v1/orgs/${organizationId}/saml`;
    const body = { label: 'Samlify', ...provider.settings, ...fields };
    const created = (await identity.as(admin.token).post(path, body, { expect: 201 })).body;
    provider.trust(await (await visit(created.service.entityID)).text());
    return { admin, organizationId, provider: created };
  };

  /** What a browser does from the start address on. */
  const signOn = async (startURL: string, email: string) => {
    const start = await visit(startURL);
    expect(start.status).to.equal(302);
    expect(start.headers.get('cache-control')).to.equal('no-store');
    const login = formOf((await provider.open(start.headers.get('location')!)).body);
    const submitted = await provider.open(login.action, { ...login.fields, email });
    const { action, fields } = formOf(submitted.body);
    return postForm(baseUrl(), action, fields);
  };

  it('makes a newcomer a user and a member, and starts a session that can create an API token', async () => {
    identity.now = new Date();
    const teamless = await setUp({ defaultRole: 'edit' });
    const { organizationId } = teamless;
    const team = await make.team(organizationId, []);
    const path = `/v1/orgs/${organizationId}/saml/${teamless.provider.id}`;
    await identity.as(teamless.admin.token).patch(path, { defaultTeam: team }, { expect: 200 });
    const email = `${unique('Ada')}@Example.com`;

    const answer = await signOn(
      `${teamless.provider.service.startURL}?returnTo=${encodeURIComponent('/app/space/ü?a=b#c')}`,
      email,
    );
    expect(answer.status, answer.body).to.equal(303);
    expect(answer.headers.get('location')).to.equal('https://docs.example.com/app/space/%C3%BC?a=b#c');
    expect(answer.headers.get('set-cookie')).to.match(
      /^quire_session=quire_pat_[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );

    const session = sessionOf(answer)!;
    const principal = (await identity.introspect(session))!;
    expect(principal).to.deep.include({ email, displayName: 'Ada Lovelace', confinedTo: organizationId });
    expect(principal).to.deep.include({
      scopes: ['read', 'write'],
      organizations: { [organizationId]: { role: 'edit', teams: [team] } },
    });
    const created = await identity.as(session).post('/v1/user/tokens', { name: 'laptop' }, { expect: 201 });
    expect(created.body).to.deep.include({ name: 'laptop', organization: organizationId, scopes: ['read', 'write'] });
    expect((await identity.introspect(created.body.token))!.userId).to.equal(principal.userId);
    const tokens = await identity.as(session).get('/v1/user/tokens', { expect: 200 });
    expect(tokens.body.items.map(({ name }: { name: string }) => name)).to.have.members(['Sign-on: Samlify', 'laptop']);
    const member = await identity.as(session).get(`/v1/orgs/${organizationId}/members/${principal.userId}`);
    expect(member.body).to.include({ sso: true, role: 'edit', teams: 1 });

    const told = (await outboxEvents(identity.db)).filter(({ data }) =>
      JSON.stringify(data).includes(principal.userId),
    );
    expect(told.map(({ type }) => type)).to.deep.equal([
      'identity.user.created.v1',
      'identity.member.added.v1',
      'identity.team.members-changed.v1',
    ]);
    identity.now = new Date(identity.now.getTime() + 12 * 60 * 60_000);
    expect(await identity.introspect(session)).to.equal(null);
    identity.now = new Date();
  });

  it('lets members in as they are, by their address in any case, and notes that they signed on', async () => {
    const { organizationId, provider: created } = await setUp({ defaultRole: 'read' });
    const member = await make.member(organizationId, 'review');
    const session = sessionOf(await signOn(created.service.startURL, member.email.toUpperCase()))!;
    const principal = (await identity.introspect(session))!;
    expect(principal.userId).to.equal(member.id);
    expect(principal.organizations[organizationId]!.role).to.equal('review');
    expect(identity.cache.forgotten).to.include(member.cacheKey);
    const events = async () =>
      (await outboxEvents(identity.db))
        .filter(({ subject }) => subject === `${organizationId}/${member.id}`)
        .map(({ type }) => type);
    expect(await events()).to.deep.equal(['identity.member.added.v1', 'identity.member.updated.v1']);
    expect(sessionOf(await signOn(created.service.startURL, member.email))).to.not.equal(undefined);
    expect(await events()).to.have.length(2);
  });

  it('takes those who come from the identity provider', async () => {
    const { provider: created } = await setUp();
    const { action, fields } = await provider.launch(`${unique('ada')}@example.com`);
    expect(action).to.equal(created.service.acsURL);
    for (const RelayState of ['https://evil.example.com', '//evil.example.com', '/\\evil.example.com', '/a\nb', '']) {
      const form = await provider.launch(`${unique('ada')}@example.com`);
      const answer = await postForm(baseUrl(), form.action, { ...form.fields, RelayState });
      expect(answer.headers.get('location'), RelayState).to.equal('https://docs.example.com/app/tokens');
    }
    const answer = await postForm(baseUrl(), action, { ...fields, RelayState: '/app/space/a' });
    expect(answer.headers.get('location')).to.equal('https://docs.example.com/app/space/a');
  });

  it('opens an organization that requires it', async () => {
    const { admin, organizationId, provider: created } = await setUp();
    const member = await make.member(organizationId, 'read');
    await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { sso: true }, { expect: 200 });
    const refused = await identity.as(member.token).get(`/v1/orgs/${organizationId}`, { expect: 403 });
    expect(refused.body.error.message).to.include(created.service.startURL);
    const logins = await identity.as(member.token).get(`/v1/orgs/${organizationId}/sso`, { expect: 200 });
    const session = sessionOf(await signOn(logins.body.items[0].startURL, member.email))!;
    await identity.as(session).get(`/v1/orgs/${organizationId}`, { expect: 200 });
  });

  it('refuses an answer that comes later than ten minutes after its start', async () => {
    const { provider: created } = await setUp();
    identity.now = new Date(Date.now() - 10 * 60_000);
    const start = await visit(created.service.startURL);
    identity.now = new Date();
    const login = formOf((await provider.open(start.headers.get('location')!)).body);
    const submitted = await provider.open(login.action, { ...login.fields, email: 'late@example.com' });
    const { action, fields } = formOf(submitted.body);
    expect((await postForm(baseUrl(), action, fields)).status).to.equal(403);
  });
});
