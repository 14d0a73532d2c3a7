import { internalContract } from '@quire/contract';
import { Failure, type InternalClientOptions, internalCall, type Principal } from '@quire/runtime';
import type { z } from 'zod';

export type FoundSpec = z.output<typeof internalContract.findOpenApiSpec.response>;

/** What this service asks integrations. */
export interface IntegrationsClient {
  /** Who a token of an integration, by its id, stands for now; undefined when it is not valid any more. */
  findCaller(tokenId: string): Promise<Principal | undefined>;
  /** A specification of an organization by its slug; undefined when there is none. */
  findOpenApiSpec(organization: string, slug: string): Promise<FoundSpec | undefined>;
  /** The document of a version; undefined when it is gone. */
  getOpenApiDocument(version: string): Promise<Record<string, unknown> | undefined>;
}

export function integrationsClient(options: InternalClientOptions): IntegrationsClient {
  const findOpenApiSpec = internalCall(internalContract.findOpenApiSpec, options);
  // Documents may have many megabytes.
  const getOpenApiDocument = internalCall(internalContract.getOpenApiDocument, { ...options, timeoutMs: 15_000 });
  const introspect = internalCall(internalContract.introspectIntegrationToken, options);
  return {
    findCaller: async (tokenId) => (await introspect({ params: {}, body: { tokenId } })).principal ?? undefined,
    findOpenApiSpec: (organization, slug) => unlessGone(findOpenApiSpec({ params: {}, body: { organization, slug } })),
    getOpenApiDocument: async (version) =>
      (await unlessGone(getOpenApiDocument({ params: {}, body: { version } })))?.document,
  };
}

const unlessGone = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'not-found') return undefined;
    throw error;
  });
