import type { Db, FileStore, Log, Outbound } from '@quire/runtime';
import type { IdentityClient } from './clients/identity.js';
import type { IntegrationsClient } from './clients/integrations.js';
import type { SignedUrls } from './domain/files/signed-urls.js';
import type { RunningImports } from './domain/import/running-imports.js';
import type { ContentStore } from './domain/store/content-store.js';
import type { PdfJob } from './pdf/job.js';
import type { Links } from './present/links.js';

/** What every operation and consumer of this service is given. */
export interface Content {
  db: Db;
  /** Pages and documents of all revisions. */
  store: ContentStore;
  /** Bytes of files and uploads. */
  files: FileStore;
  /** Fetches addresses that callers name. */
  outbound: Outbound;
  identity: IdentityClient;
  integrations: IntegrationsClient;
  imports: RunningImports;
  links: Links;
  urls: SignedUrls;
  /** Writes the PDF of a job to its output. */
  renderPdf: (job: PdfJob) => Promise<void>;
  now: () => Date;
  /** Aborted as soon as the service is told to stop. */
  ending: AbortSignal;
  log: Log;
}
