import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Failure } from '../../src/errors.js';
import { createOutbound, type Outbound } from '../../src/outbound/outbound.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('outbound', () => {
  let server: Server;
  let port: number;
  let seen: { url: string; host: string; headers: IncomingMessage['headers'] }[];
  let outbound: Outbound;
  const zeros = Buffer.alloc(1024 * 1024);
  const hosts: Record<string, string[]> = {
    'public.test': ['127.0.0.1'],
    'other.test': ['127.0.0.1'],
    'private.test': ['127.0.0.2'],
    'mixed.test': ['127.0.0.2', '127.0.0.1'],
    'metadata.test': ['169.254.169.254'],
    'v6.test': ['::1'],
  };

  const redirectTo =
    (location: string): Handler =>
    (_request, response) => {
      response.writeHead(302, { location }).end('moved');
    };
  const handlers: Record<string, Handler> = {
    '/text': (_request, response) => response.setHeader('content-type', 'text/markdown; charset=utf-8').end('# Hi'),
    '/missing': (_request, response) => response.writeHead(404).end('no'),
    '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
    '/relative': redirectTo('/text'),
    '/to-private': (_request, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/text` }).end(),
    '/to-private-name': (_request, response) =>
      response.writeHead(307, { location: `http://private.test:${port}/text` }).end(),
    '/to-other': (_request, response) => response.writeHead(302, { location: `http://other.test:${port}/text` }).end(),
    '/to-file': redirectTo('file:///etc/passwd'),
    '/to-credentials': redirectTo('http://user:secret@public.test/'),
    '/loop': redirectTo('/loop'),
    '/silent': () => undefined,
    '/slow': (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
    '/endless': (_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(zeros));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    '/bomb': (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      const gzip = createGzip();
      gzip.pipe(response);
      response.on('close', () => gzip.destroy());
      const more = () => {
        while (!gzip.destroyed && gzip.write(zeros));
        if (!gzip.destroyed) gzip.once('drain', more);
      };
      more();
    },
    '/broken': (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    },
    '/echo': (request, response) => void request.pipe(response),
  };
  for (let n = 1; n <= 6; n++) handlers[`/hop-${n}`] = redirectTo(n === 1 ? '/text' : `/hop-${n - 1}`);

  before(async () => {
    server = createServer((request, response) => {
      const url = request.url ?? '';
      seen.push({ url, host: request.headers.host ?? '', headers: request.headers });
      (handlers[url] ?? handlers['/missing']!)(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    port = (server.address() as AddressInfo).port;
    outbound = createOutbound({
      allow: ['127.0.0.1/32'],
      lookup: async (hostname) => {
        const found = hosts[hostname];
        if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
        return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    });
  });
  beforeEach(() => void (seen = []));
  after(async () => {
    await outbound.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no failure',
      (error: Failure) => (error.kind === 'invalid' ? error.message : `${error.name} ${error.kind}: ${error.message}`),
    );
  const forbidden = /private address; an administrator can allow it with QUIRE_OUTBOUND_ALLOW\.$/;

  it('fetches bytes with their type', async () => {
    const { bytes, headers, ...answer } = await outbound.fetchBytes(at('/text', 'public.test'));
    expect(bytes.toString()).to.equal('# Hi');
    expect(headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
    expect(answer).to.deep.equal({
      status: 200,
      contentType: 'text/markdown; charset=utf-8',
      finalUrl: at('/text', 'public.test'),
    });
  });

  it('returns any status to the caller', async () => {
    const { status, bytes, contentType } = await outbound.fetchBytes(at('/missing'));
    expect({ status, text: bytes.toString(), contentType }).to.deep.equal({ status: 404, text: 'no', contentType: '' });
  });

  it('unpacks', async () => {
    expect((await outbound.fetchBytes(at('/gzip'))).bytes.toString()).to.equal('packed');
  });

  it('posts, and does not follow redirects then', async () => {
    const { bytes } = await outbound.fetchBytes(at('/echo'), { method: 'POST', body: '{"a":1}' });
    expect(bytes.toString()).to.equal('{"a":1}');
    expect((await outbound.fetchBytes(at('/to-other'), { method: 'POST', body: 'x' })).status).to.equal(302);
  });

  it('downloads into a temporary file, which goes on dispose', async () => {
    const download = await outbound.download(at('/text'));
    expect(await readFile(download.path, 'utf8')).to.equal('# Hi');
    expect((await stat(download.path)).mode & 0o777).to.equal(0o600);
    expect(download).to.include({ size: 4, status: 200, contentType: 'text/markdown; charset=utf-8' });
    await download.dispose();
    expect(existsSync(download.path)).to.equal(false);
  });

  describe('redirects', () => {
    it('are followed five times', async () => {
      const answer = await outbound.fetchBytes(at('/hop-5'));
      expect(answer.finalUrl).to.equal(at('/text'));
      expect(await messageOf(outbound.fetchBytes(at('/hop-6')))).to.equal('url: redirects more than 5 times.');
      expect(await messageOf(outbound.fetchBytes(at('/loop')))).to.equal('url: redirects more than 5 times.');
    });

    it('do not lead to private addresses', async () => {
      for (const path of ['/to-private', '/to-private-name']) {
        expect(await messageOf(outbound.fetchBytes(at(path)))).to.match(forbidden);
      }
      expect(seen.map(({ url }) => url)).to.deep.equal(['/to-private', '/to-private-name']);
    });

    it('do not lead to other protocols or credentials', async () => {
      expect(await messageOf(outbound.fetchBytes(at('/to-file')))).to.match(
        /redirects to an address that is not an http/,
      );
      expect(await messageOf(outbound.fetchBytes(at('/to-credentials')))).to.match(/redirects .* holds a user name/);
    });

    it('lose the headers of the caller on the way to another origin', async () => {
      await outbound.fetchBytes(at('/to-other', 'public.test'), { headers: { authorization: 'Bearer x' } });
      await outbound.fetchBytes(at('/relative', 'public.test'), { headers: { authorization: 'Bearer x' } });
      expect(seen.map(({ headers }) => headers.authorization)).to.deep.equal([
        'Bearer x',
        undefined,
        'Bearer x',
        'Bearer x',
      ]);
    });
  });

  describe('addresses', () => {
    const strict = createOutbound({ allow: [] });
    after(() => strict.close());

    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '127.0.0.1.',
      '①②⑦.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '0.0.0.0',
      '[::]',
      '169.254.169.254',
      'localhost',
    ]) {
      it(`refuses http://${host}/`, async () => {
        expect(await messageOf(strict.fetchBytes(`http://${host}:${port}/text`))).to.match(forbidden);
        expect(seen).to.deep.equal([]);
      });
    }

    it('are checked without a connection as far as that goes', () => {
      const messageFrom = (url: string) => {
        try {
          strict.check(url, 'body.url');
        } catch (error) {
          return (error as Failure).message;
        }
        return undefined;
      };
      expect(messageFrom('http://192.168.0.1/')).to.match(forbidden);
      expect(messageFrom('http://[::1]/')).to.match(/^body\.url: is a private address/);
      expect(messageFrom('https://user@public.test/')).to.match(/user name or password/);
      expect(messageFrom('ftp://public.test/')).to.match(/not an http or https URL/);
      expect(messageFrom('https://private.test/')).to.equal(undefined);
    });

    it('refuses a name that resolves to a private address only', async () => {
      for (const host of ['private.test', 'metadata.test', 'v6.test']) {
        expect(await messageOf(outbound.fetchBytes(at('/text', host)))).to.match(/resolves to a private address/);
      }
      expect(seen).to.deep.equal([]);
    });

    it('connects to the permitted address of a name that has both', async () => {
      expect((await outbound.fetchBytes(at('/text', 'mixed.test'))).status).to.equal(200);
    });

    it('connects to the very address it checked when the name changes its mind', async () => {
      let calls = 0;
      const rebinding = createOutbound({
        allow: ['127.0.0.1/32'],
        lookup: async () => [{ address: calls++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
      });
      const answer = await rebinding.fetchBytes(at('/text', 'rebind.test'));
      expect(answer.status).to.equal(200);
      expect(calls).to.equal(1);
      server.closeAllConnections();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await messageOf(rebinding.fetchBytes(at('/text', 'rebind.test')))).to.match(forbidden);
      expect(seen).to.have.length(1);
      await rebinding.close();
    });

    for (const [url, message] of [
      ['', 'is not a URL.'],
      ['public.test', 'is not a URL.'],
      ['http://', 'is not a URL.'],
      ['file:///etc/passwd', 'is not an http or https URL.'],
      ['ftp://public.test/', 'is not an http or https URL.'],
      ['data:text/plain,x', 'is not an http or https URL.'],
      ['http://user@public.test/', 'holds a user name or password; remove them.'],
      ['http://:secret@public.test/', 'holds a user name or password; remove them.'],
      ['http://unknown.test/', 'has a host name that does not exist.'],
      ['http://127.0.0.1:1/', /cannot be fetched/],
      ['http://127.0.0.1:2/', 'refuses connections.'],
    ] as const) {
      it(`refuses ${url || 'nothing'}`, async () => {
        const expected = typeof message === 'string' ? `body.url: ${message}` : message;
        const text = await messageOf(outbound.fetchBytes(url, { path: 'body.url' }));
        if (typeof expected === 'string') expect(text).to.equal(expected);
        else expect(text).to.match(expected);
      });
    }
  });

  describe('limits', () => {
    it('give up on a server that does not answer, or answers too slowly', async () => {
      for (const path of ['/silent', '/slow']) {
        const began = Date.now();
        const message = await messageOf(outbound.fetchBytes(at(path), { timeoutMs: 300 }));
        expect(message).to.equal('url: did not answer within 0.3 s.');
        expect(Date.now() - began).to.be.within(250, 1_500);
      }
    });

    it('end a body that does not end, in memory and in a file', async () => {
      const limit = { maxBytes: 3 * 1024 * 1024 };
      expect(await messageOf(outbound.fetchBytes(at('/endless'), limit))).to.equal('url: is larger than 3 MiB.');
      expect(await messageOf(outbound.download(at('/endless'), limit))).to.equal('url: is larger than 3 MiB.');
    });

    it('count what a gzip bomb unpacks to', async () => {
      const limit = { maxBytes: 5 * 1024 * 1024 };
      expect(await messageOf(outbound.fetchBytes(at('/bomb'), limit))).to.equal('url: is larger than 5 MiB.');
    });

    it('take exactly as much as they say', async () => {
      expect((await outbound.fetchBytes(at('/text'), { maxBytes: 4 })).bytes).to.have.length(4);
      expect(await messageOf(outbound.fetchBytes(at('/text'), { maxBytes: 3 }))).to.equal(
        'url: is larger than 3 bytes.',
      );
    });

    it('cut a larger body off for those who want its beginning only', async () => {
      const { status, bytes } = await outbound.fetchBytes(at('/endless'), { maxBytes: 5, cut: true });
      expect({ status, size: bytes.length }).to.deep.equal({ status: 200, size: 5 });
      const { bytes: all } = await outbound.fetchBytes(at('/text'), { maxBytes: 100, cut: true });
      expect(all.toString()).to.equal('# Hi');
    });

    it('do not take half a body for a whole one', async () => {
      expect(await messageOf(outbound.fetchBytes(at('/broken')))).to.equal('url: broke the connection off.');
    });

    it('end with the caller', async () => {
      const controller = new AbortController();
      const fetching = outbound.fetchBytes(at('/slow'), { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('gone')), 50);
      expect(await fetching.catch((error: Error) => error.message)).to.equal('gone');
    });
  });
});
