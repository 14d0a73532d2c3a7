import { internalContract, type Organization } from '@quire/contract';
import { type InternalClientOptions, internalCall, type Principal } from '@quire/runtime';

/** What this service asks identity. */
export interface IdentityClient {
  /** The id of the organization with this subdomain. */
  findOrganization(hostname: string): Promise<string | undefined>;
  /** Those of the given organizations, 1,000 at most, that exist, as the viewer sees them, by their ids. */
  viewOrganizations(ids: readonly string[], viewer: Principal): Promise<Map<string, Organization>>;
}

export function identityClient(options: InternalClientOptions): IdentityClient {
  const getOrganizations = internalCall(internalContract.getOrganizations, options);
  const viewOrganizations = internalCall(internalContract.viewOrganizations, options);
  return {
    findOrganization: async (hostname) => {
      const { organizations } = await getOrganizations({ params: {}, body: { ids: [], hostnames: [hostname] } });
      return organizations[0]?.id;
    },
    viewOrganizations: async (ids, viewer) => {
      if (ids.length === 0) return new Map();
      const { organizations } = await viewOrganizations({ params: {}, body: { ids: [...ids], viewer } });
      return new Map(organizations.map((organization) => [organization.id, organization]));
    },
  };
}
