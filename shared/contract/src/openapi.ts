import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { operations } from './contract.js';
import type { OperationContract } from './operation.js';
import { ErrorBody } from './schemas/error.js';

/** A document in the OpenAPI 3.1 format. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;

/** Answers may gain fields within a version; and what a format or type says already is not said again. */
const simplify: CreateDocumentOptions['override'] = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.propertyNames) delete jsonSchema.propertyNames;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

function requestBody({ method, body, raw }: OperationContract): ZodOpenApiOperationObject['requestBody'] {
  if (body) {
    return { required: !body.safeParse(undefined).success, content: { 'application/json': { schema: body } } };
  }
  return raw && method !== 'GET' ? { required: true, content: bytes } : undefined;
}

function successResponse({ method, response, raw, success }: OperationContract) {
  const description = success === 201 ? 'Created.' : response || raw ? 'Done.' : 'Done; there is no content.';
  if (response) return { description, content: { 'application/json': { schema: response } } };
  return raw && method === 'GET' ? { description, content: bytes } : { description };
}

function describe(operation: OperationContract): ZodOpenApiOperationObject {
  const { operationId, tag, summary, access, params, query, success } = operation;
  const body = requestBody(operation);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(access === 'public' && { security: [] }),
    requestParams: {
      path: params as ZodOpenApiObject,
      query: query as ZodOpenApiObject,
    },
    ...(body && { requestBody: body }),
    responses: {
      [`${success}`]: successResponse(operation),
      default: {
        description: 'Refused or failed; `error.code` is the HTTP status.',
        content: { 'application/json': { schema: ErrorBody } },
      },
    },
  };
}

type ZodOpenApiObject = NonNullable<NonNullable<ZodOpenApiOperationObject['requestParams']>['query']>;

/** Describes every operation of the contract as an OpenAPI 3.1 document; `serverUrl` is where the API answers, without `/v1`. */
export function openApiDocument({ serverUrl }: { serverUrl: string }): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Lowercase<OperationContract['method']>;
    paths[operation.path] = { ...paths[operation.path], [method]: describe(operation) };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Quire', version: '1', description: 'Documentation as spaces, change requests and sites.' },
      servers: [{ url: serverUrl }],
      security: [{ bearer: [] }],
      tags: [...new Set(operations.map(({ tag }) => tag))].sort().map((name) => ({ name })),
      paths,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    { override: simplify },
  );
}
