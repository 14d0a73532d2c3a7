import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { needInstallation } from '../../domain/need-installation.js';
import type { Integrations } from '../../integrations.js';
import { presentInstallation } from '../../present/installation.js';

export const getIntegrationInstallationById = operation(
  contract.getIntegrationInstallationById,
  async ({ params, principal }, { db, publicUrl }: Integrations) => {
    const { installation } = await needInstallation(db, { params, principal, right: 'read' });
    return presentInstallation(installation, publicUrl);
  },
);
