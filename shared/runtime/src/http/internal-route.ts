import type { OperationContract } from '@quire/contract';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { invalid } from '../errors.js';

/** An operation for other services only; its path starts with `/internal`. */
export type InternalContract<
  P extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = Omit<OperationContract<P, z.ZodType, B, R>, 'path'> & { path: string };

export interface InternalRoute<Context> {
  contract: InternalContract;
  handle: (input: { params: never; body: never }, context: Context) => Promise<unknown>;
}

/** Binds a handler to an internal contract. */
export function internalRoute<P extends z.ZodType, B extends z.ZodType, R extends z.ZodType, Context>(
  contract: Omit<OperationContract<P, z.ZodType, B, R>, 'path'> & { path: string },
  handle: (input: { params: z.output<P>; body: z.output<B> }, context: Context) => Promise<z.input<R>>,
): InternalRoute<Context> {
  return { contract, handle };
}

/** Runs one internal operation. */
export async function handleInternal<Context>(
  { contract, handle }: InternalRoute<Context>,
  context: Context,
  { request, response, params }: { request: Request; response: Response; params: Record<string, string> },
): Promise<void> {
  const parse = (part: string, schema: z.ZodType | undefined, value: unknown) => {
    const result = schema?.safeParse(value);
    if (result && !result.success)
      throw invalid(result.error.issues.map((i) => ({ path: [part, ...i.path].join('.'), message: i.message })));
    return result?.data;
  };
  const input = { params: parse('params', contract.params, params), body: parse('body', contract.body, request.body) };
  const answer = await (handle as (i: unknown, c: Context) => Promise<unknown>)(input, context);
  response.json(answer);
}
