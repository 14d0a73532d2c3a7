import { internalContract } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';
import type { OrganizationRow } from '../tables/organization.js';

/** What this service asks identity. */
export interface IdentityClient {
  /** The organization, or undefined when there is none of this id. */
  getOrganization(id: string): Promise<OrganizationRow | undefined>;
}

export function identityClient(options: InternalClientOptions): IdentityClient {
  const getOrganizations = internalCall(internalContract.getOrganizations, options);
  return {
    getOrganization: async (id) => {
      const { organizations } = await getOrganizations({ params: {}, body: { ids: [id] } });
      const found = organizations.find((organization) => organization.id === id);
      return found && { id, title: found.title, hostname: found.hostname ?? null, sequence: found.sequence };
    },
  };
}
