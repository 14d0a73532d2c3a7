import type { ReadOpenApi } from '../read-openapi.js';
import type { OpenApiProblem } from '@quire/contract';
import type { Unusable } from '../problem.js';

export type FromWorker =
  | { type: 'fetch'; id: number; url: string; maxBytes: number }
  | { type: 'read'; result: ReadOpenApi }
  | { type: 'unusable'; code: Unusable['code']; problems: readonly OpenApiProblem[]; count: number }
  | { type: 'failed'; stack: string };

export type ToWorker = { id: number; text: string } | { id: number; code: Unusable['code']; message: string };
