import type { JsonDocument } from '@quire/contract';
import { type Principal, notFound } from '@quire/runtime';
import type { Content } from '../context.js';
import { toJson } from '../document/check-document.js';
import { pageReferences } from '../document/page-references.js';
import { readDocument } from '../document/read-document.js';
import { findSpaceDocument } from '../tables/document.js';
import { type ContentAddress, contentAt } from './content-at.js';
import { getPage, type References } from './pages/page-record.js';
import type { ContentReader } from './store/content-store.js';

/** A text by its hash, and what its links lead to by the hash of that. */
interface Text {
  document?: string | undefined;
  references?: string | undefined;
}

/** A text that a page of the space has, on main or in a change request, or had. */
export async function readSpaceDocument(
  { spaceId, documentId }: { spaceId: string; documentId: string },
  principal: Principal,
  context: Content,
): Promise<JsonDocument> {
  const { reader, revision } = await contentAt({ spaceId }, principal, context);
  const noted = await findSpaceDocument(context.db, spaceId, documentId);
  if (noted) return jsonOf(reader, { document: documentId, references: noted.link_targets ?? undefined });
  // A copy of a space has texts that nobody changed in it.
  const text = (await reader.tree(revision.pages)).byDocument(documentId);
  if (!text) throw notFound('document');
  return jsonOf(reader, text);
}

/** The text of a page. */
export async function readPageDocument(
  address: ContentAddress & { pageId: string },
  principal: Principal,
  context: Content,
): Promise<JsonDocument> {
  const { reader, revision } = await contentAt(address, principal, context);
  const page = await getPage(reader, revision.pages, address.pageId);
  if (page?.type !== 'document') throw notFound('document of the page');
  return jsonOf(reader, page);
}

/** A text as a JSON document. */
export async function jsonOf(reader: ContentReader, { document, references }: Text): Promise<JsonDocument> {
  const markdown = document === undefined ? '' : await reader.markdown(document);
  const stored = references === undefined ? {} : ((await reader.load(references)) as References);
  return toJson(readDocument(markdown, pageReferences(stored)));
}
