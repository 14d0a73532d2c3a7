import { EventEmitter } from 'node:events';
import { workerData } from 'node:worker_threads';
import type { PdfJob } from './job.js';
import { renderPdf } from './render.js';

// Each table inside another listens for new pages: that many listeners are no leak.
EventEmitter.defaultMaxListeners = 0;
await renderPdf(workerData as PdfJob);
