import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound, type Outbound } from '@quire/runtime';
import { expect } from 'chai';
import { Unusable } from '../../src/openapi/problem.js';
import { type ReadingOptions, readInWorker } from '../../src/openapi/worker/read-in-worker.js';
import { samples, titled } from './samples.js';

describe('reading in a thread', function () {
  // It starts slowly while its sources are compiled.
  this.timeout(60_000);
  let outbound: Outbound;
  let server: Server;
  let url: string;
  let answer: RequestListener;
  before(async () => {
    outbound = createOutbound({ allow: ['127.0.0.1'] });
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
  });
  after(async () => {
    await outbound.close();
    server.closeAllConnections();
    server.close();
  });

  const { signal } = new AbortController();
  const read = (source: { url: string } | { text: string }, options: Partial<ReadingOptions> = {}) =>
    readInWorker(source, { outbound, signal, ...options });
  const outcome = async (source: { url: string } | { text: string }, options: Partial<ReadingOptions> = {}) => {
    const error = await read(source, options).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Unusable);
    return [(error as Unusable).code, (error as Unusable).message];
  };

  it('follows a redirect, and finds other files relative to where that leads', async () => {
    answer = ({ url: path }, response) => {
      if (path === '/openapi.json') response.writeHead(302, { location: '/v2/api.json' }).end();
      else if (path === '/v2/api.json')
        response.end(JSON.stringify({ ...samples['3.1'], components: { schemas: { A: { $ref: 'a.yaml' } } } }));
      else if (path === '/v2/a.yaml') response.end('type: string');
      else response.writeHead(404).end();
    };
    const { document, filesystem } = await read({ url });
    expect(JSON.parse(document)['x-quire-files']).to.deep.equal({ 'a.yaml': { type: 'string' } });
    expect(Object.keys(JSON.parse(filesystem))).to.deep.equal(['api.json', 'a.yaml']);
  });

  const answers: [string, RequestListener, string, RegExp][] = [
    ['404', (_, response) => response.writeHead(404).end('{}'), 'FETCH_ERROR', /answered 404/],
    ['a broken connection', (_, response) => response.destroy(), 'FETCH_ERROR', /broke the connection off/],
    ['an HTML page', (_, response) => response.end('<!doctype html><html>'), 'PARSE_ERROR', /HTML page/],
    ['nothing', (_, response) => response.end(), 'PARSE_ERROR', /is empty/],
    ['bytes that are no text', (_, response) => response.end(Buffer.from([0, 255, 254, 1])), 'PARSE_ERROR', /./],
    [
      'more than 10 MiB',
      (_, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1, 32)),
      'FETCH_ERROR',
      /larger than 10 MiB/,
    ],
    [
      'a redirect to this machine',
      (_, response) => response.writeHead(302, { location: 'http://[::1]/' }).end(),
      'FETCH_ERROR',
      /private/,
    ],
    [
      'a reference to a private address',
      (_, response) => response.end(JSON.stringify({ ...samples['3.1'], 'x-a': { $ref: 'http://10.0.0.1/a.json' } })),
      'FETCH_ERROR',
      /10\.0\.0\.1.*private/,
    ],
  ];
  for (const [what, listener, code, message] of answers)
    it(`tells of an address that answers ${what}`, async () => {
      answer = listener;
      const [found, told] = await outcome({ url });
      expect(found).to.equal(code);
      expect(told).to.match(message);
    });

  it('tells of an address that does not answer, or another file there that does not', async () => {
    answer = () => undefined;
    expect(await outcome({ url }, { fetchMs: 100 })).to.deep.equal(['FETCH_TIMEOUT', 'did not answer in time.']);
    const text = JSON.stringify({ ...samples['3.1'], 'x-a': { $ref: url } });
    expect((await outcome({ text }, { fetchMs: 100 }))[0]).to.equal('FETCH_TIMEOUT');
  });

  it('ends what takes too long, and what nobody waits for any more', async () => {
    expect(await outcome({ text: titled('Slow') }, { totalMs: 1 })).to.deep.equal([
      'PARSE_ERROR',
      'took longer than 0.001 s to read.',
    ]);
    const stopping = new AbortController();
    const reading = read({ text: titled('Given up') }, { signal: stopping.signal });
    stopping.abort(new Error('stop'));
    expect(await reading.catch((error: unknown) => (error as Error).message)).to.equal('stop');
  });

  it('lets a document have no more memory than there is for it', async () => {
    const text = `{"a": [${'{},'.repeat(300_000)}{}]}`;
    expect(await outcome({ text }, { maxHeapMiB: 24 })).to.deep.equal([
      'PARSE_ERROR',
      'needs more memory than there is for it.',
    ]);
  });
});
