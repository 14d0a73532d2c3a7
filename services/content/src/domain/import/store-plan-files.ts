import { createReadStream } from 'node:fs';
import { transaction } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { ImportPlan } from '../../import/import-plan.js';
import { reprieve } from '../../tables/condemned.js';
import { fileKey } from '../files/file-record.js';

const atOnce = 4;

/** Stores the bytes of all files of an import before its transaction begins; bytes that are stored already are not read. */
export async function storePlanFiles(plan: ImportPlan, { db, files }: Pick<Content, 'db' | 'files'>): Promise<void> {
  const waiting = [...new Map(plan.files.map((file) => [file.sha256, file])).values()];
  const hashes = waiting.map(({ sha256 }) => sha256);
  await transaction(db, (tx) => reprieve(tx, 'bytes', hashes));
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const { contentType, path, sha256 } = file;
      const key = fileKey(sha256);
      if (await files.has(key)) continue;
      await files.put(key, path === undefined ? await file.read() : createReadStream(path), { contentType });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
