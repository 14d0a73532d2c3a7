import { conflict as conflictFailure, invalid } from '@quire/runtime';
import type { ConflictRow } from '../../tables/conflict.js';
import type { ContentDraft } from '../content-draft.js';
import { assertPageSize } from '../edit/page-metadata.js';
import { type BatchRefs, resolveLinks } from '../edit/resolve-links.js';
import { restoreSubtree } from '../edit/revert-page.js';
import { type PageRecord, rootPage } from '../pages/page-record.js';

export interface Resolution {
  resolution: 'ours' | 'theirs' | 'document';
  /** For `document`. */
  markdown?: string | undefined;
  now: Date;
}

const noRefs: BatchRefs = { pages: new Map(), files: new Map() };

/**
 * Puts the chosen side of a conflict into the draft of the change request. `ours` stands there already.
 * `theirPages` is the page map of main as it was when the conflict arose.
 */
export async function applyResolution(
  draft: ContentDraft,
  conflict: ConflictRow,
  { theirPages, ...choice }: Resolution & { theirPages: string },
): Promise<void> {
  const { kind, page } = conflict;
  if (choice.resolution === 'document' && kind !== 'document') {
    throw invalid([
      {
        path: 'body.resolution',
        message: `"document" resolves conflicts of kind document only, this is one of kind ${kind}`,
      },
    ]);
  }
  if (choice.resolution === 'ours') return;
  const updatedAt = choice.now.toISOString();
  if (kind === 'deleted') {
    if (conflict.theirs === null) {
      if (await draft.pages.get(page)) await draft.pages.remove(page);
    } else if (!(await draft.pages.get(page))) {
      await restoreSubtree(draft, theirPages, page);
    }
    return;
  }
  if (!(await draft.pages.get(page)))
    throw conflictFailure('The page is deleted in the change request; resolve with "ours".');
  if (kind === 'field') {
    const field = conflict.field as keyof PageRecord;
    await draft.pages.set(page, { [field]: conflict.theirs ?? undefined, updatedAt });
  } else if (kind === 'moved') {
    const parent = (conflict.theirs as string | null) ?? rootPage;
    if (!(await draft.pages.get(parent)))
      throw conflictFailure('The page that main moved it to does not exist in the change request.');
    if (!(await draft.pages.move(page, { parent })))
      throw conflictFailure('The page that main moved it to is below it in the change request.');
  } else {
    const markdown = choice.resolution === 'document' ? choice.markdown! : String(conflict.theirs);
    assertPageSize(markdown, 'body.document.markdown');
    await draft.pages.set(page, { document: draft.write(markdown), updatedAt });
    await resolveLinks(draft, new Map([[page, markdown]]), noRefs);
  }
}
