import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService, publicUrl } from '../identity-service.js';

describe('organizations', () => {
  const identity = identityService();
  const make = factories(identity);

  const nine = (value: boolean) => ({
    view: value,
    admin: value,
    createContent: value,
    createOpenAPISpec: value,
    viewBilling: value,
    listMembers: value,
    listTeams: value,
    listIntegrations: value,
    ownTeam: false,
  });

  describe('createOrganization', () => {
    it('makes the caller its admin, who sees it at once', async () => {
      const founder = await make.user();
      const hostname = unique('acme');
      const { body, headers } = await identity
        .as(founder.token)
        .post(
          '/v1/orgs',
          { title: 'Ácme 株式会社', hostname, emailDomains: ['Acme.COM', 'acme.com'] },
          { expect: 201 },
        );
      expect(body).to.deep.include({
        object: 'organization',
        title: 'Ácme 株式会社',
        hostname,
        emailDomains: ['acme.com'],
        type: 'business',
        defaultRole: null,
        inviteLinks: true,
        plan: 'enterprise_2024',
        permissions: nine(true),
      });
      expect(headers.get('location')).to.equal(`${publicUrl}/v1/orgs/${body.id}`).and.to.equal(body.urls.location);
      expect(identity.cache.forgotten).to.include(founder.cacheKey);
      const read = await identity.as(founder.token).get(`/v1/orgs/${body.id}`, { expect: 200 });
      expect(read.body).to.deep.equal(body);
    });

    it('records the organization and the membership of its founder', async () => {
      const founder = await make.user();
      const { body } = await identity.as(founder.token).post('/v1/orgs', { title: 'Acme' }, { expect: 201 });
      const events = (await outboxEvents(identity.db)).filter(({ subject }) => subject.startsWith(body.id));
      expect(events.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
        ['identity.organization.created.v1', 1],
        ['identity.member.added.v1', 1],
      ]);
      expect(events[1]!.data).to.deep.equal({ organization: body.id, user: founder.id, role: 'admin' });
    });

    it('refuses a hostname that is taken, and leaves nothing behind', async () => {
      const founder = await make.user();
      const hostname = unique('taken');
      await identity.as(founder.token).post('/v1/orgs', { title: 'First', hostname }, { expect: 201 });
      const { body } = await identity
        .as(founder.token)
        .post('/v1/orgs', { title: 'Second', hostname }, { expect: 409 });
      expect(body.error.message).to.contain('hostname');
      const { body: list } = await identity.as(founder.token).get('/v1/orgs', { expect: 200 });
      expect(list.count).to.equal(1);
    });

    it('answers a repeated Idempotency-Key alike and has no second effect', async () => {
      const founder = await make.user();
      const options = { headers: { 'idempotency-key': unique('key') }, expect: 201 };
      const first = await identity.as(founder.token).post('/v1/orgs', { title: 'Once' }, options);
      const second = await identity.as(founder.token).post('/v1/orgs', { title: 'Once' }, options);
      expect(second.body).to.deep.equal(first.body);
      expect((await identity.as(founder.token).get('/v1/orgs')).body.count).to.equal(1);
      await identity.as(founder.token).post('/v1/orgs', { title: 'Twice' }, { ...options, expect: 409 });
    });

    for (const [what, body] of [
      ['a title of one character', { title: 'A' }],
      ['a title of 256 characters', { title: 'A'.repeat(256) }],
      ['a title with U+0000', { title: 'A\0B' }],
      ['no title', {}],
      ['a hostname of two characters', { title: 'Acme', hostname: 'ab' }],
      ['a hostname in capitals', { title: 'Acme', hostname: 'ACME' }],
      ['an unknown type', { title: 'Acme', type: 'guild' }],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const founder = await make.user();
        const answer = await identity.as(founder.token).post('/v1/orgs', body, { expect: 400 });
        expect(answer.body.error.details).to.have.length(1);
      });
    }

    it('takes a title of 255 code points beyond the basic plane', async () => {
      const founder = await make.user();
      const title = '📘'.repeat(255);
      const { body } = await identity.as(founder.token).post('/v1/orgs', { title }, { expect: 201 });
      expect(body.title).to.equal(title);
    });
  });

  describe('listOrganizationsForAuthenticatedUser', () => {
    it('lists the caller’s organizations only, page by page', async () => {
      const founder = await make.user();
      await make.founded();
      const ids = [
        await make.organization(founder),
        await make.organization(founder),
        await make.organization(founder),
      ];
      const first = await identity.as(founder.token).get('/v1/orgs', { query: { limit: 2 }, expect: 200 });
      expect(first.body.count).to.equal(3);
      const page = first.body.next.page;
      const second = await identity.as(founder.token).get('/v1/orgs', { query: { limit: 2, page }, expect: 200 });
      expect(second.body.next).to.equal(undefined);
      const listed = [...first.body.items, ...second.body.items].map(({ id }) => id);
      expect(listed).to.deep.equal([...ids].sort());
    });

    it('refuses a cursor that is none, and a limit out of bounds', async () => {
      const founder = await make.user();
      await identity.as(founder.token).get('/v1/orgs', { query: { page: 'nonsense' }, expect: 400 });
      await identity.as(founder.token).get('/v1/orgs', { query: { limit: 1001 }, expect: 400 });
      await identity.as(founder.token).get('/v1/orgs', { query: { limit: 0 }, expect: 400 });
    });
  });

  describe('getOrganizationById', () => {
    it('is the same 404 for an unknown organization and for an outsider', async () => {
      const { organizationId } = await make.founded();
      const outsider = await make.user();
      const hidden = await identity.as(outsider.token).get(`/v1/orgs/${organizationId}`, { expect: 404 });
      const unknown = await identity.as(outsider.token).get('/v1/orgs/nope', { expect: 404 });
      expect(hidden.body).to.deep.equal(unknown.body);
      await identity.as(outsider.token).get('/v1/orgs/constructor', { expect: 404 });
      await identity.as(outsider.token).get('/v1/orgs/%00', { expect: 400 });
    });

    it('tells each caller their own permissions', async () => {
      const { organizationId } = await make.founded();
      const creator = await make.member(organizationId, 'create');
      const reader = await make.member(organizationId, 'read');
      const guest = await make.member(organizationId, null);
      await make.team(organizationId, [{ userId: reader.id, role: 'owner' }]);
      const permissions = async ({ token }: { token: string }) =>
        (await identity.as(token).get(`/v1/orgs/${organizationId}`, { expect: 200 })).body.permissions;
      expect(await permissions(creator)).to.deep.equal({ ...nine(true), admin: false, viewBilling: false });
      expect(await permissions(reader)).to.deep.equal({
        ...nine(false),
        view: true,
        ownTeam: true,
        listMembers: true,
        listTeams: true,
        listIntegrations: true,
      });
      expect(await permissions(guest)).to.deep.equal({ ...nine(false), view: true });
    });

    it('answers 304 while nothing changed', async () => {
      const { admin, organizationId } = await make.founded();
      const { headers } = await identity.as(admin.token).get(`/v1/orgs/${organizationId}`);
      const again = { headers: { 'if-none-match': headers.get('etag')! } };
      expect((await identity.as(admin.token).get(`/v1/orgs/${organizationId}`, again)).status).to.equal(304);
    });
  });

  describe('updateOrganizationById', () => {
    it('changes what is given, clears what is null, leaves the rest', async () => {
      const { admin, organizationId } = await make.founded();
      const path = `/v1/orgs/${organizationId}`;
      const logo = 'https://example.com/logo.svg';
      const first = await identity.as(admin.token).patch(
        path,
        {
          title: 'Renamed',
          defaultRole: 'read',
          logo,
          sso: true,
          ai: true,
          inviteLinks: false,
          emailDomains: ['b.org'],
          defaultContent: { type: 'site', site: 'site-1' },
        },
        { expect: 200 },
      );
      expect(first.body).to.deep.include({
        title: 'Renamed',
        defaultRole: 'read',
        sso: true,
        ai: true,
        inviteLinks: false,
        emailDomains: ['b.org'],
        defaultContent: { type: 'site', site: 'site-1' },
      });
      expect(first.body.urls.logo).to.equal(logo);
      const second = await identity
        .as(admin.token)
        .patch(path, { logo: null, defaultRole: null, defaultContent: null });
      expect(second.body).to.deep.include({ title: 'Renamed', defaultRole: null, defaultContent: null, sso: true });
      expect(second.body.urls).not.to.have.property('logo');
      expect((await identity.as(admin.token).get(path)).body).to.deep.equal(second.body);
    });

    it('records each change with the next sequence, and nothing for an empty body', async () => {
      const { admin, organizationId } = await make.founded();
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { title: 'One' }, { expect: 200 });
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, {}, { expect: 200 });
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { title: 'Two' }, { expect: 200 });
      const events = (await outboxEvents(identity.db)).filter(({ subject }) => subject === organizationId);
      expect(events.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
        ['identity.organization.created.v1', 1],
        ['identity.organization.updated.v1', 2],
        ['identity.organization.updated.v1', 3],
      ]);
      expect(events.at(-1)!.data).to.include({ organization: organizationId, title: 'Two' });
    });

    it('refuses a stale If-Match', async () => {
      const { admin, organizationId } = await make.founded();
      const path = `/v1/orgs/${organizationId}`;
      const etag = (await identity.as(admin.token).get(path)).headers.get('etag')!;
      const options = { headers: { 'if-match': etag } };
      await identity.as(admin.token).patch(path, { title: 'Mine' }, { ...options, expect: 200 });
      await identity.as(admin.token).patch(path, { title: 'Yours' }, { ...options, expect: 412 });
      expect((await identity.as(admin.token).get(path)).body.title).to.equal('Mine');
    });

    it('refuses a hostname that is taken', async () => {
      const one = await make.founded();
      const other = await make.founded();
      const hostname = unique('host');
      await identity.as(one.admin.token).patch(`/v1/orgs/${one.organizationId}`, { hostname }, { expect: 200 });
      await identity.as(one.admin.token).patch(`/v1/orgs/${one.organizationId}`, { hostname }, { expect: 200 });
      await identity.as(other.admin.token).patch(`/v1/orgs/${other.organizationId}`, { hostname }, { expect: 409 });
    });
  });

  describe('updateOrganizationById, bounds', () => {
    const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    const tooMany = Array.from({ length: 1001 }, (_, index) => `d${index}.example`);
    for (const [what, body, path] of [
      ['a title of one code point', { title: '📘' }, 'title'],
      ['a title of 256 code points', { title: '📘'.repeat(256) }, 'title'],
      ['a title that is null', { title: null }, 'title'],
      ['a hostname of two characters', { hostname: 'ab' }, 'hostname'],
      ['a hostname of 33 characters', { hostname: 'a'.repeat(33) }, 'hostname'],
      ['a hostname that ends with a hyphen', { hostname: 'abc-' }, 'hostname'],
      ['a hostname with a dot', { hostname: 'ab.c' }, 'hostname'],
      ['a hostname that is null', { hostname: null }, 'hostname'],
      ['an unknown role', { defaultRole: 'king' }, 'defaultRole'],
      ['a logo that is no URL', { logo: 'logo.svg' }, 'logo'],
      ['a logo with a script', { logo: 'javascript:alert(1)' }, 'logo'],
      ['a logo of 2,049 characters', { logo: `https://e.com/${'a'.repeat(2035)}` }, 'logo'],
      ['default content of another type', { defaultContent: { type: 'space', site: 's' } }, 'defaultContent.type'],
      ['default content without a site', { defaultContent: { type: 'site' } }, 'defaultContent.site'],
      ['a flag that is text', { sso: 'true' }, 'sso'],
      ['a flag that is a number', { ai: 1 }, 'ai'],
      ['a flag that is null', { inviteLinks: null }, 'inviteLinks'],
      ['domains that are no list', { emailDomains: 'a.org' }, 'emailDomains'],
      ['1,001 domains', { emailDomains: tooMany }, 'emailDomains'],
      ['an address for a domain', { emailDomains: ['a.org', 'me@a.org'] }, 'emailDomains.1'],
      ['a domain with a space', { emailDomains: ['a b.org'] }, 'emailDomains.0'],
      ['an empty domain', { emailDomains: [''] }, 'emailDomains.0'],
      ['a domain with an empty label', { emailDomains: ['a..org'] }, 'emailDomains.0'],
      ['a domain that ends with a dot', { emailDomains: ['a.org.'] }, 'emailDomains.0'],
      ['a domain with a label of 64', { emailDomains: [`${'a'.repeat(64)}.org`] }, 'emailDomains.0'],
      ['a domain of 254 characters', { emailDomains: [`${longest}d`] }, 'emailDomains.0'],
      ['a label that begins with a hyphen', { emailDomains: ['-a.org'] }, 'emailDomains.0'],
      ['a wildcard', { emailDomains: ['*.org'] }, 'emailDomains.0'],
      ['a domain beyond ASCII', { emailDomains: ['bücher.example'] }, 'emailDomains.0'],
    ] as const) {
      it(`refuses ${what}, and changes nothing`, async () => {
        const { admin, organizationId } = await make.founded();
        const client = identity.as(admin.token);
        const before = (await client.get(`/v1/orgs/${organizationId}`)).body;
        const request = { ...(path === 'title' ? {} : { title: 'Changed' }), ...body };
        const answer = await client.patch(`/v1/orgs/${organizationId}`, request, { expect: 400 });
        expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([
          `body.${path}`,
        ]);
        expect((await client.get(`/v1/orgs/${organizationId}`)).body).to.deep.equal(before);
      });
    }

    it('takes what is just within them', async () => {
      const { admin, organizationId } = await make.founded();
      const host = unique('h'.repeat(23));
      const body = {
        title: '📘'.repeat(255),
        hostname: host,
        logo: `https://e.com/${'a'.repeat(2034)}`,
        emailDomains: [longest, 'localhost', 'xn--bcher-kva.example', `${host}.example`],
      };
      const answer = await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, body, { expect: 200 });
      expect(host).to.have.length(32);
      expect(answer.body.emailDomains).to.deep.equal(body.emailDomains);
      expect(answer.body.urls.logo).to.equal(body.logo);
    });

    it('keeps 1,000 domains in their order, each once in whatever case', async () => {
      const { admin, organizationId } = await make.founded();
      const tail = unique('many');
      const domains = Array.from({ length: 999 }, (_, index) => `d${999 - index}.${tail}`);
      const emailDomains = [...domains, domains[0]!.toUpperCase()];
      const path = `/v1/orgs/${organizationId}`;
      const { body } = await identity.as(admin.token).patch(path, { emailDomains }, { expect: 200 });
      expect(body.emailDomains).to.deep.equal(domains);
      await identity.as(admin.token).patch(path, { emailDomains: [] }, { expect: 200 });
      const other = await make.founded();
      await identity
        .as(other.admin.token)
        .patch(`/v1/orgs/${other.organizationId}`, { emailDomains: [domains[0]] }, { expect: 200 });
    });

    it('refuses a domain of another organization, and changes nothing', async () => {
      const one = await make.founded();
      const other = await make.founded();
      const domain = `${unique('corp')}.example`;
      const patch = ({ admin, organizationId }: typeof one, body: object, status: number) =>
        identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, body, { expect: status });
      await patch(one, { emailDomains: [domain] }, 200);
      const body = { title: 'Changed', emailDomains: [`new-${domain}`, domain.toUpperCase()] };
      await patch(other, body, 409);
      const unchanged = await identity.as(other.admin.token).get(`/v1/orgs/${other.organizationId}`);
      expect(unchanged.body).to.deep.include({ title: 'Acme', emailDomains: [] });
      await identity
        .as(other.admin.token)
        .post('/v1/orgs', { title: 'Third', emailDomains: [domain] }, { expect: 409 });
    });
  });

  describe('getSubdomain', () => {
    it('tells anybody with a token which organization has the hostname', async () => {
      const { admin, organizationId } = await make.founded();
      const hostname = unique('sub');
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { hostname }, { expect: 200 });
      const outsider = await make.user();
      const { body } = await identity.as(outsider.token).get(`/v1/subdomains/${hostname}`, { expect: 200 });
      expect(body).to.deep.equal({
        object: 'subdomain',
        subdomain: hostname,
        target: { type: 'organization', organization: organizationId },
        isActive: true,
      });
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { hostname: unique('new') }, { expect: 200 });
      await identity.as(outsider.token).get(`/v1/subdomains/${hostname}`, { expect: 404 });
    });

    it('refuses what cannot be one', async () => {
      const user = await make.user();
      for (const name of ['ab', 'ABC', 'a_b', '-ab', 'a'.repeat(33)]) {
        await identity.as(user.token).get(`/v1/subdomains/${name}`, { expect: 400 });
      }
    });
  });

  describe('createOrganization, with a token of one organization', () => {
    it('is refused', async () => {
      const { admin, organizationId } = await make.founded();
      const confined = await make.confinedToken(admin, organizationId);
      await identity.as(confined).post('/v1/orgs', { title: 'Mine' }, { expect: 403 });
    });
  });

  describe('getOrganizationsForEmailDomain', () => {
    it('does not take the word of an identity provider for an address', async () => {
      const domain = `${unique('corp')}.example`;
      const user = await make.user({ email: `a@${domain}` });
      const own = await make.organization(user);
      const confined = await make.confinedToken(user, own);
      const other = await make.founded();
      const path = `/v1/orgs/${other.organizationId}`;
      await identity.as(other.admin.token).patch(path, { emailDomains: [domain] }, { expect: 200 });
      const found = async (token: string) =>
        (await identity.as(token).get(`/v1/email-domains/${domain}/orgs`, { expect: 200 })).body.organizations.length;
      expect(await found(user.token)).to.equal(1);
      expect(await found(confined)).to.equal(0);
    });

    it('shows those the caller is in, and all when the domain is the caller’s own', async () => {
      const domain = `${unique('corp')}.example`;
      const { admin, organizationId } = await make.founded();
      const colleague = await make.user({ email: `New.Colleague@${domain.toUpperCase()}` });
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { emailDomains: [domain] }, { expect: 200 });
      const stranger = await make.user();
      const found = async ({ token }: { token: string }) =>
        (await identity.as(token).get(`/v1/email-domains/${domain.toUpperCase()}/orgs`, { expect: 200 })).body
          .organizations;
      expect((await found(admin)).map(({ id }: { id: string }) => id)).to.deep.equal([organizationId]);
      expect((await found(colleague))[0].permissions).to.deep.equal(nine(false));
      expect(await found(stranger)).to.deep.equal([]);
    });
  });
});
