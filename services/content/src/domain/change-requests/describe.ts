import { CommentMarkdown, type JsonDocument } from '@quire/contract';
import { invalid } from '@quire/runtime';
import { checkDocument, toJson } from '../../document/check-document.js';
import { pageReferences } from '../../document/page-references.js';
import { readDocument } from '../../document/read-document.js';
import { writeDocument } from '../../document/write-document.js';

const at = 'body.description';

/** The description that an update of a change request sets, as it is kept: as long as a comment may be, null for none. */
export function describedBy({ description }: { description?: JsonDocument | undefined }): {
  description?: JsonDocument | null;
} {
  if (description === undefined) return {};
  const markdown = writeDocument(checkDocument(description, at), pageReferences({})).trim();
  if (markdown === '') return { description: null };
  const checked = CommentMarkdown.safeParse(markdown);
  if (!checked.success) throw invalid([{ path: at, message: checked.error.issues[0]!.message }]);
  return { description: toJson(readDocument(markdown)) };
}
