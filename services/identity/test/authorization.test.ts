import { contract } from '@quire/contract';
import { expect } from 'chai';
import { factories, type TestUser, unique } from './factories.js';
import { identityService } from './identity-service.js';
import { teamRights } from './team-rights.js';

/** The owner of a team is a reader beside that. */
type Caller = 'outsider' | 'guest' | 'reader' | 'teamOwner' | 'admin';
type Method = 'get' | 'post' | 'patch' | 'delete';

interface State {
  organizationId: string;
  /** Another member. */
  member: TestUser;
  /** Of a link. */
  inviteId: string;
  samlProviderId: string;
}

interface Row {
  operationId: string;
  method: Method;
  path: (state: State) => string;
  body?: unknown;
  /** Status codes; the owner of a team may what a reader may unless the row says otherwise. */
  expected: Record<Exclude<Caller, 'teamOwner'>, number> & { teamOwner?: number };
}

const hostname = unique('host');
const organization = ({ organizationId }: State) => `/v1/orgs/${organizationId}`;
const members = (state: State) => `${organization(state)}/members`;
const member = (state: State) => `${members(state)}/${state.member.id}`;
const links = (state: State) => `${organization(state)}/link-invites`;
const link = (state: State) => `${links(state)}/${state.inviteId}`;
const providers = (state: State) => `${organization(state)}/saml`;
const provider = (state: State) => `${providers(state)}/${state.samlProviderId}`;
const user = (state: State) => `/v1/users/${state.member.id}`;

const table: readonly Row[] = [
  {
    operationId: 'listOrganizationsForAuthenticatedUser',
    method: 'get',
    path: () => '/v1/orgs',
    expected: { outsider: 200, guest: 200, reader: 200, admin: 200 },
  },
  {
    operationId: 'createOrganization',
    method: 'post',
    path: () => '/v1/orgs',
    body: { title: 'Mine' },
    expected: { outsider: 201, guest: 201, reader: 201, admin: 201 },
  },
  {
    operationId: 'getOrganizationsForEmailDomain',
    method: 'get',
    path: () => '/v1/email-domains/example.com/orgs',
    expected: { outsider: 200, guest: 200, reader: 200, admin: 200 },
  },
  {
    operationId: 'getSubdomain',
    method: 'get',
    path: () => `/v1/subdomains/${hostname}`,
    expected: { outsider: 200, guest: 200, reader: 200, admin: 200 },
  },
  {
    operationId: 'listOrganizationInviteLinks',
    method: 'get',
    path: links,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'createOrganizationInvite',
    method: 'post',
    path: links,
    body: { role: 'read' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 201 },
  },
  {
    operationId: 'getOrganizationInviteLink',
    method: 'get',
    path: link,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'updateOrganizationInviteById',
    method: 'patch',
    path: link,
    body: { role: 'admin' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'deleteOrganizationInviteById',
    method: 'delete',
    path: link,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 205 },
  },
  {
    operationId: 'joinOrganizationWithInvite',
    method: 'post',
    path: (state) => `${organization(state)}/invites/${state.inviteId}`,
    expected: { outsider: 200, guest: 200, reader: 200, admin: 200 },
  },
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
  {
    operationId: 'listSAMLProvidersInOrganizationById',
    method: 'get',
    path: providers,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'createOrganizationSAMLProvider',
    method: 'post',
    path: providers,
    body: { label: 'Okta' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 201 },
  },
  {
    operationId: 'getOrganizationSAMLProviderById',
    method: 'get',
    path: provider,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'updateOrganizationSAMLProvider',
    method: 'patch',
    path: provider,
    body: { label: 'New' },
    expected: { outsider: 404, guest: 403, reader: 403, admin: 200 },
  },
  {
    operationId: 'deleteOrganizationSAMLProvider',
    method: 'delete',
    path: provider,
    expected: { outsider: 404, guest: 403, reader: 403, admin: 204 },
  },
  {
    operationId: 'listSSOProviderLoginsInOrganization',
    method: 'get',
    path: (state) => `${organization(state)}/sso`,
    expected: { outsider: 404, guest: 200, reader: 200, admin: 200 },
  },
];

/** They concern the caller alone, whoever it is. */
const ownBusiness = ['createApiToken', 'deleteApiToken', 'endSession', 'getAuthenticatedUser', 'listApiTokens'];

describe('who may do what', () => {
  const identity = identityService();
  const make = factories(identity);

  before('somebody has the hostname', async () => {
    const { admin, organizationId } = await make.founded();
    await identity.as(admin.token).patch(`/v1/orgs/${organizationId}`, { hostname }, { expect: 200 });
  });

  const callers: Record<Caller, (organizationId: string, admin: TestUser) => Promise<TestUser>> = {
    outsider: () => make.user(),
    guest: (organizationId) => make.member(organizationId, null),
    reader: (organizationId) => make.member(organizationId, 'read'),
    teamOwner: async (organizationId) => {
      const reader = await make.member(organizationId, 'read');
      await make.team(organizationId, [{ userId: reader.id, role: 'owner' }]);
      return reader;
    },
    admin: async (_organizationId, admin) => admin,
  };

  for (const { operationId, method, path, body, expected } of table) {
    const statuses = { teamOwner: expected.reader, ...expected };
    for (const [caller, status] of Object.entries(statuses) as [Caller, number][]) {
      it(`${operationId} answers ${status} to ${caller}`, async () => {
        const { admin, organizationId } = await make.founded();
        const other = await make.member(organizationId, 'read');
        const invites = `/v1/orgs/${organizationId}/link-invites`;
        const inviteId = (await identity.as(admin.token).post(invites, { role: 'read' }, { expect: 201 })).body.id;
        const saml = `/v1/orgs/${organizationId}/saml`;
        const samlProviderId = (await identity.as(admin.token).post(saml, { label: 'A' }, { expect: 201 })).body.id;
        const state = { organizationId, member: other, inviteId, samlProviderId };
        const client = identity.as((await callers[caller](organizationId, admin)).token);
        const answer = await (method === 'get' || method === 'delete'
          ? client[method](path(state))
          : client[method](path(state), body));
        expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
      });
    }
  }

  it('is told of every operation', () => {
    const operations = Object.values(contract).filter(
      ({ service, access }) => service === 'identity' && access !== 'public',
    );
    const told = [...table, ...teamRights].map(({ operationId }) => operationId);
    expect([...told, ...ownBusiness]).to.have.members(operations.map(({ operationId }) => operationId));
  });

  it('an instance administrator manages users, not the organizations of others', async () => {
    const administrator = await make.user({ instanceAdmin: true });
    const { organizationId } = await make.founded();
    await identity.as(administrator.token).get(`/v1/orgs/${organizationId}`, { expect: 404 });
    await identity.as(administrator.token).get(`/v1/orgs/${organizationId}/members`, { expect: 404 });
  });
});
