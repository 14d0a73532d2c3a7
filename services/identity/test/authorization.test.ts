import { expect } from 'chai';
import { factories, type TestUser } from './factories.js';
import { identityService } from './identity-service.js';

type Caller = 'outsider' | 'guest' | 'reader' | 'admin';
type Method = 'get' | 'post' | 'patch' | 'delete';

interface State {
  organizationId: string;
  /** Another member. */
  member: TestUser;
}

interface Row {
  operationId: string;
  method: Method;
  path: (state: State) => string;
  body?: unknown;
  expected: Record<Caller, number>;
}

const organization = ({ organizationId }: State) => `/v1/orgs/${organizationId}`;
const members = (state: State) => `${organization(state)}/members`;
const member = (state: State) => `${members(state)}/${state.member.id}`;
const user = (state: State) => `/v1/users/${state.member.id}`;

const table: readonly Row[] = [
  {
    operationId: 'getOrganizationById',
    method: 'get',
    path: organization,
    expected: { outsider: 404, guest: 200, reader: 200, admin: 200 },
  },
  {
    operationId: 'updateOrganizationById',
    method: 'patch',
    path: organization,
    body: { title: 'New' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'listMembersInOrganizationById',
    method: 'get',
    path: members,
    expected: { outsider: 404, guest: 403, reader: 200, admin: 200 },
  },
  {
    operationId: 'getMemberInOrganizationById',
    method: 'get',
    path: member,
    expected: { outsider: 404, guest: 403, reader: 200, admin: 200 },
  },
  {
    operationId: 'updateMemberInOrganizationById',
    method: 'patch',
    path: member,
    body: { role: 'edit' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'removeMemberFromOrganizationById',
    method: 'delete',
    path: member,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 204 },
  },
  {
    operationId: 'inviteUsersToOrganization',
    method: 'post',
    path: (state) => `${organization(state)}/invites`,
    body: { emails: ['new@example.com'] },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'getUserById',
    method: 'get',
    path: user,
    expected: { outsider: 404, guest: 200, reader: 200, admin: 200 },
  },
  {
    operationId: 'updateUserById',
    method: 'patch',
    path: user,
    body: { displayName: 'New' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 403 },
  },
  {
    operationId: 'listUsers',
    method: 'get',
    path: () => '/v1/admin/users',
    expected: { outsider: 403, guest: 403, reader: 403, admin: 403 },
  },
  {
    operationId: 'createUser',
    method: 'post',
    path: () => '/v1/admin/users',
    body: { email: 'a@b.c', displayName: 'A' },
    expected: { outsider: 403, guest: 403, reader: 403, admin: 403 },
  },
  {
    operationId: 'updateUserAccount',
    method: 'patch',
    path: (state) => `/v1/admin/users/${state.member.id}`,
    body: { disabled: true },
    expected: { outsider: 403, guest: 403, reader: 403, admin: 403 },
  },
  {
    operationId: 'createUserApiToken',
    method: 'post',
    path: (state) => `/v1/admin/users/${state.member.id}/tokens`,
    body: { name: 'a' },
    expected: { outsider: 403, guest: 403, reader: 403, admin: 403 },
  },
];

describe('who may do what', () => {
  const identity = identityService();
  const make = factories(identity);

  for (const { operationId, method, path, body, expected } of table) {
    for (const [caller, status] of Object.entries(expected) as [Caller, number][]) {
      it(`${operationId} answers ${status} to ${caller}`, async () => {
        const { admin, organizationId } = await make.founded();
        const state = { organizationId, member: await make.member(organizationId, 'read') };
        const callers: Record<Caller, () => Promise<TestUser>> = {
          outsider: () => make.user(),
          guest: () => make.member(organizationId, null),
          reader: () => make.member(organizationId, 'read'),
          admin: async () => admin,
        };
        const client = identity.as((await callers[caller]()).token);
        const answer = await (method === 'get' || method === 'delete'
          ? client[method](path(state))
          : client[method](path(state), body));
        expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
      });
    }
  }

  it('an instance administrator manages users, not the organizations of others', async () => {
    const administrator = await make.user({ instanceAdmin: true });
    const { organizationId } = await make.founded();
    await identity.as(administrator.token).get(`/v1/orgs/${organizationId}`, { expect: 404 });
    await identity.as(administrator.token).get(`/v1/orgs/${organizationId}/members`, { expect: 404 });
  });
});
