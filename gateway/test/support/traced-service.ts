import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog, flushTelemetry, nameSpan, requestObserver } from '@quire/runtime';
import express from 'express';

/** A process of its own that answers everything with the headers it got; for the test of traces. */
const app = express();
app.use(requestObserver(createLog('content', 'silent')));
app.use((request, response) => {
  nameSpan('answerWithHeaders');
  response.json(request.headers);
});
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.on('SIGTERM', () => void flushTelemetry().then(() => process.exit(0)));
