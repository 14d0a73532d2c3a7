import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { findFreePort } from '@quire/embedded-postgres/ports';
import { after, before, beforeEach } from 'mocha';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Somebody's server, on an address that is allowed; to be read inside hooks and tests only. */
export interface Receiver {
  readonly received: Received[];
  readonly url: string;
  /** What is waited for before the next answers, until the test ends. */
  delay(answer: () => Promise<void>): void;
}

export function receiver(): Receiver {
  const received: Received[] = [];
  const atOnce = async () => undefined;
  let wait: () => Promise<void> = atOnce;
  let server: Server;
  let url = '';

  before('starts a receiver', async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        void wait().then(() => response.end('thanks'));
      });
    });
    const port = await findFreePort();
    server.listen(port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${port}/hook`;
  });
  after('stops the receiver', () => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    received.length = 0;
    wait = atOnce;
  });

  return {
    received,
    get url() {
      return url;
    },
    delay: (answer) => {
      wait = answer;
    },
  };
}
