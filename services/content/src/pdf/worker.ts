import { workerData } from 'node:worker_threads';
import type { PdfJob } from './job.js';
import { renderPdf } from './render.js';

await renderPdf(workerData as PdfJob);
