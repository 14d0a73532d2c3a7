import type { JsonDocument } from '@quire/contract';
import { expect } from 'chai';
import fc from 'fast-check';
import { renderDocument } from '../../src/render/render.js';

const operation = (path: string, method: string, more: object = {}) => ({
  object: 'block',
  type: 'openapi-operation',
  data: { ref: { kind: 'openapi', spec: 'pets' }, path, method, ...more },
});
const schemas = (...names: string[]) => ({
  object: 'block',
  type: 'openapi-schemas',
  data: { ref: { kind: 'openapi', spec: 'pets' }, schemas: names },
});
const html = async (spec: object | undefined, ...nodes: object[]) =>
  (
    await renderDocument({ object: 'document', data: {}, nodes } as JsonDocument, {
      resolve: () => undefined,
      specs: new Map(spec ? [['pets', spec as Record<string, unknown>]] : []),
    })
  ).html;

const pets = {
  openapi: '3.1.0',
  servers: [{ url: 'https://{region}.pets.example/v1/', variables: { region: { default: 'eu' } } }],
  security: [{ token: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      put: {
        summary: 'Replace a pet',
        description: 'Takes **all** of it.',
        deprecated: true,
        parameters: [
          { name: 'dry', in: 'query', required: true, description: 'Only _try_.', schema: { type: 'boolean' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {
          200: {
            description: 'Done',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { description: 'None such' },
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Base: { type: 'object', required: ['name'], properties: { name: { type: 'string', example: "Rex's" } } },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            properties: {
              kind: { enum: ['cat', 'dog'], default: 'cat', type: 'string' },
              parents: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
            },
          },
        ],
      },
    },
  },
};

describe('blocks of an API reference', () => {
  it('show all that there is to know of an operation', async () => {
    const page = await html(pets, operation('/pets/{id}', 'put'));
    for (const part of [
      '<h2 class="api-title">Replace a pet</h2>',
      '<strong>all</strong>',
      '<span class="api-method api-put">PUT</span>',
      '<span class="api-server">https://eu.pets.example/v1</span>/pets/{id}',
      '<span class="api-deprecated">deprecated</span>',
      '<code>token</code>: bearer token',
      '<h3 class="api-part">Path parameters</h3><ul class="api-fields"><li><p><code>id</code> <span class="api-type">string (uuid)</span> <span class="api-required">required</span>',
      '<em>try</em>',
      '<h3 class="api-part">Request body <span class="api-required">required</span></h3>',
      'One of <code>cat</code>, <code>dog</code> · Default <code>cat</code>',
      '<span class="api-type">array of Pet</span>',
      'The same as above.',
      '<details open><summary><code class="api-status api-status-2">200</code>',
      '<p class="api-response"><code class="api-status api-status-4">404</code>',
      `curl -X PUT 'https://eu.pets.example/v1/pets/{id}?dry=true'`,
      `-H 'Authorization: Bearer &lt;token&gt;'`,
      `"name": "Rex'\\''s"`,
    ])
      expect(page).to.include(part);
  });

  it('leave title and description to the page when it has them', async () => {
    const page = await html(pets, operation('/pets/{id}', 'put', { headless: 'true' }));
    expect(page).to.include('PUT').and.not.include('Replace a pet').and.not.include('<strong>all</strong>');
  });

  it('stand below the heading before them, and add none of their own to the outline', async () => {
    const put = pets.paths['/pets/{id}'].put;
    const said = { ...pets, paths: { '/pets/{id}': { put: { ...put, description: '# Loud\n\nWords.' } } } };
    const heading = { object: 'block', type: 'heading-3', data: {}, nodes: [], meta: { id: 'part' } };
    const page = await html(said, heading, operation('/pets/{id}', 'put'));
    expect([...page.matchAll(/<h\d class="[^"]+">[\w ]+/g)].map(([tag]) => tag)).to.include.members([
      '<h4 class="api-title">Replace a pet',
      '<h5 class="api-part">Responses',
    ]);
    expect(page).to.include('<p><strong>Loud</strong></p>').and.not.include('<h1');
  });

  it('show schemas, each with what is in it', async () => {
    const page = await html(pets, schemas('Base', 'Missing'));
    expect(page).to.include('<summary>Base</summary>').and.include('<code>name</code>');
    expect(page).to.include('<p class="card-link operation"><code>Missing</code></p>');
  });

  it('tell what the values are of a schema that only lists them', async () => {
    const properties = {
      kind: { enum: ['cat', 'dog', null] },
      legs: { enum: [2, 4] },
      weight: { enum: [1, 2.5] },
      only: { const: true },
      all: { items: { enum: [[], {}] } },
    };
    const page = await html({ components: { schemas: { Pet: { properties } } } }, schemas('Pet'));
    const types = Array.from(page.matchAll(/<code>(\w+)<\/code> <span class="api-type">([^<]*)/g), ([, name, type]) => [
      name,
      type,
    ]);
    expect(Object.fromEntries(types)).to.deep.equal({
      kind: 'string or null',
      legs: 'integer',
      weight: 'number',
      only: 'boolean',
      all: 'array of array or object',
    });
  });

  it('read Swagger documents too', async () => {
    const page = await html(
      {
        swagger: '2.0',
        host: 'old.example',
        basePath: '/api',
        securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        security: [{ key: [] }],
        paths: {
          '/x': {
            post: {
              parameters: [
                { name: 'body', in: 'body', schema: { $ref: '#/definitions/X' } },
                { name: 'n', in: 'query', type: 'integer', maximum: 5 },
              ],
              responses: { 200: { description: 'OK', schema: { $ref: '#/definitions/X' } } },
            },
          },
        },
        definitions: { X: { type: 'object', properties: { a: { type: 'integer' } } } },
      },
      operation('/x', 'POST'),
    );
    for (const part of [
      'https://old.example/api',
      'At most <code>5</code>',
      'X-Key: &lt;key&gt;',
      '"a": 1',
      '<code>a</code>',
    ])
      expect(page).to.include(part);
  });

  it('name what is not there, and no more', async () => {
    for (const [spec, node] of [
      [undefined, operation('/pets', 'get')],
      [pets, operation('/pets', 'get')],
      [pets, operation('/pets/{id}', 'constructor')],
      [{ paths: 5 }, operation('/pets', 'get')],
      [{ paths: { '/pets': { $ref: '#/paths/~1pets' } } }, operation('/pets', 'get')],
    ] as const)
      expect(await html(spec, node)).to.match(
        /^<p class="card-link operation"><code>\w+ \/pets(\/\{id\})?<\/code><\/p>$/,
      );
  });

  it('end for schemas that do not', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`p${index}`, { $ref: `#/components/schemas/S${(index % 5) + 1}` }]),
    );
    const all = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`S${index}`, { type: 'object', properties: wide }]),
    );
    const spec = {
      paths: {
        '/': {
          post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } } },
        },
      },
      components: {
        schemas: {
          ...all,
          Self: { allOf: [{ $ref: '#/components/schemas/Self' }], items: { $ref: '#/components/schemas/Self' } },
        },
      },
    };
    const page = await html(spec, operation('/', 'post'), schemas('Self', 'S0'));
    expect(page.length).to.be.lessThan(2_000_000);
    expect(page).to.include('…');
  });

  it('let nothing run, whatever a specification holds', async () => {
    const evil =
      '"><img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">x</a>[y](javascript:alert(1))';
    const anything = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(anything)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, anything(inner)]))
          : typeof value === 'string' &&
              !value.startsWith('#/') &&
              !['path', 'query', 'http', 'object', 'array'].includes(value)
            ? evil
            : value;
    const page = await html(anything(pets) as object, operation('/pets/{id}', 'put'), schemas('Pet', 'Base'));
    expect(page).to.include('alert(1)');
    expect(page).not.to.match(/<script|<img|<[^>]*\son\w+=|<[^>]*href="javascript/i);
  });

  it('are made of anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue(), async (operationFields, schema) => {
        const spec = {
          paths: { '/': { get: operationFields, parameters: schema } },
          components: { schemas: { S: schema } },
          security: schema,
        };
        expect(await html(spec, operation('/', 'get'), schemas('S'))).to.be.a('string');
      }),
      { numRuns: 200 },
    );
  });
});
