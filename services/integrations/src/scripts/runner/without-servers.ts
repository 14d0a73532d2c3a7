import http, { createServer } from 'node:http';

/**
 * Makes servers that this process opens from here on hang up on everybody. Miniflare opens one, on a port of this machine,
 * for parts of it that are not used here; it would write files for whoever finds the port, and asks for no key.
 */
export function withoutServers(): void {
  const deaf = () => createServer().on('connection', (socket) => socket.destroy());
  http.createServer = deaf;
}
