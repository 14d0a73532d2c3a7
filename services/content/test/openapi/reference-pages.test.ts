import { expect } from 'chai';
import fc from 'fast-check';
import { readDocument } from '../../src/document/read-document.js';
import { outlineOf } from '../../src/openapi/outline.js';
import { liveBlocks, type ReferencePage, referencePages } from '../../src/openapi/reference-pages.js';
import { markdownText } from '../markdown/arbitraries.js';
import { petstore } from './petstore.js';

const pagesOf = (document: object, props: Parameters<typeof referencePages>[1] = { models: true }) =>
  referencePages(outlineOf(document as Record<string, unknown>), props, liveBlocks('petstore'));
const titles = ({ title, pages }: ReferencePage): unknown =>
  pages.length === 0 ? title : [title, ...pages.map(titles)];
const operationsOn = (markdown: string) =>
  readDocument(markdown)
    .nodes.filter(({ type }) => type === 'openapi-operation')
    .map(({ data }) => `${String(data.method)} ${String(data.path)}`);

describe('pages of an OpenAPI specification', () => {
  it('has a page per tag with its operations, and one of the schemas', () => {
    const root = pagesOf(petstore());
    expect(titles(root)).to.deep.equal(['Pet store', 'Pets', 'default', 'Models']);
    expect(root.markdown).to.equal(
      'All about **pets**.\n\nVersion: 1.2.3\n\n## Servers\n\n- `https://pets.example/v1`\n',
    );
    const [pets, other, models] = root.pages;
    expect(pets!.markdown).to.equal(`Everything with fur.

## List pets <a href="#listpets" id="listpets"></a>

Lists _all_ pets.

{% openapi-operation spec="petstore" path="/pets" method="get" headless="true" %}
{% endopenapi-operation %}

## Create a pet <a href="#createpet" id="createpet"></a>

{% openapi-operation spec="petstore" path="/pets" method="post" headless="true" %}
{% endopenapi-operation %}
`);
    expect(operationsOn(other!.markdown)).to.deep.equal(['get /health']);
    expect(models!.markdown).to.include('{% openapi-schemas spec="petstore" schemas="Pet" grouped="false" %}');
    expect(titles(pagesOf(petstore(), { models: false }))).to.deep.equal(['Pet store', 'Pets', 'default']);
  });

  it('has a page per operation when asked', () => {
    const root = pagesOf(petstore(), { models: false, grouping: 'by-operation' });
    expect(titles(root)).to.deep.equal([
      'Pet store',
      ['Pets', 'List pets', 'Create a pet'],
      ['default', 'GET /health'],
    ]);
    expect(root.pages[0]!.pages.map(({ props }) => props)).to.deep.equal([
      { doc: 'operation', page: '/pets', method: 'get' },
      { doc: 'operation', page: '/pets', method: 'post' },
    ]);
  });

  const table: Record<string, [document: object, titles: unknown]> = {
    'nothing at all': [{}, 'API reference'],
    'a Swagger document': [
      {
        swagger: '2.0',
        info: { title: 'Old' },
        host: 'a.example',
        paths: { '/x': { get: { tags: ['t'] } } },
        definitions: { D: {} },
      },
      ['Old', 't', 'Models'],
    ],
    'what is not as it should be': [
      { info: [], tags: [null, { name: 5 }], paths: { '/x': null, '/y': { get: 'no' } }, components: { schemas: [] } },
      'API reference',
    ],
    'a path item elsewhere, and one in circles': [
      {
        info: { title: 'T' },
        paths: { '/a': { $ref: '#/x/a' }, '/b': { $ref: '#/x/b' } },
        x: { a: { get: {} }, b: { $ref: '#/x/b' } },
      },
      ['T', 'default'],
    ],
  };
  for (const [title, [document, expected]] of Object.entries(table)) {
    it(`makes something of ${title}`, () => expect(titles(pagesOf(document))).to.deep.equal(expected));
  }

  it('splits a tag of very many operations, and keeps every key once', () => {
    const paths = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`/p${index}`, { get: {} }]));
    const { pages } = pagesOf({ paths });
    expect(pages.map(({ title }) => title)).to.deep.equal(['default', 'default (2)', 'default (3)']);
    expect(pages.flatMap(({ markdown }) => operationsOn(markdown))).to.have.length(1_100);
    expect(new Set(pages.map(({ key }) => key)).size).to.equal(3);
  });

  it('shows every operation whatever descriptions hold', () => {
    fc.assert(
      fc.property(markdownText, markdownText, fc.string({ unit: 'binary' }), (first, second, summary) => {
        const document = {
          tags: [{ name: 't', description: first }],
          paths: {
            '/a': { get: { tags: ['t'], description: second, summary } },
            '/b': { get: { tags: ['t'], summary } },
          },
        };
        expect(operationsOn(pagesOf(document).pages[0]!.markdown)).to.include.members(['get /a', 'get /b']);
      }),
      { numRuns: 150 },
    );
  });
});
