import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  bearer,
  type Failed,
  type Init,
  listen,
  send,
  startWorld,
  type World,
  type WorldOptions,
} from './support/world.js';

const mebibyte = 1024 * 1024;
type Content = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

describe('the proxy', () => {
  let world: World;
  let token: string;
  const start = async (content: Content, options: WorldOptions = {}) => {
    world = await startWorld((incoming, outgoing) => void content(incoming, outgoing), options);
    token = world.identity.issue();
  };
  afterEach(() => world.stop());

  const call = (path = '/v1/things/x', init: Init = {}) =>
    fetch(world.url + path, { ...init, headers: { ...bearer(token), ...init.headers } });

  const drainRequest = async (incoming: IncomingMessage) => {
    let size = 0;
    for await (const chunk of incoming) size += (chunk as Buffer).length;
    return size;
  };

  describe('towards a service that', () => {
    it('is down answers 503 within a second', async () => {
      await start(() => {});
      const began = Date.now();
      const answer = await call('/v1/sites');
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('retry-after')).to.equal('1');
      expect(Date.now() - began).to.be.lessThan(1_000);
      expect(((await answer.json()) as Failed).error).to.deep.equal({
        code: 503,
        message: 'sites is not available right now.',
      });
    });

    it('does not answer in time answers 504 and lets go of the service', async () => {
      let gone = false;
      await start((_incoming, outgoing) => outgoing.on('close', () => (gone = true)));
      const answer = await call('/v1/impatient');
      expect(answer.status).to.equal(504);
      expect(((await answer.json()) as Failed).error.code).to.equal(504);
      await delay(20);
      expect(gone).to.equal(true);
    });

    it('does not read a body answers 504', async () => {
      await start((incoming) => void incoming.pause());
      const answer = await call('/v1/impatient', { method: 'PUT', body: 'x'.repeat(mebibyte) });
      expect(answer.status).to.equal(504);
    });

    it('has its time counted from the last byte of a slow client', async () => {
      await start(async (incoming, outgoing) => void outgoing.end(String(await drainRequest(incoming))));
      const body = Readable.from(
        (async function* () {
          for (let count = 0; count < 5; count++) {
            yield Buffer.from('x');
            await delay(100);
          }
        })(),
      );
      const answer = await call('/v1/impatient', { method: 'PUT', body, duplex: 'half' } as never);
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.equal('5');
    });

    it('breaks the connection before it answers answers 503', async () => {
      await start((incoming) => void incoming.socket.destroy());
      expect((await call('/v1/things', { method: 'POST', body: '{}' })).status).to.equal(503);
    });

    it('dies in the middle of an answer cuts the client off too', async () => {
      await start((_incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-length': '1000' }).write('half');
        setTimeout(() => outgoing.destroy(), 20);
      });
      const answer = await call();
      expect(answer.status).to.equal(200);
      const failed = await answer.text().then(
        () => false,
        () => true,
      );
      expect(failed).to.equal(true);
    });

    it('stalls in the middle of an answer cuts the client off too', async () => {
      await start((_incoming, outgoing) => void outgoing.writeHead(200).write('half'));
      const answer = await call('/v1/impatient');
      const failed = await answer.text().then(
        () => false,
        () => true,
      );
      expect(failed).to.equal(true);
    });

    it('was restarted is asked again, when the connection was an old one and the request reads', async () => {
      const connections = new Set<IncomingMessage['socket']>();
      let breaking = false;
      await start((incoming, outgoing) => {
        if (breaking && connections.has(incoming.socket)) return void incoming.socket.destroy();
        connections.add(incoming.socket);
        incoming.resume();
        outgoing.end('{}');
      });
      expect((await call()).status).to.equal(200);
      breaking = true;
      expect((await call()).status).to.equal(200);
      expect((await call('/v1/things', { method: 'POST', body: '{}' })).status).to.equal(503);
    });

    it('answers before it has the whole body: the answer arrives, the rest is dropped', async () => {
      let upstreamClosed = false;
      await start((incoming, outgoing) => {
        incoming.once('data', () => {
          incoming.pause();
          outgoing.writeHead(413, { 'content-type': 'application/json' }).end('{"error":{"code":413}}');
          // A paused socket does not notice that the other side is gone.
          setTimeout(() => incoming.resume(), 20);
        });
        incoming.socket.once('close', () => (upstreamClosed = true));
      });
      const chunk = Buffer.alloc(mebibyte);
      const body = Readable.from(
        (async function* () {
          for (let count = 0; count < 30; count++) yield chunk;
        })(),
      );
      const answer = await call('/v1/files/f', { method: 'PUT', body, duplex: 'half' } as never);
      expect(answer.status).to.equal(413);
      await delay(100);
      expect(upstreamClosed).to.equal(true);
      expect((await call('/v1/nothing')).status).to.equal(404);
    });
  });

  describe('towards a client that', () => {
    it('goes away ends the request to the service', async () => {
      let closed: Promise<unknown> | undefined;
      const arrived = new Promise<ServerResponse>((resolve) => {
        void start((_incoming, outgoing) => {
          closed = once(outgoing, 'close');
          resolve(outgoing);
        }).then(() => {
          const controller = new AbortController();
          call('/v1/things/x', { signal: controller.signal }).catch(() => undefined);
          setTimeout(() => controller.abort(), 100);
        });
      });
      const outgoing = await arrived;
      await closed;
      expect(outgoing.writableFinished).to.equal(false);
    });

    it('goes away in the middle of an upload ends the request to the service', async () => {
      const aborted = new Promise<void>((resolve) => {
        void start((incoming) => {
          incoming.resume().on('error', () => undefined);
          incoming.once('close', () => !incoming.complete && resolve());
        }).then(() => {
          const outgoing = request({
            port: world.port,
            host: '127.0.0.1',
            method: 'PUT',
            path: '/v1/files/f',
            headers: { 'content-length': '1000' },
          });
          outgoing.on('error', () => undefined);
          outgoing.write('half');
          setTimeout(() => outgoing.destroy(), 100);
        });
      });
      await aborted;
    });

    it('announces too much and sends it all the same sees the 413', async () => {
      await start((_incoming, outgoing) => void outgoing.end('{}'));
      const answer = await call('/v1/things', { method: 'POST', body: Buffer.alloc(20 * mebibyte) });
      expect(answer.status).to.equal(413);
    });

    it('pauses in the middle of a download gets the rest', async () => {
      await start((_incoming, outgoing) => void outgoing.end(Buffer.alloc(20 * mebibyte)));
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ host: '127.0.0.1', port: world.port, path: '/v1/impatient', headers: bearer(token) }, resolve)
          .on('error', reject)
          .end();
      });
      answer.pause();
      await delay(700);
      expect(await drainRequest(answer)).to.equal(20 * mebibyte);
    });
  });

  describe('Expect: 100-continue', () => {
    const ask = (headers: Record<string, string>, path = '/v1/things') =>
      new Promise<{ continued: boolean; status: number; connection?: string }>((resolve, reject) => {
        let continued = false;
        const outgoing = request({ host: '127.0.0.1', port: world.port, method: 'POST', path, headers }, (incoming) => {
          incoming.resume();
          resolve({ continued, status: incoming.statusCode!, connection: incoming.headers.connection });
          if (!continued) outgoing.destroy();
        });
        outgoing.on('continue', () => {
          continued = true;
          outgoing.end('{"a":1}');
        });
        outgoing.on('error', reject).flushHeaders();
      });

    it('is answered when the request may come in, and not passed on', async () => {
      let expectation: string | undefined;
      await start(async (incoming, outgoing) => {
        expectation = incoming.headers.expect;
        outgoing.end(String(await drainRequest(incoming)));
      });
      const answer = await ask({ ...bearer(token), expect: '100-continue', 'content-length': '7' });
      expect(answer).to.include({ continued: true, status: 200 });
      expect(expectation).to.equal(undefined);
    });

    it('is not when it may not', async () => {
      await start((_incoming, outgoing) => void outgoing.end('{}'));
      const expectation = { expect: '100-continue', 'content-length': '7' };
      expect(await ask(expectation)).to.include({ continued: false, status: 401, connection: 'close' });
      expect(await ask({ ...bearer(token), ...expectation }, '/v1/nothing')).to.include({
        continued: false,
        status: 404,
      });
      const large = { ...bearer(token), ...expectation, 'content-length': String(2 * mebibyte) };
      expect(await ask(large)).to.include({ continued: false, status: 413 });
    });
  });

  describe('with 50 MiB', () => {
    const chunk = Buffer.alloc(64 * 1024);
    const chunks = 800;
    const total = chunks * chunk.length;
    const produce = (count: (bytes: number) => void) =>
      Readable.from(
        (async function* () {
          for (let index = 0; index < chunks; index++) {
            count(chunk.length);
            yield chunk;
          }
        })(),
      );
    /** What kernels and streams between two ends may hold, all of them together. */
    const bound = 16 * mebibyte;

    it('up waits for the service', async () => {
      let proceed: () => void = () => {};
      const released = new Promise<void>((resolve) => (proceed = resolve));
      await start(async (incoming, outgoing) => {
        await released;
        outgoing.end(String(await drainRequest(incoming)));
      });
      let sent = 0;
      const body = produce((bytes) => (sent += bytes));
      const answer = call('/v1/files/f', { method: 'PUT', body, duplex: 'half' } as never);
      await delay(500);
      expect(sent).to.be.lessThan(bound);
      proceed();
      expect(await (await answer).text()).to.equal(String(total));
    });

    it('down waits for the client', async () => {
      let sent = 0;
      await start((_incoming, outgoing) => void produce((bytes) => (sent += bytes)).pipe(outgoing));
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ host: '127.0.0.1', port: world.port, path: '/v1/files/f' }, resolve).on('error', reject).end();
      });
      await delay(500);
      expect(sent).to.be.lessThan(bound);
      expect(await drainRequest(answer)).to.equal(total);
    });
  });

  it('keeps its connections to services', async () => {
    const sockets = new Set<unknown>();
    await start((incoming, outgoing) => {
      sockets.add(incoming.socket);
      outgoing.end('{}');
    });
    for (let count = 0; count < 20; count++) await call();
    expect(sockets.size).to.equal(1);
  });

  it('keeps the client’s connection when the service closes its own', async () => {
    await start((_incoming, outgoing) => void outgoing.writeHead(200, { connection: 'close' }).end('{}'));
    expect((await call()).headers.get('connection')).to.equal('keep-alive');
  });

  it('answers what is no HTTP request in the shape of the API', async () => {
    await start(() => {});
    for (const [text, status] of [
      ['rubbish\r\n\r\n', 400],
      [`GET /v1/things/x HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`, 431],
      ['POST /v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ] as const) {
      const socket = connect(world.port, '127.0.0.1');
      socket.write(text);
      let answer = '';
      for await (const part of socket) answer += part;
      expect(answer)
        .to.match(new RegExp(`^HTTP/1.1 ${status} `))
        .and.include(`{"error":{"code":${status}`);
    }
  });

  describe('stopping', () => {
    it('says so, then finishes what runs and takes nothing new', async () => {
      let finish: () => void = () => {};
      const arrived = new Promise<void>((resolve) => {
        void start(
          (incoming, outgoing) => {
            if (incoming.url === '/readyz') return void outgoing.end('{}');
            finish = () => outgoing.end('{"done":true}');
            resolve();
          },
          { environment: { DRAIN_MILLISECONDS: '150' } },
        ).then(() => void (running = call()));
      });
      let running: Promise<Response> | undefined;
      await arrived;
      const stopped = world.gateway.stop();
      const probe = await send(world.port, { path: '/readyz' });
      expect(probe.status).to.equal(503);
      expect(JSON.parse(probe.body).status).to.equal('draining');
      expect(probe.headers.connection).to.equal('close');
      await delay(250);
      const refused = await send(world.port, { path: '/healthz' }).catch((error: NodeJS.ErrnoException) => error.code);
      expect(refused).to.equal('ECONNREFUSED');
      finish();
      const answer = await running!;
      expect(answer.headers.get('connection')).to.equal('close');
      expect(await answer.json()).to.deep.equal({ done: true });
      await stopped;
    });
  });

  it('is ready when every service is', async () => {
    const ready = await listen((_incoming, outgoing) => void outgoing.end('{}'));
    await start((_incoming, outgoing) => void outgoing.end('{}'), {
      environment: { SITES_URL: ready.url, INTEGRATIONS_URL: ready.url },
    });
    expect((await fetch(`${world.url}/readyz`)).status).to.equal(200);
    await ready.close();
    const began = Date.now();
    expect((await fetch(`${world.url}/readyz`)).status).to.equal(503);
    expect(Date.now() - began).to.be.lessThan(1_500);
  });
});
