import type { SemanticChanges } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import type { Content } from '../../context.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { findMergedChangeRequests } from '../../tables/change-request.js';
import { type ContentAddress, type ContentAt, contentAt } from '../content-at.js';
import type { ContentRoots } from '../content-draft.js';
import { emptyMap } from '../merkle/merkle-map.js';
import { semanticChanges } from './semantic-changes.js';

const nothing: ContentRoots = { pages: emptyMap, files: emptyMap };

/** What a change request does to main as it last took it in. */
export async function readChangesOfRequest(
  address: ContentAddress & { changeRequestId: string },
  { limit }: { limit: number },
  principal: Principal,
  context: Content,
): Promise<SemanticChanges> {
  const at = await contentAt(address, principal, context, { computed: false });
  const { revision_merged_ancestor_id, revision_initial_id } = at.changeRequest!;
  const before = await context.store.needRevision(context.db, revision_merged_ancestor_id ?? revision_initial_id);
  return changesSince(before, at, { limit, context });
}

/** What a revision did to the one before it; to nothing for the first one of a space. */
export async function readChangesOfRevision(
  address: ContentAddress & { revisionId: string },
  { limit }: { limit: number },
  principal: Principal,
  context: Content,
): Promise<SemanticChanges> {
  const { db, store, links } = context;
  const at = await contentAt(address, principal, context, { computed: false });
  const [parent] = at.revision.parents;
  const before = parent === undefined ? nothing : await store.needRevision(db, parent);
  const landed = (await findMergedChangeRequests(db, [at.revision])).get(at.revision.id);
  return {
    ...(landed && { mergedFrom: presentChangeRequest(landed, links) }),
    ...(await changesSince(before, at, { limit, context })),
  };
}

async function changesSince(
  before: ContentRoots,
  { reader, revision }: ContentAt,
  { limit, context }: { limit: number; context: Content },
): Promise<SemanticChanges> {
  const changes = await semanticChanges(reader, { before, after: revision }, context.urls.download);
  const more = changes.length - limit;
  return { changes: changes.slice(0, limit), ...(more > 0 ? { more } : {}) };
}
