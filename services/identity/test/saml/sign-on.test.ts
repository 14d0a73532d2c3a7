import { expect } from 'chai';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';
import { foundWithProvider, postForm, sessionOf, type TestProvider, trusted } from './acs.js';
import { base64, formats, honest, type Statement } from './messages.js';
import { bare, newSigner, type Signer } from './signer.js';

const minute = 60_000;
const next = newSigner('next year');
const address = () => `${unique('ada')}@example.com`;

describe('consumeSAMLResponse', () => {
  const identity = identityService();
  const make = factories(identity);
  const post = (provider: TestProvider, said: Statement, signer: Signer = trusted) =>
    postForm(`http://127.0.0.1:${identity.service.port}`, provider.service.acsURL, {
      SAMLResponse: base64(honest(said, signer)),
    });
  const found = (fields: Record<string, unknown> = {}) =>
    foundWithProvider(identity, make, { signer: trusted, ...fields });
  /** Signs on and returns who that is. */
  const signOn = async (provider: TestProvider, said: Statement, signer?: Signer) => {
    const answer = await post(provider, said, signer);
    expect(answer.status, answer.body).to.equal(303);
    return (await identity.introspect(sessionOf(answer)!))!;
  };
  const later = (minutes: number) => new Date(identity.now.getTime() + minutes * minute);

  describe('certificates', () => {
    const ways: Record<string, string> = {
      'as PEM': trusted.certificate + next.certificate,
      'as PEM with Windows line ends': (trusted.certificate + next.certificate).replaceAll('\n', '\r\n'),
      'bare, with a comma': `${bare(trusted.certificate)},${bare(next.certificate)}`,
      'bare, with a blank line': `${bare(trusted.certificate)}\n\n${bare(next.certificate)}\n`,
      'bare, on one line each': [trusted, next]
        .map(({ certificate }) => bare(certificate).replaceAll('\n', ''))
        .join(' , '),
    };
    for (const [way, certificate] of Object.entries(ways)) {
      it(`takes either of two, ${way}`, async () => {
        const provider = await found({ certificate });
        await signOn(provider, provider.says(address()), trusted);
        await signOn(provider, provider.says(address()), next);
      });
    }

    it('takes none any more that was replaced', async () => {
      const provider = await found({ certificate: bare(trusted.certificate) });
      await signOn(provider, provider.says(address()));
      const path = `/v1/orgs/${provider.organizationId}/saml/${provider.id}`;
      const change = { certificate: next.certificate };
      await identity.as(provider.adminToken).patch(path, change, { expect: 200 });
      expect((await post(provider, provider.says(address()))).status).to.equal(403);
    });
  });

  describe('clocks', () => {
    it('may be almost a minute apart, either way', async () => {
      const provider = await found();
      const ended = { notBefore: later(-10), notOnOrAfter: later(-0.9) };
      await signOn(provider, { ...provider.says(address()), ...ended });
      await signOn(provider, { ...provider.says(address()), notBefore: later(0.9) });
    });

    it('may not be a minute apart', async () => {
      const provider = await found();
      const ended = { notBefore: later(-10), notOnOrAfter: later(-1) };
      expect((await post(provider, { ...provider.says(address()), ...ended })).status).to.equal(403);
      const early = { notBefore: new Date(later(1).getTime() + 1) };
      expect((await post(provider, { ...provider.says(address()), ...early })).status).to.equal(403);
    });

    it('end a session when the identity provider wants it to end', async () => {
      const provider = await found();
      const answer = await post(provider, { ...provider.says(address()), sessionEnds: later(30) });
      expect(answer.headers.get('set-cookie')).to.include('Max-Age=1800;');
    });
  });

  describe('who it is', () => {
    const named: Record<string, { said: Partial<Statement>; email: string; displayName: string }> = {
      'by a plain attribute': {
        said: { nameId: 'u1', format: formats.persistent, attributes: { Email: 'A1@example.com', displayName: 'Ada' } },
        email: 'A1@example.com',
        displayName: 'Ada',
      },
      'by LDAP numbers': {
        said: {
          nameId: 'u2',
          format: formats.persistent,
          attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'a2@example.com', 'urn:oid:2.5.4.3': 'Ada Lovelace' },
        },
        email: 'a2@example.com',
        displayName: 'Ada Lovelace',
      },
      'by WS-Federation claims': {
        said: {
          nameId: 'u3',
          format: formats.persistent,
          attributes: {
            'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'a3@example.com',
            'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': 'Ada',
            'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': 'King',
            'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': 'ada.king',
          },
        },
        email: 'a3@example.com',
        displayName: 'Ada King',
      },
      'by the first value that is an address': {
        said: { nameId: 'u4', format: formats.persistent, attributes: { mail: ['', ' nobody ', ' a4@example.com '] } },
        email: 'a4@example.com',
        displayName: 'a4',
      },
      'by a name that is an address, shortened': {
        said: { nameId: 'a5@example.com', attributes: { cn: '🦉'.repeat(70), email: 'other@example.com' } },
        email: 'a5@example.com',
        displayName: '🦉'.repeat(64),
      },
    };
    for (const [how, { said, email, displayName }] of Object.entries(named)) {
      it(how, async () => {
        const provider = await found();
        expect(await signOn(provider, { ...provider.says(''), ...said })).to.include({ email, displayName });
      });
    }

    it('stays the same when the address changes, as long as the name lasts', async () => {
      const provider = await found();
      const nameId = unique('id');
      const said = (format: string) => ({ ...provider.says(''), nameId, format, attributes: { mail: address() } });
      const first = await signOn(provider, said(formats.persistent));
      const second = await signOn(provider, said(formats.persistent));
      expect(second.userId).to.equal(first.userId);
      expect(second.email).to.equal(first.email);
      const other = await found();
      const elsewhere = await signOn(other, { ...other.says(''), nameId, attributes: { mail: address() } });
      expect(elsewhere.userId).to.not.equal(first.userId);
    });

    it('is told by the address when the name does not last', async () => {
      const provider = await found();
      const nameId = unique('id');
      const said = () => ({ ...provider.says(''), nameId, format: formats.transient, attributes: { mail: address() } });
      expect((await signOn(provider, said())).userId).to.not.equal((await signOn(provider, said())).userId);
    });

    it('becomes one user and one member in five answers at the same time', async () => {
      const provider = await found();
      const email = address();
      const all = await Promise.all(Array.from({ length: 5 }, () => signOn(provider, provider.says(email))));
      expect(new Set(all.map(({ userId }) => userId)).size).to.equal(1);
    });

    it('acts in the organization of the provider alone, also as somebody who is more elsewhere', async () => {
      const provider = await found({ defaultRole: 'read' });
      const victim = await make.user({ instanceAdmin: true });
      const theirs = await make.organization(victim);
      const principal = await signOn(provider, provider.says(victim.email));
      expect(principal).to.deep.include({ userId: victim.id, instanceAdmin: false, scopes: ['read', 'write'] });
      expect(Object.keys(principal.organizations)).to.deep.equal([provider.organizationId]);
      await identity.asPrincipal(principal).get(`/v1/orgs/${theirs}`, { expect: 404 });
    });
  });

  describe('who may not', () => {
    it('refuses disabled users and members, with a page that says so', async () => {
      const provider = await found();
      const member = await make.member(provider.organizationId, 'read');
      const where = { organization_id: provider.organizationId, user_id: member.id };
      await identity.db('members').where(where).update({ disabled: true });
      const disabledMember = await post(provider, provider.says(member.email));
      const user = await make.user();
      await identity.db('users').where({ id: user.id }).update({ disabled_at: identity.now });
      const disabledUser = await post(provider, provider.says(user.email));
      for (const answer of [disabledMember, disabledUser]) {
        expect(answer.status).to.equal(403);
        expect(answer.body).to.include('Your account is disabled.');
      }
      expect(await identity.db('members').where({ user_id: user.id }).first()).to.equal(undefined);
    });

    it('does not use up an assertion that lets nobody in', async () => {
      const provider = await found();
      const user = await make.user();
      const said = { ...provider.says(user.email), assertionId: unique('_a') };
      await identity.db('users').where({ id: user.id }).update({ disabled_at: identity.now });
      expect((await post(provider, said)).status).to.equal(403);
      await identity.db('users').where({ id: user.id }).update({ disabled_at: null });
      expect((await post(provider, said)).status).to.equal(303);
      expect((await post(provider, said)).status).to.equal(403);
    });

    it('answers 404 with a page when there is no such provider, or one that is not set up', async () => {
      const provider = await found();
      const path = `/v1/orgs/${provider.organizationId}/saml/${provider.id}`;
      await identity.as(provider.adminToken).delete(path, { expect: 204 });
      const answer = await post(provider, provider.says(address()));
      expect(answer.status).to.equal(404);
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      const { body } = await identity
        .as(provider.adminToken)
        .post(`/v1/orgs/${provider.organizationId}/saml`, { label: 'New' }, { expect: 201 });
      const pending = { ...provider, service: body.service };
      expect((await post(pending, pending.says(address()))).status).to.equal(404);
    });
  });

  it('puts newcomers into the default team, and goes on when it is gone', async () => {
    const { admin, organizationId } = await make.founded();
    const team = await make.team(organizationId, []);
    const provider = await found();
    const own = await make.team(provider.organizationId, []);
    const path = `/v1/orgs/${provider.organizationId}/saml/${provider.id}`;
    await identity.as(provider.adminToken).patch(path, { defaultTeam: team }, { expect: 404 });
    await identity.as(admin.token).get(`/v1/orgs/${organizationId}/teams/${team}`, { expect: 200 });
    await identity.as(provider.adminToken).patch(path, { defaultTeam: own }, { expect: 200 });
    const inTeam = await signOn(provider, provider.says(address()));
    expect(inTeam.organizations[provider.organizationId]!.teams).to.deep.equal([own]);
    await identity.as(provider.adminToken).delete(`/v1/orgs/${provider.organizationId}/teams/${own}`);
    const without = await signOn(provider, provider.says(address()));
    expect(without.organizations[provider.organizationId]!.teams).to.deep.equal([]);
  });

  it('goes on while the default team is removed and the provider is changed', async () => {
    const provider = await found();
    const path = `/v1/orgs/${provider.organizationId}/saml/${provider.id}`;
    for (let round = 0; round < 3; round++) {
      const team = await make.team(provider.organizationId, []);
      await identity.as(provider.adminToken).patch(path, { defaultTeam: team }, { expect: 200 });
      const [gone, changed, ...signedOn] = await Promise.all([
        identity.as(provider.adminToken).delete(`/v1/orgs/${provider.organizationId}/teams/${team}`),
        identity.as(provider.adminToken).patch(path, { label: `Round ${round}` }),
        ...Array.from({ length: 4 }, () => post(provider, provider.says(address()))),
      ]);
      expect([gone.status, changed.status]).to.deep.equal([204, 200]);
      expect(signedOn.map(({ status }) => status)).to.deep.equal([303, 303, 303, 303]);
    }
  });

  it('forgets assertions and requests when they are good for nothing any more', async () => {
    const provider = await found();
    const mine = { provider_id: provider.id };
    await signOn(provider, provider.says(address()));
    await fetch(`http://127.0.0.1:${identity.service.port}${new URL(provider.service.startURL).pathname}`, {
      redirect: 'manual',
    });
    const left = async () => [
      (await identity.db('saml_assertions').where(mine)).length,
      (await identity.db('saml_requests').where(mine)).length,
    ];
    await identity.service.drain();
    expect(await left()).to.deep.equal([1, 1]);
    const now = identity.now;
    identity.now = later(11);
    await identity.service.drain();
    expect(await left()).to.deep.equal([1, 0]);
    identity.now = later(20);
    await identity.service.drain();
    expect(await left()).to.deep.equal([0, 0]);
    identity.now = now;
  });
});
