import { expect } from 'chai';
import { outboxEvents } from '@quire/testing';
import { factories, unique } from '../factories.js';
import { identityService, publicUrl } from '../identity-service.js';

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

    it('says who stays without single sign-on, being a member already', async () => {
      const { admin, organizationId } = await make.founded();
      const member = await make.member(organizationId, 'read');
      const path = `/v1/orgs/${organizationId}/invites`;
      const emails = [member.email.toUpperCase(), `${unique('new')}@example.com`];
      const { body } = await identity.as(admin.token).post(path, { emails, sso: true }, { expect: 200 });
      expect(body).to.deep.include({ invited: 1, failedSSOEmails: [member.email.toUpperCase()] });
      const again = await identity.as(admin.token).post(path, { emails: [emails[1]], sso: true }, { expect: 200 });
      expect(again.body).to.deep.equal({ users: [], invited: 0 });
      const plain = await identity.as(admin.token).post(path, { emails }, { expect: 200 });
      expect(plain.body).to.deep.equal({ users: [], invited: 0 });
    });

    it('forgets whom it could not forget before when it is tried again', async () => {
      const { admin, organizationId } = await make.founded();
      const user = await make.user();
      const path = `/v1/orgs/${organizationId}/invites`;
      identity.cache.forgotten.length = 0;
      identity.cache.refusing = true;
      try {
        await identity.as(admin.token).post(path, { emails: [user.email] }, { expect: 503 });
      } finally {
        identity.cache.refusing = false;
      }
      await identity.as(admin.token).post(path, { emails: [user.email] }, { expect: 200 });
      expect(identity.cache.forgotten).to.deep.equal([user.cacheKey]);
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
      ['an address with a character of no width', ['a\u200bda@example.com']],
      ['an address that is written backwards', ['\u202emoc.elpmaxe@ada']],
      ['an address with a bell', ['a\u0007da@example.com']],
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

  const links = (organizationId: string) => `/v1/orgs/${organizationId}/link-invites`;
  const joining = (organizationId: string, inviteId: string) => `/v1/orgs/${organizationId}/invites/${inviteId}`;

  /** An organization with an invite link. */
  const invited = async (role: string | null = 'edit') => {
    const { admin, organizationId } = await make.founded();
    const client = identity.as(admin.token);
    const { body, headers } = await client.post(links(organizationId), { role }, { expect: 201 });
    const inviteId: string = body.id;
    const path = `${links(organizationId)}/${inviteId}`;
    return { admin, client, organizationId, inviteId, path, body, headers };
  };

  /** Ids that are none: forged, cut, of another organization, or simply made up. */
  const wrongIds = async ({ organizationId, inviteId }: { organizationId: string; inviteId: string }) => {
    const last = inviteId.at(-1)!;
    // The last character holds two bits that say nothing: another spelling of the same bytes is wrong, too.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelled = alphabet[alphabet.indexOf(last) ^ 1]!;
    const other = await invited();
    const [row] = await identity.db('invites').where({ organization_id: organizationId }).pluck('id');
    return [
      row,
      `${row}${'A'.repeat(43)}`,
      inviteId.slice(0, -1),
      inviteId.slice(0, -1) + respelled,
      `${inviteId}A`,
      inviteId.slice(1),
      other.inviteId,
      row + other.inviteId.slice(-43),
      inviteId.slice(-43),
      'x',
      '📘'.repeat(43),
    ];
  };

  describe('createOrganizationInvite', () => {
    it('makes a link whose id nobody can guess, not even from what is stored', async () => {
      const { organizationId, inviteId, body, headers } = await invited();
      expect(body).to.deep.equal({ object: 'invite', id: inviteId, role: 'edit', redundant: false });
      expect(inviteId).to.match(/^[\w-]{63}$/);
      expect(headers.get('location')).to.equal(`${publicUrl}${links(organizationId)}/${inviteId}`);
      const stored = JSON.stringify(await identity.db('invites').where({ organization_id: organizationId }));
      expect(stored).not.to.contain(inviteId.slice(-43));
    });

    for (const [defaultRole, role, redundant] of [
      [null, null, true],
      [null, 'read', false],
      ['read', null, true],
      ['read', 'read', true],
      ['read', 'comment', false],
      ['edit', 'comment', true],
      ['edit', 'review', false],
      ['admin', 'admin', true],
      ['create', 'admin', false],
    ] as const) {
      it(`is ${redundant ? '' : 'not '}redundant with ${role} where ${defaultRole} is the default`, async () => {
        const { admin, organizationId } = await make.founded();
        await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { defaultRole }, { expect: 200 });
        const { body } = await identity.as(admin.token).post(links(organizationId), { role }, { expect: 201 });
        expect(body).to.include({ role, redundant });
      });
    }

    it('refuses an unknown role and none', async () => {
      const { client, organizationId } = await invited();
      await client.post(links(organizationId), { role: 'king' }, { expect: 400 });
      await client.post(links(organizationId), {}, { expect: 400 });
      await client.post(links(organizationId), undefined, { expect: 400 });
    });
  });

  describe('listOrganizationInviteLinks', () => {
    it('lists those of the organization, page by page', async () => {
      const { client, organizationId, inviteId } = await invited();
      await invited();
      const ids = [inviteId];
      for (const role of ['read', null]) ids.push((await client.post(links(organizationId), { role })).body.id);
      const first = await client.get(links(organizationId), { query: { limit: 2 }, expect: 200 });
      const { page } = first.body.next;
      const second = await client.get(links(organizationId), { query: { limit: 2, page }, expect: 200 });
      expect([first.body.count, second.body.count, second.body.next]).to.deep.equal([3, 3, undefined]);
      const listed = [...first.body.items, ...second.body.items].map(({ id }) => id);
      expect(listed).to.deep.equal(ids.toSorted());
    });
  });

  describe('getOrganizationInviteLink', () => {
    it('reads a link, and does not find any other', async () => {
      const { client, organizationId, inviteId, path, body } = await invited();
      expect((await client.get(path, { expect: 200 })).body).to.deep.equal(body);
      const unknown = (await client.get(`${links(organizationId)}/nope`, { expect: 404 })).body;
      for (const id of await wrongIds({ organizationId, inviteId })) {
        const answer = await client.get(`${links(organizationId)}/${encodeURIComponent(id)}`, { expect: 404 });
        expect(answer.body).to.deep.equal(unknown);
      }
    });
  });

  describe('updateOrganizationInviteById', () => {
    it('changes the role, for those who join from then on', async () => {
      const { client, organizationId, inviteId, path, body } = await invited('edit');
      const changed = await client.patch(path, { role: null }, { expect: 200 });
      expect(changed.body).to.deep.equal({ ...body, role: null, redundant: true });
      expect((await client.get(path)).body).to.deep.equal(changed.body);
      const user = await make.user();
      await identity.as(user.token).post(joining(organizationId, inviteId), undefined, { expect: 200 });
      expect(await membersOf(organizationId)).to.deep.include({ user_id: user.id, role: null, sso: false });
    });

    it('refuses a stale If-Match, an unknown role and a link that is none', async () => {
      const { client, organizationId, inviteId, path } = await invited();
      const stale = { headers: { 'if-match': (await client.get(path)).headers.get('etag')! } };
      await client.patch(path, { role: 'read' }, { ...stale, expect: 200 });
      await client.patch(path, { role: 'admin' }, { ...stale, expect: 412 });
      await client.patch(path, { role: 'king' }, { expect: 400 });
      for (const id of await wrongIds({ organizationId, inviteId })) {
        const wrong = `${links(organizationId)}/${encodeURIComponent(id)}`;
        await client.patch(wrong, { role: 'admin' }, { expect: 404 });
      }
      expect((await client.get(path)).body.role).to.equal('read');
    });
  });

  describe('deleteOrganizationInviteById', () => {
    it('ends the link', async () => {
      const { client, organizationId, inviteId, path } = await invited();
      await client.delete(path, { headers: { 'if-match': '"stale"' }, expect: 412 });
      await client.delete(path, { expect: 205 });
      await client.delete(path, { expect: 404 });
      await client.get(path, { expect: 404 });
      const user = await make.user();
      await identity.as(user.token).post(joining(organizationId, inviteId), undefined, { expect: 404 });
    });
  });

  describe('joinOrganizationWithInvite', () => {
    it('makes the caller a member at once, as often as it is called', async () => {
      const { organizationId, inviteId } = await invited('review');
      const user = await make.user();
      const path = joining(organizationId, inviteId);
      const answer = await identity.as(user.token).post(path, undefined, { expect: 200 });
      expect(answer.body).to.deep.equal({});
      expect(identity.cache.forgotten).to.include(user.cacheKey);
      await identity.as(user.token).get(`/v1/orgs/${organizationId}`, { expect: 200 });
      await identity.as(user.token).post(path, undefined, { expect: 200 });
      expect(await membersOf(organizationId)).to.deep.include({ user_id: user.id, role: 'review', sso: false });
      const told = (await outboxEvents(identity.db)).filter(
        ({ subject }) => subject === `${organizationId}/${user.id}`,
      );
      expect(told.map(({ type, data }) => [type, data])).to.deep.equal([
        ['identity.member.added.v1', { organization: organizationId, user: user.id, role: 'review' }],
      ]);
    });

    it('leaves members as they are, also disabled ones', async () => {
      const { admin, client, organizationId, inviteId } = await invited('admin');
      const reader = await make.member(organizationId, 'read');
      const disabled = await make.member(organizationId, 'edit');
      await client.patch(`/v1/orgs/${organizationId}/members/${disabled.id}`, { disabled: true }, { expect: 200 });
      const path = joining(organizationId, inviteId);
      for (const { token } of [admin, reader, disabled]) {
        await identity.as(token).post(path, undefined, { expect: 200 });
      }
      expect(await membersOf(organizationId)).to.have.deep.members([
        { user_id: admin.id, role: 'admin', sso: false },
        { user_id: reader.id, role: 'read', sso: false },
        { user_id: disabled.id, role: 'edit', sso: false },
      ]);
      await identity.as(disabled.token).get(`/v1/orgs/${organizationId}`, { expect: 404 });
    });

    it('does not find a link that is none, nor one while invite links are off', async () => {
      const { client, organizationId, inviteId } = await invited();
      const user = await make.user();
      const unknown = await identity.as(user.token).post(joining('nope', 'nope'), undefined, { expect: 404 });
      for (const id of await wrongIds({ organizationId, inviteId })) {
        const path = joining(organizationId, encodeURIComponent(id));
        const answer = await identity.as(user.token).post(path, undefined, { expect: 404 });
        expect(answer.body).to.deep.equal(unknown.body);
      }
      await client.patch(`/v1/orgs/${organizationId}`, { inviteLinks: false }, { expect: 200 });
      const path = joining(organizationId, inviteId);
      expect((await identity.as(user.token).post(path, undefined, { expect: 404 })).body).to.deep.equal(unknown.body);
      await client.patch(`/v1/orgs/${organizationId}`, { inviteLinks: true }, { expect: 200 });
      await identity.as(user.token).post(path, undefined, { expect: 200 });
    });

    it('brings back who was removed', async () => {
      const { client, organizationId, inviteId } = await invited('comment');
      const member = await make.member(organizationId, 'admin');
      await client.delete(`/v1/orgs/${organizationId}/members/${member.id}`, { expect: 204 });
      await identity.as(member.token).post(joining(organizationId, inviteId), undefined, { expect: 200 });
      expect(await membersOf(organizationId)).to.deep.include({ user_id: member.id, role: 'comment', sso: false });
    });

    it('is for users, and for the own organization of a token of one organization', async () => {
      const { admin, organizationId, inviteId } = await invited();
      const other = await invited();
      const confined = await make.confinedToken(admin, organizationId);
      await identity.as(confined).post(joining(other.organizationId, other.inviteId), undefined, { expect: 403 });
      await identity.as(confined).post(joining(organizationId, inviteId), undefined, { expect: 200 });
      const user = await make.user();
      const integration = { ...(await identity.introspect(user.token))!, kind: 'integration' as const };
      await identity.asPrincipal(integration).post(joining(organizationId, inviteId), undefined, { expect: 403 });
    });

    it('lets many in at once, while one joins twice and the link changes', async () => {
      const { client, organizationId, inviteId, path } = await invited('read');
      const users = [];
      for (let index = 0; index < 6; index++) users.push(await make.user());
      const answers = await Promise.all([
        client.patch(path, { role: 'comment' }),
        ...[...users, users[0]!].map(({ token }) =>
          identity.as(token).post(joining(organizationId, inviteId), undefined),
        ),
      ]);
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
      expect(await membersOf(organizationId)).to.have.length(7);
    });
  });
});
