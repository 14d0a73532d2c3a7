import { events } from '@quire/contract';
import { type Tx, forbidden, recordEvent } from '@quire/runtime';
import { spaceFacts } from '../present/space.js';
import type { RevisionRow } from '../tables/revision.js';
import { setComputedSpace } from '../tables/openapi.js';
import { type SpaceRow, needSpace, updateSpace } from '../tables/space.js';
import type { ContentDraft, ContentRoots, DraftBase } from './content-draft.js';
import { noteFormerPaths } from './pages/former-paths.js';
import { indexMain } from './search/index-main.js';

/** Edits that go to main directly are allowed while the space is `live`. */
export function assertLive(space: SpaceRow): void {
  if (space.edit_mode === 'locked') {
    throw forbidden('The space is locked: propose the edit in a change request.');
  }
}

/**
 * Makes new content the main content of a space that the transaction has locked: a revision, the search index, and word
 * to everybody who listens. Returns the id of the new revision.
 */
export async function moveMain(
  tx: Tx,
  space: SpaceRow,
  {
    draft,
    roots,
    before,
    ...revision
  }: { draft: ContentDraft; roots: ContentRoots; before: DraftBase } & Pick<
    RevisionRow,
    'type' | 'parents' | 'created_by'
  >,
): Promise<string> {
  const { id, shown, specs } = await draft.store(tx, {
    space_id: space.id,
    change_request_id: null,
    ...revision,
    ...roots,
  });
  if (specs.length > 0 || before.computed.length > 0) {
    const due = specs.filter(({ known }) => !known).map(({ slug }) => slug);
    await setComputedSpace(tx, space.id, { slugs: specs.map(({ slug }) => slug), due });
  }
  const changes = await draft.difference(before.shown, shown);
  await indexMain(tx, draft.reader, space.id, changes);
  await noteFormerPaths(tx, draft.reader, space.id, { before: before.shown, changes });
  await updateSpace(tx, space.id, { revision_id: id });
  const moved = await needSpace(tx, space.id);
  await recordEvent(tx, events.spaceContentUpdated, {
    subject: space.id,
    sequence: moved.version,
    data: { ...spaceFacts(moved), previousRevision: space.revision_id },
  });
  return id;
}
