import { expect } from 'chai';
import { stringify } from 'yaml';
import { petstore } from '../openapi/petstore.js';
import { planOfFile, textOf } from './plan-of-source.js';

describe('importing an OpenAPI specification', () => {
  for (const [kind, source] of [
    ['JSON', JSON.stringify(petstore())],
    ['YAML', stringify(petstore())],
  ] as const) {
    it(`gives pages that say what it says, from ${kind}`, async () => {
      const plan = await planOfFile('open-api', source, { name: 'openapi' });
      expect(plan.pages.map(({ title }) => title)).to.deep.equal(['Pet store']);
      expect(plan.pages[0]!.children.map(({ title }) => title)).to.deep.equal(['Pets', 'default', 'Models']);
      const pets = textOf(plan, 'pets.md');
      for (const part of [
        '```http\nGET /pets\n```',
        '### Parameters\n\n- `limit` (integer, in query)',
        '### Responses\n\n- `200` (array of Pet): Pets\n  - `name` (string, required)',
      ])
        expect(pets).to.include(part);
      expect(textOf(plan, 'models.md')).to.include('An animal.').and.include('- `parent` (Pet)');
      expect(pets).not.to.include('{% openapi');
    });
  }

  it('tells what the values are of a schema that only lists them', async () => {
    const properties = { kind: { enum: ['cat', null] }, weight: { enum: [1, 2.5] }, only: { const: true }, any: {} };
    const document = {
      openapi: '3.1.0',
      info: { title: 'T' },
      paths: {},
      components: { schemas: { Pet: { properties } } },
    };
    const models = textOf(await planOfFile('open-api', JSON.stringify(document), { name: 'openapi' }), 'models.md');
    expect(models).to.include('- `kind` (string or null)\n- `weight` (number)\n- `only` (boolean)\n- `any` (any)');
  });

  const refused: Record<string, [source: string, message: RegExp]> = {
    'what is no specification': ['{"a": 1}', /no OpenAPI specification/],
    'a list': ['[]', /no OpenAPI specification/],
    'broken JSON': ['{"openapi": ', /neither JSON nor YAML/],
    'broken YAML': ['a: [', /neither JSON nor YAML/],
    'aliases that explode': [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
        .join('\n')}\n`,
      /neither JSON nor YAML/,
    ],
    'explicit keys without end': [`openapi: ${'? '.repeat(10_000)}`, /nested deeper/],
    'too much': [' '.repeat(10 * 1024 * 1024 + 1), /larger than 10 MiB/],
  };
  for (const [title, [source, message]] of Object.entries(refused)) {
    it(`refuses ${title}`, async () => {
      const error = await planOfFile('open-api', source).then(
        () => undefined,
        (thrown: { details: { message: string }[] }) => thrown,
      );
      expect(error?.details[0]!.message).to.match(message);
    });
  }
});
