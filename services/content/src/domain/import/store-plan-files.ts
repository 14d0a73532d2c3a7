import type { Content } from '../../context.js';
import type { ImportPlan } from '../../import/import-plan.js';
import { fileKey } from '../files/file-record.js';

const atOnce = 4;

/** Stores the bytes of all files of an import before its transaction begins; bytes that are stored already are not read. */
export async function storePlanFiles(plan: ImportPlan, { files }: Pick<Content, 'files'>): Promise<void> {
  const waiting = [...new Map(plan.files.map((file) => [file.sha256, file])).values()];
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const key = fileKey(file.sha256);
      if (!(await files.has(key))) await files.put(key, await file.read(), { contentType: file.contentType });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
