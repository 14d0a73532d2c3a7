import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { needInstallation } from '../../domain/need-installation.js';
import type { Integrations } from '../../integrations.js';
import { presentSiteInstallation } from '../../present/place.js';
import { findInstalled } from '../../tables/place.js';

export const getIntegrationSiteInstallation = operation(
  contract.getIntegrationSiteInstallation,
  async ({ params, principal }, { db, publicUrl }: Integrations) => {
    const { installation, integration } = await needInstallation(db, { params, principal, right: 'read' });
    const row = await findInstalled(db, { kind: 'site', installation: installation.id }, params.siteId);
    if (!row) throw notFound('site in this installation');
    return presentSiteInstallation({ row, integration }, publicUrl);
  },
);
