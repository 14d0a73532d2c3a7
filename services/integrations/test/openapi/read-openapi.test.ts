import { expect } from 'chai';
import fc from 'fast-check';
import { pathAt } from '../../src/openapi/check.js';
import { Unusable } from '../../src/openapi/problem.js';
import type { Source } from '../../src/openapi/read-files.js';
import { readOpenApi } from '../../src/openapi/read-openapi.js';
import { formats, samples, titled } from './samples.js';

const folder = 'https://api.example.com/docs/';
/** Reads a source among other files of its folder. */
const read = async (source: Source, files: Record<string, string> = {}) => {
  const { filesystem, document, digest } = await readOpenApi(source, async (url) => {
    const text = files[url.replace(folder, '')];
    if (text === undefined) throw new Unusable('FETCH_ERROR', [{ message: 'answered 404.' }]);
    return text;
  });
  return { filesystem: JSON.parse(filesystem), document: JSON.parse(document), digest };
};
const refused = async (source: Source, files: Record<string, string> = {}): Promise<Unusable> => {
  const error = await read(source, files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error, 'it is refused').to.be.instanceOf(Unusable);
  return error as Unusable;
};
const yaml = (...lines: string[]) => lines.join('\n');
const head = ['openapi: 3.0.3', 'info:', '  title: Ferry', '  version: "1"', 'paths: {}'];

describe('reading an OpenAPI document', () => {
  for (const [version, sample] of Object.entries(samples))
    for (const [format, write] of Object.entries(formats))
      it(`takes ${version} as ${format}, as it is`, async () => {
        const name = `openapi.${format.toLowerCase()}`;
        const { filesystem, document } = await read({ text: write(sample) });
        const plain = JSON.parse(JSON.stringify(sample));
        expect(document).to.deep.equal(plain);
        expect(filesystem).to.deep.equal({
          [name]: { filename: name, isEntrypoint: true, references: [], specification: plain },
        });
      });

  const info = { title: 'Ferry', version: '1' };
  for (const parts of [
    { openapi: '3.1.0', paths: {} },
    { openapi: '3.1.1', webhooks: {} },
    { openapi: '3.1.0', components: {} },
    { openapi: '3.1.0', paths: {}, components: {} },
    { openapi: '3.0.3', paths: {} },
    { swagger: '2.0', paths: {} },
  ])
    it(`takes ${JSON.stringify(parts)} and nothing else, as it is`, async () => {
      const document = { ...parts, info };
      expect((await read({ text: JSON.stringify(document) })).document).to.deep.equal(document);
    });

  it('takes no 3.1 without any of paths, webhooks and components', async () => {
    await refused({ text: JSON.stringify({ openapi: '3.1.0', info }) });
    await refused({ text: JSON.stringify({ openapi: '3.1.0', info, paths: [] }) });
  });

  it('finds the same in JSON and in YAML, and something else in another document', async () => {
    const [json, inYaml] = await Promise.all(
      Object.values(formats).map((write) => read({ text: write(samples['3.1']) })),
    );
    expect(json!.digest).to.equal(inYaml!.digest);
    expect((await read({ text: titled('Other') })).digest).not.to.equal(json!.digest);
  });

  it('keeps circles as references', async () => {
    const schemas = {
      Node: {
        properties: { next: { $ref: '#/components/schemas/Node' }, list: { $ref: '#/components/schemas/List' } },
      },
      List: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      Self: { $ref: '#/components/schemas/Self' },
    };
    const document = { ...samples['3.0'], components: { ...samples['3.0'].components, schemas } };
    const text = JSON.stringify({ ...document, paths: {} });
    expect((await read({ text })).document.components.schemas).to.deep.equal(schemas);
  });

  it('brings in other files, whose circles close, and rewrites what points there', async () => {
    const text = yaml(
      ...head.slice(0, 4),
      'paths:',
      '  /a: {$ref: "paths/a.yaml#/get~1a"}',
      'components:',
      '  schemas:',
      '    Id: {type: string}',
    );
    const files = {
      'paths/a.yaml': yaml(
        'get/a:',
        '  get:',
        '    responses:',
        '      200:',
        '        description: ok',
        '        content:',
        '          application/json:',
        '            schema: {$ref: "../schemas.json#/Node"}',
      ),
      'schemas.json': JSON.stringify({
        Node: { properties: { self: { $ref: '#/Node' }, id: { $ref: 'openapi.yaml#/components/schemas/Id' } } },
      }),
    };
    const { filesystem, document } = await read({ text, url: `${folder}openapi.yaml` }, files);
    expect(document.paths['/a']).to.deep.equal({ $ref: '#/x-quire-files/paths_a.yaml/get~1a' });
    const others = document['x-quire-files'];
    expect(others['paths_a.yaml']['get/a'].get.responses[200].content['application/json'].schema).to.deep.equal({
      $ref: '#/x-quire-files/schemas.json/Node',
    });
    expect(others['schemas.json'].Node.properties).to.deep.equal({
      self: { $ref: '#/x-quire-files/schemas.json/Node' },
      id: { $ref: '#/components/schemas/Id' },
    });
    expect(
      Object.values<any>(filesystem).map(({ filename, isEntrypoint, references }) => ({
        filename,
        isEntrypoint,
        references,
      })),
    ).to.deep.equal([
      { filename: 'openapi.yaml', isEntrypoint: true, references: ['paths/a.yaml'] },
      { filename: 'paths/a.yaml', isEntrypoint: false, references: ['schemas.json'] },
      { filename: 'schemas.json', isEntrypoint: false, references: ['openapi.yaml'] },
    ]);
    expect(filesystem['openapi.yaml'].specification.paths['/a'].$ref).to.equal('paths/a.yaml#/get~1a');
  });

  it('takes $ref in examples for a word', async () => {
    const example = { $ref: 'file:///etc/passwd' };
    const text = JSON.stringify({ ...samples['3.1'], components: { schemas: { Delay: { type: 'object', example } } } });
    expect((await read({ text })).document.components.schemas.Delay.example).to.deep.equal(example);
  });

  const repeat = (text: string, times: number) => text.repeat(times);
  const laughs = Array.from(
    { length: 12 },
    (_, n) =>
      `l${n}: &l${n} [${
        n
          ? Array(10)
              .fill(`*l${n - 1}`)
              .join()
          : 'lol'
      }]`,
  );
  const quiet = Array.from(
    { length: 30 },
    (_, n) => `l${n}: &l${n} {${n ? `a: *l${n - 1}, b: *l${n - 1}` : 'a: lol'}}`,
  );
  const bad: Record<string, { text: string; message: RegExp; place?: object }> = {
    nothing: { text: ' \n', message: /^is empty/ },
    'an HTML page': { text: '<!doctype html>\n<html></html>', message: /HTML page/ },
    XML: { text: '<?xml version="1.0"?><a/>', message: /must be an object in JSON or YAML/ },
    'a word': { text: 'hello', message: /must be an object/ },
    'a list': { text: '[1, 2]', message: /must be an object/ },
    'another object': { text: '{"a": 1}', message: /not a valid API definition/ },
    'a version that is not known': {
      text: yaml('openapi: 3.2.0', ...head.slice(1)),
      message: /3\.2 is currently unsupported/,
    },
    'broken YAML': {
      text: yaml('openapi: 3.0.3', 'info:', '  title: "Ferry'),
      message: /closing/,
      place: { file: 'openapi.yaml', line: 3 },
    },
    'broken JSON': {
      text: '{"openapi": "3.0.3",\n "info": {,}}',
      message: /./,
      place: { file: 'openapi.json', line: 2, column: 11 },
    },
    'a field that is missing': {
      text: yaml('openapi: 3.0.3', 'info:', '  title: Ferry', 'paths: {}'),
      message: /required property 'version'/,
      place: { file: 'openapi.yaml', path: '/info', line: 2, column: 1 },
    },
    'a field of another type, in JSON': {
      text: JSON.stringify(
        { ...samples['3.0'], paths: { '/a': { get: { responses: { 200: { description: 5 } } } } } },
        null,
        1,
      ),
      message: /string/,
      place: { path: '/paths/~1a/get/responses/200/description', line: 12 },
    },
    'a reference that leads nowhere': {
      text: yaml(...head.slice(0, 4), 'paths:', '  /a: {$ref: "#/nowhere"}'),
      message: /#\/nowhere, which is not there/,
      place: { path: '/paths/~1a', line: 6, column: 3 },
    },
    'a file of this machine': {
      text: yaml(...head, 'x: {$ref: "file:///etc/passwd"}'),
      message: /no address of a file here/,
      place: { path: '/x' },
    },
    'a relative file, though it came as a text': {
      text: yaml(...head, 'x: {$ref: "other.yaml#/a"}'),
      message: /no address of a file here/,
    },
    'wrong types everywhere': {
      text: yaml('openapi: 3.0.0', 'info: 5', 'paths: null', 'components: [1]'),
      message: /./,
      place: { path: '/info', line: 2 },
    },
    'a billion laughs': { text: yaml(...laughs, ...head), message: /cannot be read|too large/ },
    'a billion quiet laughs': { text: yaml(...quiet, ...head), message: /cannot be read|too large/ },
    'a merge of itself': { text: yaml('a: &a', '  <<: *a', ...head), message: /./ },
    'deep brackets': { text: repeat('[', 1_000_000), message: /nested deeper/ },
    'deep JSON': { text: `{"openapi": ${repeat('[', 5_000)}${repeat(']', 5_000)}}`, message: /nested more than 200/ },
    'deep dashes': { text: repeat('- ', 1_000_000), message: /nested deeper/ },
    'deep questions': { text: repeat('? ', 1_000), message: /nested deeper/ },
    'deep lines': { text: Array.from({ length: 600 }, (_, n) => `${repeat(' ', n)}a:`).join('\n'), message: /nested/ },
    'too many values': { text: `{"openapi": [${repeat('1,', 2_000_000)}1]}`, message: /too large/ },
  };
  for (const [what, { text, message, place }] of Object.entries(bad))
    it(`refuses ${what}`, async function () {
      this.timeout(30_000);
      const { code, problems } = await refused({ text });
      expect(code).to.equal('PARSE_ERROR');
      expect(problems[0]!.message).to.match(message);
      if (place) expect(problems[0]).to.include(place);
    });

  it('tells the first twenty problems, and how many there are', async () => {
    const responses = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [200 + n, {}]));
    const text = JSON.stringify({ ...samples['3.0'], paths: { '/a': { get: { responses } } }, components: undefined });
    const { problems, count } = await refused({ text });
    expect([problems.length, count]).to.deep.equal([20, 30]);
  });

  it('names the file of a problem, and the reference to a file that cannot be fetched', async () => {
    const text = yaml(...head, 'x: {$ref: "other.yaml#/a"}', 'y: {$ref: "missing.yaml"}');
    const url = `${folder}openapi.yaml`;
    expect((await refused({ text, url }, { 'other.yaml': 'a: "' })).problems[0]).to.include({
      file: 'other.yaml',
      line: 1,
    });
    expect((await refused({ text, url }, { 'other.yaml': 'b: 1', 'missing.yaml': 'a: 1' })).problems[0]).to.include({
      file: 'openapi.yaml',
      path: '/x',
      line: 6,
    });
    const missing = await refused({ text, url }, { 'other.yaml': 'a: 1' });
    expect(missing.code).to.equal('FETCH_ERROR');
    expect(missing.problems[0]).to.include({ message: 'refers to missing.yaml, which answered 404.', path: '/y' });
  });

  it('stops at 100 other files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`${n}.yaml`, `a: {$ref: "${n + 1}.yaml"}`]),
    );
    const { problems } = await refused(
      { text: yaml(...head, 'x: {$ref: "0.yaml"}'), url: `${folder}openapi.yaml` },
      files,
    );
    expect(problems[0]!.message).to.match(/more than 100 other files/);
  });

  it('knows what is at each line of a document that is written out', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const lines = JSON.stringify(value, null, 2).split('\n');
        const path: string[] = [];
        const indexes: number[] = [];
        lines.forEach((line, at) => {
          if (/^ *[\]}],?$/.test(line)) {
            indexes.pop();
            return void path.splice(indexes.length);
          }
          path.splice(indexes.length - 1);
          const key = /^ *("(?:[^"\\]|\\.)*"): /.exec(line);
          if (at > 0) path.push(key ? (JSON.parse(key[1]!) as string) : String(indexes[indexes.length - 1]!++));
          if (/[[{]$/.test(line)) indexes.push(0);
          expect(pathAt(value, at + 1), `line ${at + 1}`).to.deep.equal(path);
        });
      }),
      { numRuns: 100 },
    );
  });
});
