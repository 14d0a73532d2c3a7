import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Principal, invalid, notImplemented } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readArchive } from '../../import/archive.js';
import type { ImportPlan } from '../../import/import-plan.js';
import { planImport } from '../../import/plan.js';
import { assertFetched } from '../files/assert-fetched.js';
import { needUpload } from '../files/need-upload.js';
import { uploadKey } from '../edit/insert-files.js';

export interface ImportOrder {
  url: string;
  source: string;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

/**
 * Fetches what an import names, plans it and hands the plan to `use` while the archive is at hand. Nothing is left behind
 * on disk, whatever happens.
 */
export async function withImportPlan<T>(
  { url, source, signal }: ImportOrder,
  principal: Principal,
  context: Content,
  use: (plan: ImportPlan) => Promise<T>,
): Promise<T> {
  if (source !== 'zip') throw notImplemented(`Importing from ${source}`);
  return withArchive({ url, signal }, principal, context, async (path) => {
    const archive = await readArchive(path);
    try {
      return await use(await planImport(archive.entries));
    } finally {
      archive.close();
    }
  });
}

async function withArchive<T>(
  { url, signal }: Pick<ImportOrder, 'url' | 'signal'>,
  principal: Principal,
  { db, files, urls, outbound }: Content,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const upload = urls.storedUpload(url);
  if (upload === undefined) {
    const download = await outbound.download(url, { path: 'body.url', signal });
    try {
      assertFetched(download.status, 'body.url');
      return await use(download.path);
    } finally {
      await download.dispose();
    }
  }
  const row = await needUpload(db, upload, principal);
  if (!row.stored_at)
    throw invalid([
      { path: 'body.url', message: 'names an upload that holds no bytes yet: PUT them to its uploadURL first' },
    ]);
  const folder = await mkdtemp(join(tmpdir(), 'quire-import-'));
  try {
    const path = join(folder, 'archive');
    await pipeline((await files.get(uploadKey(upload))).stream, createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
