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

/** A plan on its way between threads: pages without their text, files by where their bytes are. */
export interface PlanMessage extends Omit<ImportPlan, 'files'> {
  files: (Omit<PlannedFile, 'read'> & { path: string })[];
}

export type FromWorker =
  | { type: 'fetch'; id: number; url: string; maxBytes: number; timeoutMs: number }
  /** Texts of pages by their source paths, some at a time. */
  | { type: 'texts'; texts: [sourcePath: string, markdown: string][] }
  | { type: 'plan'; plan: PlanMessage }
  | { type: 'refused'; message: string }
  | { type: 'failed'; stack: string };

export type ToWorker =
  | { id: number; status: number; contentType: string; finalUrl: string; bytes: Uint8Array }
  | { id: number; failed: string };

/** A page of a plan without what is too large to send at once. */
export const withoutText = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.map(({ markdown: _markdown, analysis, children, ...page }) => ({
    ...page,
    analysis: analysis && { ...analysis, sections: [], links: [], anchors: [] },
    children: withoutText(children),
  }));
