import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Principal, invalid } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { ImportPlan } from '../../import/import-plan.js';
import type { WorkerOrder } from '../../import/worker/protocol.js';
import { planInWorker } from '../../import/worker/plan-in-worker.js';
import { uploadKey } from '../edit/insert-files.js';
import { assertFetched } from '../files/assert-fetched.js';
import { needUpload } from '../files/need-upload.js';
import { withWorkFolder } from './work-folder.js';

export interface ImportOrder {
  url: string;
  source: string;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

type Fetched = Pick<WorkerOrder, 'path' | 'name' | 'contentType'>;

/**
 * Fetches what an import names, plans it in a thread of its own and hands the plan to `use` while its files are at hand.
 * Nothing is left behind on disk, whatever happens.
 */
export async function withImportPlan<T>(
  order: ImportOrder,
  principal: Principal,
  context: Content,
  use: (plan: ImportPlan) => Promise<T>,
): Promise<T> {
  const { source, url, signal } = order;
  return withWorkFolder(async (folder) => {
    const fetched = await fetchSource(order, folder, principal, context);
    const plan = await planInWorker({ ...fetched, source, url, folder }, { outbound: context.outbound, signal });
    return use(plan);
  });
}

async function fetchSource(
  { source, url, signal }: ImportOrder,
  folder: string,
  principal: Principal,
  { db, files, urls, outbound }: Content,
): Promise<Fetched> {
  const upload = urls.storedUpload(url);
  if (source === 'website') {
    if (upload === undefined) return { path: '', name: '', contentType: '' };
    throw invalid([{ path: 'body.url', message: 'names an upload; a website needs the address of its first page' }]);
  }
  if (upload === undefined) {
    const { status, path, contentType, finalUrl } = await outbound.download(url, { path: 'body.url', signal, folder });
    assertFetched(status, 'body.url');
    return { path, name: nameIn(finalUrl), contentType };
  }
  const row = await needUpload(db, upload, principal);
  if (!row.stored_at)
    throw invalid([
      { path: 'body.url', message: 'names an upload that holds no bytes yet: PUT them to its uploadURL first' },
    ]);
  const path = join(folder, 'upload');
  await pipeline((await files.get(uploadKey(upload))).stream, createWriteStream(path));
  return { path, name: row.name, contentType: row.content_type };
}

/** The file name that ends an address. */
function nameIn(url: string): string {
  const name = basename(new URL(url).pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
