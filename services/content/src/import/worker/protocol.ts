import type { ImportPlan, PlannedFile, PlannedPage } from '../import-plan.js';

/** What a worker is started with. */
export interface WorkerOrder {
  source: string;
  path: string;
  name: string;
  contentType: string;
  url: string;
  /** Where it may write. */
  folder: string;
}

/** A page of a plan, and how deep it is in the tree; what is below it follows. */
export type FlatPage = Omit<PlannedPage, 'children'> & { depth: number };

/** A plan on its way between threads: its pages go ahead, its files are where their bytes are. */
export interface PlanMessage extends Omit<ImportPlan, 'files' | 'pages'> {
  files: (Omit<PlannedFile, 'read'> & { path: string })[];
}

export type FromWorker =
  | { type: 'fetch'; id: number; url: string; maxBytes: number; timeoutMs: number }
  /** Some at a time, each answered before the next: reading many at once keeps everybody else waiting. */
  | { type: 'pages'; id: number; pages: FlatPage[] }
  | { type: 'plan'; plan: PlanMessage }
  | { type: 'refused'; message: string }
  | { type: 'failed'; stack: string };

export type ToWorker =
  | { id: number; taken: true }
  | { id: number; status: number; contentType: string; finalUrl: string; bytes: Uint8Array }
  | { id: number; failed: string };
