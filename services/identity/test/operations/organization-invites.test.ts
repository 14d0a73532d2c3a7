import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';

describe('organization-invites', () => {
  const identity = identityService();
  const make = factories(identity);
  const membersOf = async (organizationId: string) =>
    identity.db('members').where({ organization_id: organizationId }).select('user_id', 'role', 'sso');

  describe('inviteUsersToOrganization', () => {
    it('adds users in any case of their address, and creates who is unknown', async () => {
      const { admin, organizationId } = await make.founded();
      const known = await make.user({ email: `${unique('Known')}@Example.com` });
      const unknown = `${unique('new.person')}@example.com`;
      const body = { emails: [known.email.toUpperCase(), { email: unknown, role: 'edit' }], role: 'comment' };
      const answer = await identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, body, { expect: 200 });
      expect(answer.body.invited).to.equal(2);
      expect(answer.body.users[0]).to.equal(known.id);
      expect(identity.cache.forgotten).to.include(known.cacheKey);
      expect(await membersOf(organizationId)).to.have.deep.members([
        { user_id: admin.id, role: 'admin', sso: false },
        { user_id: known.id, role: 'comment', sso: false },
        { user_id: answer.body.users[1], role: 'edit', sso: false },
      ]);
      const created = await identity.as(admin.token).get(`/v1/users/${answer.body.users[1]}`, { expect: 200 });
      expect(created.body).to.include({ email: unknown, displayName: unknown.split('@')[0] });
      const events = (await outboxEvents(identity.db)).filter(({ data }) =>
        JSON.stringify(data).includes(created.body.id),
      );
      expect(events.map(({ type }) => type)).to.deep.equal(['identity.user.created.v1', 'identity.member.added.v1']);
    });

    it('gives the organization’s default role when none is named', async () => {
      const { admin, organizationId } = await make.founded();
      await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { defaultRole: 'review' }, { expect: 200 });
      const user = await make.user();
      const body = { emails: [user.email], sso: true };
      await identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, body, { expect: 200 });
      expect(await membersOf(organizationId)).to.deep.include({ user_id: user.id, role: 'review', sso: true });
    });

    it('leaves members as they are', async () => {
      const { admin, organizationId } = await make.founded();
      const body = { emails: [admin.email], role: 'read' };
      const answer = await identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, body, { expect: 200 });
      expect(answer.body).to.deep.equal({ users: [], invited: 0 });
      expect(await membersOf(organizationId)).to.deep.equal([{ user_id: admin.id, role: 'admin', sso: false }]);
    });

    it('applies nothing when one address is named twice', async () => {
      const { admin, organizationId } = await make.founded();
      const email = `${unique('twice')}@example.com`;
      const body = { emails: [`${unique('once')}@example.com`, email, email.toUpperCase()] };
      const answer = await identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, body, { expect: 400 });
      expect(answer.body.error.details).to.deep.equal([
        { path: 'body.emails.2', message: 'repeats an earlier address' },
      ]);
      expect(await membersOf(organizationId)).to.have.length(1);
      expect(await identity.db('users').where({ email })).to.deep.equal([]);
    });

    for (const [what, emails] of [
      ['nobody', []],
      ['an address without @', ['ada']],
      ['an address with spaces', [' ada@example.com ']],
      ['an address with U+0000', ['a\0da@example.com']],
      ['an unknown role', [{ email: 'ada@example.com', role: 'king' }]],
      ['1,001 addresses', Array.from({ length: 1001 }, (_, index) => `user-${index}@example.com`)],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { admin, organizationId } = await make.founded();
        await identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, { emails }, { expect: 400 });
        expect(await membersOf(organizationId)).to.have.length(1);
      });
    }

    it('invites 1,000 people in two organizations at once', async () => {
      const emails = Array.from({ length: 1000 }, (_, index) => `${unique('crowd')}-${index}@example.com`);
      const organizations = [await make.founded(), await make.founded()];
      const answers = await Promise.all(
        organizations.map(({ admin, organizationId }, index) => {
          const body = { emails: index ? emails.toReversed() : emails };
          return identity.as(admin.token).post(`/v1/orgs/${organizationId}/invites`, body, { expect: 200 });
        }),
      );
      expect(answers.map(({ body }) => body.invited)).to.deep.equal([1000, 1000]);
      expect(new Set(answers[0]!.body.users)).to.deep.equal(new Set(answers[1]!.body.users));
    });
  });
});
