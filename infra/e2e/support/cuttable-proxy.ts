import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can be cut: what it stands for is then out of reach, and all its connections are gone. */
export interface CuttableProxy {
  port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openProxy(target: { hostname: string; port: number }): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((client) => {
    if (!open) return void client.destroy();
    const upstream = connect({ host: target.hostname, port: target.port });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      open = false;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      open = true;
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}
