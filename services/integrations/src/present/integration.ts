import type { Integration, Organization } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { integrationPermissions } from '../policies/integration.js';
import type { IntegrationRow } from '../tables/integration.js';
import { assetsLocation } from './asset.js';

export interface IntegrationView {
  principal: Principal;
  /** At least the owner. */
  owners: ReadonlyMap<string, Organization>;
  publicUrl: string;
}

export function presentIntegration(
  row: IntegrationRow,
  { principal, owners, publicUrl }: IntegrationView,
): Integration {
  const location = `${publicUrl}/v1/integrations/${row.name}`;
  const assets = assetsLocation(publicUrl, row.name);
  const owner = owners.get(row.organization_id);
  if (!owner) throw new Error(`the owner of the integration ${row.name} is not known`);
  return {
    object: 'integration',
    name: row.name,
    version: row.version,
    title: row.title,
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.summary === null ? {} : { summary: row.summary }),
    previewImages: row.preview_images.map((image) => `${assets}/${image}`),
    target: row.target,
    // Nobody verifies integrations here.
    verified: false,
    visibility: row.visibility,
    scopes: row.scopes,
    categories: row.categories,
    ...(row.blocks ? { blocks: row.blocks } : {}),
    ...(row.content_sources ? { contentSources: row.content_sources } : {}),
    ...(row.configurations ? { configurations: row.configurations } : {}),
    ...(row.content_security_policy ? { contentSecurityPolicy: row.content_security_policy } : {}),
    externalLinks: row.external_links,
    owner: asSeenBy(owner),
    urls: {
      location,
      ...(row.icon === null ? {} : { icon: `${assets}/${row.icon}` }),
      app: `${publicUrl}/app/integration/${row.name}`,
      assets,
      publicEndpoint: `${publicUrl}/i/${row.name}`,
    },
    permissions: integrationPermissions(principal, row),
  };
}

/** Strangers are not told what concerns members alone. */
const asSeenBy = (owner: Organization): Organization =>
  owner.permissions.view ? owner : { ...owner, emailDomains: [], defaultRole: null, inviteLinks: false };
