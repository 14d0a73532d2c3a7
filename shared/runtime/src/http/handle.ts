import type { OperationContract } from '@quire/contract';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Db } from '../db.js';
import { type FailureDetail, Failure, invalid, preconditionFailed } from '../errors.js';
import { sha256 } from '../ids.js';
import type { Principal } from '../principal.js';
import { entityTag, namesTag } from './etag.js';
import { commitOnce, Replay } from './commit.js';
import { type IdempotencyClaim, type StoredAnswer, findAnswer } from './idempotency.js';
import {
  Committed,
  type Operation,
  type OperationRequest,
  type RawAnswer,
  type RawOperation,
  Representation,
} from './operation.js';
import { holds, sendEmpty, sendJson } from './respond.js';

export interface HandleOptions<Context> {
  db: Db;
  context: Context;
  /** Check every answer against the contract and fail with 500 when it breaks it: for development and tests. */
  validateResponses: boolean;
}

/** Runs one JSON operation: validate, act, present, with idempotency keys and conditional requests. */
export async function handleOperation<Context>(
  { contract, handle }: Operation<Context>,
  { db, context, validateResponses }: HandleOptions<Context>,
  {
    request,
    response,
    params,
    principal,
  }: { request: Request; response: Response; params: Record<string, string>; principal: Principal },
): Promise<void> {
  const input = parseInput(contract, { params, query: request.query, body: request.body as unknown });
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  const claim =
    writes && request.method !== 'DELETE'
      ? claimOf(contract, request, { principal, bodyHash: response.locals.bodyHash })
      : undefined;
  let location: string | undefined;

  const answerOf = (value: unknown): StoredAnswer => {
    if (validateResponses) checkResponse(contract, value);
    const text = contract.response ? JSON.stringify(value) : '';
    const target = contract.success === 201 ? (location ?? locationOf(value)) : location;
    return { status: contract.success, body: text, ...(target === undefined ? {} : { location: target }) };
  };

  const operationRequest: OperationRequest = {
    ...input,
    principal,
    signal: response.locals.signal as AbortSignal,
    location: (url) => {
      location = url;
    },
    ifMatch: (representation) => {
      const header = request.headers['if-match'];
      if (header !== undefined && !namesTag(header, entityTag(representation), 'strong')) {
        throw preconditionFailed('It was changed since you read it; read it again and repeat your change.');
      }
    },
    claim,
    commit: async (work) => new Committed(await commitOnce(db, work, { claim, answerOf })),
  };

  const answer = async (): Promise<StoredAnswer | Representation<unknown>> => {
    const earlier = claim && (await findAnswer(db, claim));
    if (earlier) return earlier;
    try {
      const result = await (handle as (r: OperationRequest, c: Context) => Promise<unknown>)(operationRequest, context);
      if (result instanceof Representation) return result;
      if (writes && !(result instanceof Committed))
        throw new Error(`${contract.operationId} answers a write that was not committed`);
      return answerOf(result instanceof Committed ? result.value : result);
    } catch (error) {
      if (error instanceof Replay) return error.answer;
      throw error;
    }
  };

  const result = await answer();
  if (result instanceof Representation) {
    const tag = entityTag(`${contract.operationId} ${result.tag}`);
    if (holds(request, tag))
      return void response.set({ ETag: tag, 'Cache-Control': 'private, no-cache' }).status(304).end();
    return sendJson(request, response, contract.success, answerOf(await result.body()).body, tag);
  }
  if (result.location !== undefined) response.set('Location', result.location);
  if (result.body === '') return sendEmpty(response, result.status);
  sendJson(request, response, result.status, result.body);
}

/** Runs one byte-stream operation. */
export async function handleRawOperation<Context>(
  { contract, handle }: RawOperation<Context>,
  { context }: HandleOptions<Context>,
  { request, response, params }: { request: Request; response: Response; params: Record<string, string> },
): Promise<void> {
  const input = parseInput(contract, { params, query: request.query, body: undefined });
  const answer = await (handle as (r: unknown, c: Context) => ReturnType<typeof handle>)(
    { ...input, headers: request.headers, method: request.method, body: request, signal: response.locals.signal },
    context,
  );
  await sendRaw(request, response, answer);
}

/** Sends bytes as they are. */
export async function sendRaw(request: Request, response: Response, answer: RawAnswer): Promise<void> {
  response.status(answer.status).set(answer.headers ?? {});
  if (!(answer.body instanceof Readable)) return void response.end(answer.body);
  if (request.method === 'HEAD') {
    answer.body.destroy();
    return void response.end();
  }
  await pipeline(answer.body, response).catch((error: NodeJS.ErrnoException) => {
    // The client went away: there is nobody left to tell.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function claimOf(
  contract: OperationContract,
  request: Request,
  { principal, bodyHash }: { principal: Principal; bodyHash: Buffer | undefined },
): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw invalid([{ path: 'headers.Idempotency-Key', message: 'takes 1 to 255 characters' }]);
  }
  // The scopes too: a token with fewer of them must not be answered what only another one may ask for.
  const scopes = [...principal.scopes].sort();
  const requestHash = sha256(
    JSON.stringify([request.method, request.originalUrl, scopes, bodyHash?.toString('base64') ?? null]),
  );
  // What one organization's token may see is not for another's to be answered again.
  const confined = principal.confinedTo === undefined ? '' : `@${principal.confinedTo}`;
  const caller = `${principal.kind}:${principal.userId}${confined}`;
  return { caller, operationId: contract.operationId, key, requestHash };
}

function parseInput(contract: OperationContract, raw: { params: unknown; query: unknown; body: unknown }) {
  const details: FailureDetail[] = [];
  const parse = (part: 'params' | 'query' | 'body', schema: z.ZodType | undefined) => {
    if (!schema) return undefined;
    const result = schema.safeParse(part === 'body' ? (raw.body ?? {}) : raw[part]);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      details.push({ path: [part, ...issue.path].join('.'), message: issue.message });
    return undefined;
  };
  const input = {
    params: parse('params', contract.params),
    query: parse('query', contract.query),
    body: parse('body', contract.body),
  };
  if (details.length > 0) throw invalid(details);
  return input;
}

function checkResponse(contract: OperationContract, value: unknown): void {
  const result = contract.response?.safeParse(value);
  if (result && !result.success) {
    const issues = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new Failure('internal', `${contract.operationId} breaks its contract: ${issues}`);
  }
}

function locationOf(value: unknown): string | undefined {
  return (value as { urls?: { location?: string } } | undefined)?.urls?.location;
}
