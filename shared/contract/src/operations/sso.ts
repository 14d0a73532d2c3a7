import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import {
  SamlProvider,
  SamlProviderCreate,
  SamlProviderUpdate,
  samlStartQuery,
  SsoLogins,
} from '../schemas/saml-provider.js';
import { operationsOf } from './define.js';

const operation = operationsOf('sso', 'identity');

export const listSAMLProvidersInOrganizationById = operation({
  operationId: 'listSAMLProvidersInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml',
  summary: 'List the SAML providers of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(SamlProvider),
});

export const createOrganizationSAMLProvider = operation({
  operationId: 'createOrganizationSAMLProvider',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/saml',
  summary: 'Add a SAML provider',
  body: SamlProviderCreate,
  success: 201,
  response: SamlProvider,
});

export const getOrganizationSAMLProviderById = operation({
  operationId: 'getOrganizationSAMLProviderById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  summary: 'Read a SAML provider',
  success: 200,
  response: SamlProvider,
});

export const deleteOrganizationSAMLProvider = operation({
  operationId: 'deleteOrganizationSAMLProvider',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  summary: 'Remove a SAML provider',
  success: 204,
});

export const updateOrganizationSAMLProvider = operation({
  operationId: 'updateOrganizationSAMLProvider',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  summary: 'Change a SAML provider',
  body: SamlProviderUpdate,
  success: 200,
  response: SamlProvider,
});

export const listSSOProviderLoginsInOrganization = operation({
  operationId: 'listSSOProviderLoginsInOrganization',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sso',
  summary: 'List the ways to sign on to an organization',
  success: 200,
  response: SsoLogins,
});

export const startSAMLSignOn = operation({
  operationId: 'startSAMLSignOn',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}/start',
  summary: 'Send a browser to the identity provider',
  access: 'public',
  raw: true,
  query: samlStartQuery,
  success: 302,
  own: true,
});

export const consumeSAMLResponse = operation({
  operationId: 'consumeSAMLResponse',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}/acs',
  summary: 'Take the answer of the identity provider and start a session',
  access: 'public',
  raw: true,
  success: 303,
  own: true,
});

export const getSAMLMetadata = operation({
  operationId: 'getSAMLMetadata',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}/metadata',
  summary: 'Read what an identity provider has to know, as SAML metadata',
  access: 'public',
  raw: true,
  success: 200,
  own: true,
});
