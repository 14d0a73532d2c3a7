import { listOf } from '../schemas/list.js';
import {
  Organization,
  OrganizationCreate,
  OrganizationsForEmailDomain,
  OrganizationUpdate,
} from '../schemas/organization.js';
import { pageQuery } from '../schemas/query.js';
import { Subdomain } from '../schemas/subdomain.js';
import { operationsOf } from './define.js';

const operation = operationsOf('organizations', 'identity');

export const listOrganizationsForAuthenticatedUser = operation({
  operationId: 'listOrganizationsForAuthenticatedUser',
  method: 'GET',
  path: '/v1/orgs',
  summary: 'List the organizations of the caller',
  query: pageQuery,
  success: 200,
  response: listOf(Organization),
});

export const createOrganization = operation({
  operationId: 'createOrganization',
  method: 'POST',
  path: '/v1/orgs',
  summary: 'Found an organization',
  body: OrganizationCreate,
  success: 201,
  response: Organization,
  own: true,
});

export const getOrganizationById = operation({
  operationId: 'getOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}',
  summary: 'Read an organization',
  success: 200,
  response: Organization,
});

export const updateOrganizationById = operation({
  operationId: 'updateOrganizationById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}',
  summary: 'Change an organization',
  body: OrganizationUpdate,
  success: 200,
  response: Organization,
});

export const getOrganizationsForEmailDomain = operation({
  operationId: 'getOrganizationsForEmailDomain',
  method: 'GET',
  path: '/v1/email-domains/{emailDomain}/orgs',
  summary: 'List the organizations of an e-mail domain',
  success: 200,
  response: OrganizationsForEmailDomain,
});

export const getSubdomain = operation({
  operationId: 'getSubdomain',
  method: 'GET',
  path: '/v1/subdomains/{subdomain}',
  summary: 'Read what a subdomain stands for',
  success: 200,
  response: Subdomain,
});
