import type { Socket } from 'node:net';

const answers: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
};
const malformed = { status: '400 Bad Request', message: 'This is not a valid HTTP request.' };

/** Answers what Node's parser could not make a request of, in the shape of the API. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, message } = answers[error.code ?? ''] ?? malformed;
  const body = JSON.stringify({ error: { code: Number.parseInt(status, 10), message } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
