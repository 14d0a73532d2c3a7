import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalContract } from '@quire/contract';
import { expect } from 'chai';
import { publishDocumentation } from '../src/documentation.js';
import { zipOf } from '../src/zip.js';

/** Identity and the API behind one address; `failsAt` cuts the connection at the request of that number. */
class FakeQuire {
  notes: Record<string, unknown> = { organization: 'org1' };
  /** What was made, by idempotency key and path. */
  readonly made = new Map<string, string>();
  bytes: Buffer = Buffer.alloc(0);
  failsAt = Number.POSITIVE_INFINITY;
  requests = 0;
  readonly server: Server = createServer((request, response) => void this.#serve(request, response));

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    // Half of the time what was asked has happened, and only the answer is lost.
    const isLost = this.requests === this.failsAt;
    if (isLost && this.requests % 2 === 0) return void response.destroy();
    const answer = this.#answer(request.url!, body, request.headers['idempotency-key'] as string);
    if (isLost) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  #answer(path: string, body: Buffer, key: string): unknown {
    if (path === internalContract.getDocumentation.path) return this.notes;
    if (path === '/upload') {
      this.bytes = body;
      return {};
    }
    const given = JSON.parse(body.toString()) as Record<string, unknown>;
    if (path === internalContract.noteDocumentation.path) {
      Object.assign(this.notes, given);
      return {};
    }
    this.made.set(`${key} ${path}`, body.toString());
    return { id: `of ${path}`, uploadURL: 'https://public.example/upload', url: 'https://public.example/stored' };
  }
}

describe('the documentation of Quire', () => {
  const quire = new FakeQuire();
  before(async () => {
    await new Promise<void>((listening) => quire.server.listen(0, '127.0.0.1', listening));
  });
  after(() => {
    quire.server.close();
    quire.server.closeAllConnections();
  });

  const publish = () =>
    publishDocumentation({
      url: quire.url,
      publicUrl: 'https://public.example',
      token: 't',
      identityUrl: quire.url,
      internalSecret: 'x'.repeat(40),
    });

  it('is published once, wherever it was interrupted', async () => {
    for (let step = 1; ; step += 1) {
      quire.notes = { organization: 'org1' };
      quire.made.clear();
      quire.requests = 0;
      quire.failsAt = step;
      const outcome = await publish().catch((error: Error) => error);
      if (outcome === true) {
        quire.failsAt = Number.POSITIVE_INFINITY;
        expect(step).to.be.above(10);
        break;
      }
      expect(outcome).to.be.instanceOf(Error);
      quire.failsAt = Number.POSITIVE_INFINITY;
      await publish();
      expect(quire.notes, `interrupted at ${step}`).to.include({ done: true, imported: true });
      expect(quire.made.size).to.equal(5);
      expect([...quire.made.keys()].every((key) => key.startsWith('quire-documentation /v1/'))).to.equal(true);
    }
  });

  it('is not published again, whatever was deleted since', async () => {
    quire.notes = { organization: 'org1', space: 'gone', site: 'gone', done: true };
    quire.made.clear();
    expect(await publish()).to.equal(false);
    expect(quire.made.size).to.equal(0);
    quire.notes = {};
    expect(await publish()).to.equal(false);
  });

  it('is packed as it is', async () => {
    const packed = zipOf([
      { name: 'a/ä.md', bytes: Buffer.from('# Ä\n') },
      { name: 'b', bytes: Buffer.alloc(0) },
    ]);
    expect(packed.subarray(0, 4).toString('latin1')).to.equal('PK\u0003\u0004');
    expect(packed.subarray(-22, -18).toString('latin1')).to.equal('PK\u0005\u0006');
    expect(quire.bytes.includes('What Quire is')).to.equal(true);
    expect(quire.bytes.includes('.gitbook.yaml')).to.equal(true);
  });
});
