import { expect } from 'chai';
import { openApiDocument, operations } from '@quire/contract';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema: { [key: string]: Json } }[];
  requestBody?: { required: boolean; content: object };
  responses: Record<string, { description: string; content?: object }>;
}

function* nodes(value: Json): Generator<{ [key: string]: Json }> {
  if (Array.isArray(value)) for (const child of value) yield* nodes(child);
  else if (typeof value === 'object' && value !== null) {
    yield value;
    for (const child of Object.values(value)) yield* nodes(child);
  }
}

describe('openApiDocument', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument({ serverUrl: 'http://localhost:4000' }))) as {
    [key: string]: Json;
  };
  const paths = document.paths as unknown as Record<string, Record<string, Described>>;
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));

  it('is OpenAPI 3.1 with the given server and bearer tokens', () => {
    expect(document.openapi).to.equal('3.1.0');
    expect(document.servers).to.deep.equal([{ url: 'http://localhost:4000' }]);
    expect(document.security).to.deep.equal([{ bearer: [] }]);
  });

  it('describes every operation once', () => {
    expect(described.map(({ operationId }) => operationId)).to.have.members(
      operations.map(({ operationId }) => operationId),
    );
    for (const { operationId, method, path, tag, success } of operations) {
      const found = paths[path]?.[method.toLowerCase()];
      expect(found?.operationId).to.equal(operationId);
      expect(found?.tags).to.deep.equal([tag]);
      expect(found?.summary).to.match(/^[A-Z]/);
      expect(found?.responses).to.have.all.keys(`${success}`, 'default');
    }
  });

  it('declares each path parameter, and no parameter twice', () => {
    for (const [path, methods] of Object.entries(paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { operationId, parameters = [] } of Object.values(methods)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        expect(
          declared.map(({ name }) => name),
          operationId,
        ).to.have.members(inPath);
        expect(
          declared.every(({ required }) => required === true),
          operationId,
        ).to.equal(true);
        const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
        expect(names).to.deep.equal([...new Set(names)]);
      }
    }
  });

  it('resolves every reference and leaves no component unused', () => {
    const schemas = (document.components as { schemas: Record<string, Json> }).schemas;
    const references = new Set([...nodes(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])));
    expect([...references].sort()).to.deep.equal(
      Object.keys(schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    );
  });

  it('says what the bounds are', () => {
    const limit = paths['/v1/orgs']?.get?.parameters?.find(({ name }) => name === 'limit');
    expect(limit).to.deep.include({ in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 50 } });
    const schemas = (document.components as { schemas: Record<string, { properties: Record<string, Json> }> }).schemas;
    expect(schemas.Organization?.properties.title).to.deep.equal({ type: 'string', minLength: 2, maxLength: 255 });
  });

  it('opens public operations and requires bodies where something in them is required', () => {
    expect(paths['/v1/storage/{storageToken}']?.put?.security).to.deep.equal([]);
    expect(paths['/v1/spaces/{spaceId}']?.get).to.not.have.property('security');
    expect(paths['/v1/orgs/{organizationId}/teams']?.put?.requestBody?.required).to.equal(true);
    expect(paths['/v1/orgs/{organizationId}/spaces']?.post?.requestBody?.required).to.equal(false);
  });
});
