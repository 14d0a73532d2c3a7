import type { EventData, Space, SpaceVisibility, events } from '@quire/contract';
import { type Role, atLeast } from '@quire/runtime';
import type { SpaceRow } from '../tables/space.js';
import type { Links } from './links.js';

const defaultEmoji = '📘';

/** As visible as the most public site that shows it, unless it inherits in a collection. */
export function visibilityOf(
  row: Pick<SpaceRow, 'parent_id' | 'default_level'> & Partial<Pick<SpaceRow, 'published'>>,
): SpaceVisibility {
  if (row.parent_id !== null && row.default_level === 'inherit') return 'in-collection';
  return row.published?.visibility ?? 'private';
}

/** `level` is the caller's level on the space. */
export function presentSpace(row: SpaceRow, level: Role | null, links: Links): Space {
  // What opens by share links alone has no address for everybody.
  const address = row.published?.visibility === 'share-link' ? null : row.published?.url;
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? defaultEmoji,
    visibility: visibilityOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at.toISOString() }),
    editMode: row.edit_mode,
    organization: row.organization_id,
    ...(row.parent_id === null ? {} : { parent: row.parent_id }),
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    ...(row.git_sync === null ? {} : { gitSync: row.git_sync }),
    urls: {
      location: links.location(`spaces/${row.id}`),
      app: links.app('space', row.id),
      ...(address ? { published: address } : {}),
      ...(row.icon === null ? {} : { icon: row.icon }),
    },
    permissions: {
      view: atLeast(level, 'read'),
      access: atLeast(level, 'read'),
      admin: atLeast(level, 'admin'),
      viewInviteLinks: atLeast(level, 'admin'),
      edit: atLeast(level, 'edit'),
      triggerGitSync: atLeast(level, 'create'),
      comment: atLeast(level, 'comment'),
      merge: atLeast(level, 'review'),
      review: atLeast(level, 'review'),
      installIntegration: atLeast(level, 'admin'),
    },
  };
}

/** What other contexts are told about a space. */
export function spaceFacts(row: SpaceRow): EventData<typeof events.spaceUpdated> {
  return {
    space: row.id,
    organization: row.organization_id,
    title: row.title,
    emoji: row.emoji ?? defaultEmoji,
    ...(row.icon === null ? {} : { icon: row.icon }),
    ...(row.parent_id === null ? {} : { parent: row.parent_id }),
    defaultLevel: row.default_level,
    resolvedLevel: row.resolved_level,
    editMode: row.edit_mode,
    revision: row.revision_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at.toISOString() }),
    counts: {
      comments: row.comments,
      changeRequests: row.change_requests,
      changeRequestsOpen: row.change_requests_open,
      changeRequestsDraft: row.change_requests_draft,
    },
  };
}
