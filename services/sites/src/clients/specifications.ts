import { internalContract } from '@quire/contract';
import { Failure, type InternalClientOptions, internalCall } from '@quire/runtime';

/** The OpenAPI document of a version; undefined once it is gone. */
export type Specifications = (version: string) => Promise<SpecDocument | undefined>;
export type SpecDocument = Readonly<Record<string, unknown>>;

/** A document may have many megabytes. */
const timeoutMs = 15_000;

export function specifications(options: InternalClientOptions): Specifications {
  const getOpenApiDocument = internalCall(internalContract.getOpenApiDocument, { ...options, timeoutMs });
  return async (version) => {
    try {
      return (await getOpenApiDocument({ params: {}, body: { version } })).document;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'not-found') return undefined;
      throw error;
    }
  };
}
