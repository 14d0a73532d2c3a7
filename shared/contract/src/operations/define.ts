import { z } from 'zod';
import { type Access, defineOperation, type OperationContract, type ServiceName } from '../operation.js';
import { IntegrationName } from '../schemas/integration.js';
import { Id, Slug, SubdomainName, text } from '../schemas/text.js';

/** Path parameters that are not plain ids. */
const paramSchemas: Record<string, z.ZodString> = {
  integrationName: IntegrationName,
  subdomain: SubdomainName,
  specSlug: Slug,
  pagePath: text({ min: 1, max: 4096 }),
  storageToken: text({ min: 1, max: 2048 }),
  fileToken: text({ min: 1, max: 2048 }),
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

const noQuery = z.object({});

type Definition<
  Path extends `/v1/${string}`,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> = Omit<
  OperationContract<z.ZodType, Query, Body, Response>,
  'path' | 'tag' | 'service' | 'access' | 'params' | 'query'
> & {
  path: Path;
  query?: Query;
  access?: Access;
};

/**
 * Returns a way to declare the operations of one tag. `params` come from the path's templates, so that they cannot
 * disagree with it; the query is empty and any token suffices unless told otherwise.
 */
export const operationsOf =
  (tag: string, service: ServiceName) =>
  <
    const Path extends `/v1/${string}`,
    Query extends z.ZodType = typeof noQuery,
    Body extends z.ZodType = z.ZodNever,
    Response extends z.ZodType = z.ZodNever,
  >(
    definition: Definition<Path, Query, Body, Response>,
  ): OperationContract<z.ZodObject<Record<ParamNames<Path>, z.ZodString>>, Query, Body, Response> => {
    const names = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as ParamNames<Path>);
    const params = Object.fromEntries(names.map((name) => [name, paramSchemas[name] ?? Id]));
    return defineOperation({
      tag,
      service,
      access: 'token',
      ...definition,
      params: z.object(params as Record<ParamNames<Path>, z.ZodString>),
      query: definition.query ?? (noQuery as z.ZodType as Query),
    });
  };
