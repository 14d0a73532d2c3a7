import { expect } from 'chai';
import { factories, type TestUser } from './factories.js';
import { identityService } from './identity-service.js';
import { callers, teamRights } from './team-rights.js';

describe('who may do what with teams', () => {
  const identity = identityService();
  const make = factories(identity);

  for (const { operationId, method, path, body, expected } of teamRights) {
    callers.forEach((caller, index) => {
      it(`${operationId} answers ${expected[index]} to ${caller}`, async () => {
        const { admin, organizationId } = await make.founded();
        const other = await make.member(organizationId, 'read');
        const [guestInside, inside, owner, guestOwner] = await Promise.all(
          ([null, 'read', 'read', null] as const).map((role) => make.member(organizationId, role)),
        );
        const teamId = await make.team(organizationId, [
          ...[other, guestInside!, inside!].map(({ id }) => ({ userId: id, role: 'member' as const })),
          ...[owner!, guestOwner!].map(({ id }) => ({ userId: id, role: 'owner' as const })),
        ]);
        const by: Record<typeof caller, () => Promise<TestUser>> = {
          outsider: () => make.user(),
          guest: () => make.member(organizationId, null),
          'guest inside': async () => guestInside!,
          reader: () => make.member(organizationId, 'create'),
          member: async () => inside!,
          owner: async () => owner!,
          'guest who owns': async () => guestOwner!,
          admin: async () => admin,
        };
        const client = identity.as((await by[caller]()).token);
        const state = { organizationId, teamId, other };
        const answer = await (method === 'get' || method === 'delete'
          ? client[method](path(state))
          : client[method](path(state), body?.(state)));
        expect(answer.status, JSON.stringify(answer.body)).to.equal(expected[index]);
        if (answer.status >= 400) {
          const rows = await identity.db('team_members').where({ team_id: teamId }).select('role');
          expect(rows.filter(({ role }) => role === 'owner')).to.have.length(2);
          expect(rows).to.have.length(5);
        }
      });
    });
  }

  it('a token that is good for another organization only opens no team, though its user owns it', async () => {
    const { organizationId } = await make.founded();
    const owner = await make.member(organizationId, 'read');
    const teamId = await make.team(organizationId, [{ userId: owner.id, role: 'owner' }]);
    const principal = { ...(await identity.introspect(owner.token))!, organizations: {} };
    await identity.asPrincipal(principal).get(`/v1/orgs/${organizationId}/teams/${teamId}`, { expect: 404 });
    await identity.asPrincipal(principal).delete(`/v1/orgs/${organizationId}/teams/${teamId}`, { expect: 404 });
  });

  it('an owner who was made a plain member a moment ago manages no more', async () => {
    const { admin, organizationId } = await make.founded();
    const owner = await make.member(organizationId, 'read');
    const teamId = await make.team(organizationId, [{ userId: owner.id, role: 'owner' }]);
    const client = identity.asPrincipal((await identity.introspect(owner.token))!);
    const path = `/v1/orgs/${organizationId}/teams/${teamId}`;
    const membership = `${path}/members/${owner.id}`;
    await identity.as(admin.token).put(membership, { role: 'member' }, { expect: 204 });
    await client.patch(path, { title: 'Mine' }, { expect: 403 });
  });
});
