import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { findOrganizations } from '../../tables/organization.js';

export const getOrganizations = internalRoute(
  internalContract.getOrganizations,
  async ({ body }, { db }: Identity) => ({
    organizations: (await findOrganizations(db, body.ids, body.hostnames)).map((row) => ({
      id: row.id,
      title: row.title,
      ...(row.hostname === null ? {} : { hostname: row.hostname }),
      defaultRole: row.default_role,
      sequence: row.version,
    })),
  }),
);
