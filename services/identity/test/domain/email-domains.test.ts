import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

describe('e-mail domains', () => {
  const identity = identityService();
  const make = factories(identity);

  const path = (organizationId: string) => `/v1/orgs/${organizationId}`;
  const roleOf = async (organizationId: string, userId: string): Promise<string | null | undefined> =>
    (await identity.db('members').where({ organization_id: organizationId, user_id: userId }).first('role'))?.role;

  /** An organization whose admin has an address of the domain, which the organization does not have yet. */
  const company = async (defaultRole: string | null = 'comment') => {
    const domain = `${unique('corp')}.example`;
    const admin = await make.user({ email: `boss@${domain}` });
    const organizationId = await make.organization(admin);
    await identity.as(admin.token).patch(path(organizationId), { defaultRole }, { expect: 200 });
    const claim = (emailDomains = [domain]) =>
      identity.as(admin.token).patch(path(organizationId), { emailDomains }, { expect: 200 });
    return { domain, admin, organizationId, claim };
  };

  describe('whoever is registered', () => {
    it('joins with the default role, in the transaction that makes them', async () => {
      const { domain, organizationId, claim } = await company();
      await claim([domain.toUpperCase()]);
      const user = await make.user({ email: `New@${domain.toUpperCase()}` });
      expect(await roleOf(organizationId, user.id)).to.equal('comment');
      const told = (await outboxEvents(identity.db)).filter(({ data }) => JSON.stringify(data).includes(user.id));
      expect(told.map(({ type }) => type)).to.deep.equal(['identity.user.created.v1', 'identity.member.added.v1']);
      expect(told[1]!.data).to.deep.equal({ organization: organizationId, user: user.id, role: 'comment' });
    });

    it('joins as a guest where that is the default', async () => {
      const { domain, organizationId, claim } = await company(null);
      await claim();
      expect(await roleOf(organizationId, (await make.user({ email: `a@${domain}` })).id)).to.equal(null);
    });

    it('joins by an administrator’s hand', async () => {
      const { domain, organizationId, claim } = await company();
      await claim();
      const administrator = await make.user({ instanceAdmin: true });
      const body = { email: `a@${domain}`, displayName: 'A' };
      const { user } = (await identity.as(administrator.token).post('/v1/admin/users', body, { expect: 201 })).body;
      expect(await roleOf(organizationId, user.id)).to.equal('comment');
    });

    it('joins by an invitation to another organization, with each one’s role', async () => {
      const { domain, organizationId, claim } = await company();
      await claim();
      const other = await make.founded();
      const body = { emails: [`a@${domain}`], role: 'edit' };
      const { users } = (await identity.as(other.admin.token).post(`${path(other.organizationId)}/invites`, body)).body;
      expect(await roleOf(organizationId, users[0])).to.equal('comment');
      expect(await roleOf(other.organizationId, users[0])).to.equal('edit');
    });

    it('keeps the role of an invitation to the same organization', async () => {
      const { admin, domain, organizationId, claim } = await company();
      await claim();
      const body = { emails: [`a@${domain}`], role: 'admin', sso: true };
      const answer = await identity.as(admin.token).post(`${path(organizationId)}/invites`, body, { expect: 200 });
      expect(answer.body.invited).to.equal(1);
      expect(await roleOf(organizationId, answer.body.users[0])).to.equal('admin');
    });

    it('joins no organization whose domain only ends or begins alike', async () => {
      const { domain, organizationId, claim } = await company();
      await claim();
      for (const email of [`a@sub.${domain}`, `a@x${domain}`, `a@${domain}.x`, `${domain}@example.com`]) {
        expect(await roleOf(organizationId, (await make.user({ email })).id), email).to.equal(undefined);
      }
    });
  });

  describe('an organization that gains a domain', () => {
    it('gains its people, who see it at once', async () => {
      const { domain, admin, organizationId, claim } = await company();
      const colleague = await make.user({ email: `Colleague@${domain.toUpperCase()}` });
      const stranger = await make.user();
      expect((await identity.introspect(colleague.token))!.organizations).to.deep.equal({});
      await claim();
      expect(identity.cache.forgotten).to.include(colleague.cacheKey);
      expect((await identity.introspect(colleague.token))!.organizations[organizationId]).to.deep.equal({
        role: 'comment',
        teams: [],
      });
      expect(await roleOf(organizationId, stranger.id)).to.equal(undefined);
      expect(await roleOf(organizationId, admin.id)).to.equal('admin');
    });

    it('gains them when it is founded, too', async () => {
      const domain = `${unique('corp')}.example`;
      const founder = await make.user({ email: `boss@${domain}` });
      const colleague = await make.user({ email: `a@${domain}` });
      const body = { title: 'Acme', emailDomains: [domain], defaultRole: 'read' };
      const { id } = (await identity.as(founder.token).post('/v1/orgs', body, { expect: 201 })).body;
      expect(await roleOf(id, colleague.id)).to.equal('read');
      expect(identity.cache.forgotten).to.include.members([founder.cacheKey, colleague.cacheKey]);
    });

    it('gains nobody by an admin who is not of the domain, and then those who are new', async () => {
      const domain = `${unique('corp')}.example`;
      const colleague = await make.user({ email: `a@${domain}` });
      const { admin, organizationId } = await make.founded();
      await identity.as(admin.token).patch(path(organizationId), { emailDomains: [domain] }, { expect: 200 });
      expect(await roleOf(organizationId, colleague.id)).to.equal(undefined);
      expect(await roleOf(organizationId, (await make.user({ email: `b@${domain}` })).id)).to.equal(null);
    });

    it('gains nobody by a token that another organization’s identity provider stands for', async () => {
      const { domain, admin, organizationId } = await company();
      const colleague = await make.user({ email: `a@${domain}` });
      const confined = await make.confinedToken(admin, organizationId);
      await identity.as(confined).patch(path(organizationId), { emailDomains: [domain] }, { expect: 200 });
      expect(await roleOf(organizationId, colleague.id)).to.equal(undefined);
    });

    it('gains everybody by an instance administrator', async () => {
      const domain = `${unique('corp')}.example`;
      const colleague = await make.user({ email: `a@${domain}` });
      const administrator = await make.user({ instanceAdmin: true });
      const organizationId = await make.organization(administrator);
      const body = { emailDomains: [domain] };
      await identity.as(administrator.token).patch(path(organizationId), body, { expect: 200 });
      expect(await roleOf(organizationId, colleague.id)).to.equal(null);
    });

    it('does not bring back whom it removed', async () => {
      const { domain, admin, organizationId, claim } = await company();
      const colleague = await make.user({ email: `a@${domain}` });
      await claim();
      await identity.as(admin.token).delete(`${path(organizationId)}/members/${colleague.id}`, { expect: 204 });
      await claim([domain, `${unique('other')}.example`]);
      expect(await roleOf(organizationId, colleague.id)).to.equal(undefined);
    });

    it('leaves members as they are', async () => {
      const { domain, organizationId, claim } = await company();
      const editor = await make.member(organizationId, 'edit', { email: `a@${domain}` });
      await claim();
      expect(await roleOf(organizationId, editor.id)).to.equal('edit');
    });

    it('gains 10,000 people at once', async () => {
      const { domain, organizationId, claim } = await company();
      await identity.db.raw(
        `INSERT INTO users (id, email, display_name, created_at)
         SELECT ? || number, 'user-' || number || '@' || ?, 'User', now() FROM generate_series(1, 10000) AS number`,
        [unique('id'), domain],
      );
      await claim();
      const { rows } = await identity.db.raw(
        `SELECT count(*)::integer AS members, count(DISTINCT version)::integer AS versions FROM members
         WHERE organization_id = ?`,
        [organizationId],
      );
      expect(rows[0]).to.deep.equal({ members: 10_001, versions: 10_001 });
    });
  });

  describe('at the same time', () => {
    it('one of two organizations gets a domain', async () => {
      const domain = `${unique('corp')}.example`;
      const both = [await make.founded(), await make.founded()];
      const answers = await Promise.all(
        both.map(({ admin, organizationId }) =>
          identity.as(admin.token).patch(path(organizationId), { emailDomains: [domain] }),
        ),
      );
      expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
    });

    it('organizations that swap domains or hostnames are refused, not left waiting for each other', async () => {
      for (let round = 0; round < 5; round++) {
        const both = [await make.founded(), await make.founded()];
        const names = [unique('one'), unique('two')];
        const settle = (taken: string[]) =>
          Promise.all(
            both.map(({ admin, organizationId }, index) => {
              const hostname = taken[index]!;
              return identity
                .as(admin.token)
                .patch(path(organizationId), { hostname, emailDomains: [`${hostname}.org`] });
            }),
          );
        expect((await settle(names)).map(({ status }) => status)).to.deep.equal([200, 200]);
        const swapped = await settle(names.toReversed());
        expect(swapped.map(({ status }) => status)).to.deep.equal([409, 409]);
      }
    });

    it('two organizations invite people of each other’s domain', async () => {
      for (let round = 0; round < 5; round++) {
        const both = [await company(), await company()];
        for (const { claim } of both) await claim();
        const answers = await Promise.all(
          both.map(({ admin, organizationId }, index) => {
            const { domain } = both[1 - index]!;
            const body = { emails: Array.from({ length: 20 }, (_, number) => `u${number}@${domain}`), role: 'edit' };
            return identity.as(admin.token).post(`${path(organizationId)}/invites`, body);
          }),
        );
        expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
        const members = await identity
          .db('members')
          .whereIn(
            'organization_id',
            both.map(({ organizationId }) => organizationId),
          )
          .select('role', 'version');
        expect(members).to.have.length(2 + 40 + 40);
      }
    });

    it('nobody who is registered while the organization gains the domain is left out', async () => {
      for (let round = 0; round < 5; round++) {
        const { domain, organizationId, claim } = await company();
        const [, ...users] = await Promise.all([
          claim(),
          ...Array.from({ length: 4 }, (_, number) => make.user({ email: `u${number}@${domain}` })),
        ]);
        for (const { id } of users) expect(await roleOf(organizationId, id)).to.equal('comment');
      }
    });
  });
});
