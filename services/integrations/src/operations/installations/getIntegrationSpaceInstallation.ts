import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { needInstallation } from '../../domain/need-installation.js';
import type { Integrations } from '../../integrations.js';
import { presentSpaceInstallation } from '../../present/place.js';
import { findInstalled } from '../../tables/place.js';

export const getIntegrationSpaceInstallation = operation(
  contract.getIntegrationSpaceInstallation,
  async ({ params, principal }, { db, publicUrl }: Integrations) => {
    const { installation, integration } = await needInstallation(db, { params, principal, right: 'read' });
    const row = await findInstalled(db, { kind: 'space', installation: installation.id }, params.spaceId);
    if (!row) throw notFound('space in this installation');
    return presentSpaceInstallation({ row, integration }, publicUrl);
  },
);
