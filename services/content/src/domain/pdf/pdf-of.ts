import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Principal, invalid, notFound } from '@quire/runtime';
import type { Content } from '../../context.js';
import { type ContentAddress, contentAt } from '../content-at.js';
import { withWorkFolder } from '../import/work-folder.js';
import { makeOnce } from './make-once.js';
import { type Selection, readJob, selectPages } from './read-job.js';

/** To be raised whenever the same content makes another PDF than before. */
const edition = 2;

/** Where a PDF is in the file store. */
export const pdfKey = (key: string): string => `pdfs/${key}`;

/** The address of a space's content, or a part of it, as a PDF, which is made first where nobody has asked for it before. */
export async function pdfOf(
  address: ContentAddress,
  selection: Selection,
  principal: Principal,
  context: Content,
): Promise<{ url: string }> {
  const { page, only = false } = selection;
  const { space, revision, changeRequest, reader } = await contentAt(address, principal, context);
  if (only && page === undefined) throw invalid([{ path: 'query.only', message: 'takes a page to print only' }]);
  const tree = await reader.tree(revision.pages);
  if (page !== undefined && !tree.get(page)) throw notFound('page');
  const selected = selectPages(tree, selection);
  const subject =
    changeRequest && `Change request #${changeRequest.number}${changeRequest.subject && `: ${changeRequest.subject}`}`;
  const front = {
    title: space.title,
    emoji: space.emoji ?? undefined,
    subtitle: subject,
    changedAt: selected.reduce(
      (last, { record }) => (record.updatedAt > last ? record.updatedAt : last),
      space.created_at.toISOString(),
    ),
    isSinglePage: selected.length === 1,
    pageUrl: `${context.links.app('space', space.id)}?page=`,
  };
  const whatItIs = [edition, front, revision.pages, revision.files, page ?? null, only];
  const key = createHash('sha256').update(JSON.stringify(whatItIs)).digest('hex');
  const make = () =>
    withWorkFolder(async (folder) => {
      const output = join(folder, 'output.pdf');
      const content = await readJob(selected, { reader, filesRoot: revision.files, files: context.files, folder });
      await context.renderPdf({ ...front, ...content, output });
      await context.files.put(pdfKey(key), createReadStream(output), { contentType: 'application/pdf' });
    });
  await makeOnce(key, make, context);
  return { url: context.urls.pdf({ key, title: space.title }) };
}
