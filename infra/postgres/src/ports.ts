import { createServer } from 'node:net';

const lowest = 20_000;
const firstEphemeralPort = 32_768;

/** A port that nobody listens on, below the range from which clients are given theirs: there a client could meet itself. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (firstEphemeralPort - lowest));
    if (await isFreePort(port, host)) return port;
  }
}

/** Whether this process could listen on the port. */
export function isFreePort(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      ['EADDRINUSE', 'EACCES'].includes(error.code ?? '') ? settle(false) : fail(error),
    );
    server.listen(port, host, () => server.close(() => settle(true)));
  });
}
