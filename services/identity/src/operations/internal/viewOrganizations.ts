import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import { viewerOf } from '../../domain/organization-viewer.js';
import type { Identity } from '../../identity.js';
import { presentOrganization } from '../../present/organization.js';
import { findOrganizations } from '../../tables/organization.js';

export const viewOrganizations = internalRoute(
  internalContract.viewOrganizations,
  async ({ body }, identity: Identity) => {
    const viewer = await viewerOf(body.viewer, identity, body.ids);
    const rows = await findOrganizations(identity.db, body.ids);
    return { organizations: rows.map((row) => presentOrganization(row, viewer)) };
  },
);
