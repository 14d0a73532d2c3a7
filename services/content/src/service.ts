import { join } from 'node:path';
import {
  contextService,
  createOutbound,
  type FileStore,
  openLocalFileStore,
  openS3FileStore,
  periodic,
  type Service,
  type ServiceOverrides,
} from '@quire/runtime';
import { identityClient } from './clients/identity.js';
import { integrationsClient } from './clients/integrations.js';
import type { ContentConfig } from './config.js';
import { consumers } from './consumers/index.js';
import type { Content } from './context.js';
import { refreshComputed } from './domain/computed/refresh-computed.js';
import { signedUrls } from './domain/files/signed-urls.js';
import { sweepUploads } from './domain/files/sweep-uploads.js';
import { resumeImports } from './domain/import/resume-imports.js';
import { RunningImports } from './domain/import/running-imports.js';
import { sweepWorkFolders } from './domain/import/work-folder.js';
import { sweepPdfs } from './domain/pdf/sweep-pdfs.js';
import { sweepContent } from './domain/sweep/sweep-content.js';
import { sweepTrash } from './domain/tree/sweep-trash.js';
import { ContentStore } from './domain/store/content-store.js';
import { migrations } from './migrations/index.js';
import { internalRoutes, operations, unimplemented } from './operations/index.js';
import { renderInWorker } from './pdf/render-in-worker.js';
import { linksOf } from './present/links.js';

export { type ContentConfig, readConfig } from './config.js';

const hour = 60 * 60 * 1_000;

/** Spaces, their content and everything about it as a service; any number of replicas may run. */
export function createService(config: ContentConfig, overrides: ServiceOverrides = {}): Service {
  const stopping = new AbortController();
  return contextService<Content>({
    name: 'content',
    config,
    overrides,
    migrations,
    operations,
    unimplemented,
    internal: internalRoutes,
    consumers,
    context: async ({ db, log, clock, ending }) => ({
      db,
      log,
      now: clock,
      ending,
      store: new ContentStore(),
      files: await openFileStore(config),
      outbound: createOutbound({ allow: config.QUIRE_OUTBOUND_ALLOW }),
      identity: identityClient({
        service: 'content',
        secret: config.QUIRE_INTERNAL_SECRET,
        baseUrl: config.IDENTITY_URL,
      }),
      integrations: integrationsClient({
        service: 'content',
        secret: config.QUIRE_INTERNAL_SECRET,
        baseUrl: config.INTEGRATIONS_URL,
      }),
      imports: new RunningImports(ending),
      links: linksOf(config.PUBLIC_URL),
      urls: signedUrls({ publicUrl: config.PUBLIC_URL, secret: config.QUIRE_FILE_URL_SECRET, now: clock }),
      renderPdf: (job) => renderInWorker(job, stopping.signal),
    }),
    parts: (content) => [
      { start: () => sweepWorkFolders() },
      { stop: async () => stopping.abort() },
      { stop: () => content.imports.settled() },
      periodic('resume imports', 5_000, () => resumeImports(content), content.log),
      periodic('compute pages', 5_000, () => refreshComputed(content), content.log),
      periodic('sweep PDFs', hour, () => sweepPdfs(content), content.log),
      periodic('sweep uploads', hour, () => sweepUploads(content), content.log),
      periodic('sweep trash', hour / 6, () => sweepTrash(content), content.log),
      periodic('sweep content', hour, () => sweepContent(content, content.ending), content.log),
    ],
  });
}

async function openFileStore(config: ContentConfig): Promise<FileStore> {
  if (!config.S3_BUCKET) return openLocalFileStore({ folder: join(config.QUIRE_DATA_DIR, 'files') });
  return openS3FileStore({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    forcePathStyle: config.S3_ENDPOINT !== undefined,
  });
}
