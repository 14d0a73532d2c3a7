import type { Principal, Tx } from '@quire/runtime';
import type { Content } from '../../context.js';
import { presentImport } from '../../present/import.js';
import { deleteImport, keepImport } from '../../tables/import.js';
import { type ImportPlace, landPlan } from './import-place.js';
import { withImportPlan } from './read-plan.js';
import { storePlanFiles } from './store-plan-files.js';

/** How long others leave an import alone whose process says nothing: many times what can keep a process busy. */
export const importLeaseMs = 30_000;

export interface Import {
  id: string;
  place: ImportPlace;
  body: { url: string; source: string };
  principal: Principal;
}

/** What an import answers, and where its revision is. */
export interface Imported {
  answer: ReturnType<typeof presentImport>;
  location: string;
}

/** An import that was landed or given up meanwhile, by a process that took it for left behind. */
export class ImportEnded extends Error {
  override name = 'ImportEnded';
}

/**
 * Reads what an import names and lands it, all of it or nothing, in the transaction that `commit` runs. In that same
 * transaction its row goes: whoever else works on it lands nothing.
 */
export async function runImport<T>(
  { id, place, body, principal }: Import,
  { signal, context }: { signal: AbortSignal; context: Content },
  commit: (land: (tx: Tx) => Promise<Imported>) => Promise<T>,
): Promise<T> {
  const { db, links, log, now } = context;
  const heartbeat = setInterval(() => {
    keepImport(db, id, new Date(now().getTime() + importLeaseMs)).catch((error: unknown) =>
      log.warn({ err: error, import: id }, 'the lease of an import was not renewed'),
    );
  }, importLeaseMs / 6);
  try {
    return await withImportPlan({ ...body, signal }, principal, context, async (plan) => {
      await storePlanFiles(plan, context);
      return commit(async (tx) => {
        if (!(await deleteImport(tx, id))) throw new ImportEnded();
        const revision = await landPlan(tx, place, { plan, principal, context });
        return {
          answer: presentImport(revision, plan),
          location: links.location(`spaces/${place.spaceId}/revisions/${revision}`),
        };
      });
    });
  } finally {
    clearInterval(heartbeat);
  }
}
