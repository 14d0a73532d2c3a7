import type { ContentImportResult } from '@quire/contract';
import type { z } from 'zod';
import type { ImportPlan } from '../import/import-plan.js';

const mostWarnings = 100;

/** What an import did; `revision` is the one that holds it. */
export function presentImport(revision: string, plan: ImportPlan): z.infer<typeof ContentImportResult> {
  const { importedResources, totalResources, warnings } = plan;
  const said = warnings.slice(0, mostWarnings);
  return { revision, importedResources, totalResources, ...(said.length > 0 ? { warnings: said } : {}) };
}
