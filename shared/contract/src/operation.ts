import type { z } from 'zod';

/** The services that own operations; also the names of their Postgres schemas and login roles. */
export const services = ['identity', 'content', 'sites', 'integrations'] as const;
export type ServiceName = (typeof services)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation, as far as the gateway can tell:
 * `token` any authenticated principal, `public` anybody (the handler checks a signature of its own),
 * `instance-admin` instance administrators only. What a caller may do to one object is decided in the handler.
 */
export type Access = 'token' | 'public' | 'instance-admin';

/** One `/v1` operation as data. `path` is an OpenAPI template that starts with `/v1`. */
export interface OperationContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  operationId: string;
  method: Method;
  path: `/v1/${string}`;
  tag: string;
  service: ServiceName;
  summary: string;
  access: Access;
  /** Path parameters, all strings. */
  params: Params;
  /** Query parameters after coercion (`boolean`, `number`, repeated keys to arrays). */
  query: Query;
  /** JSON request body; absent for operations without one and for `raw` ones. */
  body?: Body;
  /** Success status. */
  success: 200 | 201 | 204 | 205 | 302 | 303;
  /** JSON response body of the success status; absent for 204, 205 and `raw`. */
  response?: Response;
  /** Largest request body in bytes; 1 MiB unless set. */
  bodyLimit?: number;
  /** Milliseconds the gateway waits for the service; 30,000 unless set. */
  timeout?: number;
  /** Request or response is not JSON but a byte stream. */
  raw?: boolean;
  /** Not in the published API: one of Quire's own. */
  own?: boolean;
}

/** Declares an operation and keeps the exact types of its schemas. */
export function defineOperation<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType = z.ZodNever,
  Response extends z.ZodType = z.ZodNever,
>(contract: OperationContract<Params, Query, Body, Response>): OperationContract<Params, Query, Body, Response> {
  return contract;
}
