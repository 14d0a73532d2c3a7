import { internalContract } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';

/** What this service asks identity. */
export interface IdentityClient {
  /** The organizations of these ids that exist. */
  getOrganizations(ids: string[]): Promise<{ id: string; title: string; sequence: number }[]>;
}

export function identityClient(options: InternalClientOptions): IdentityClient {
  const getOrganizations = internalCall(internalContract.getOrganizations, options);
  return {
    getOrganizations: async (ids) => (await getOrganizations({ params: {}, body: { ids } })).organizations,
  };
}
