import type { Comment, CommentReply, DocumentFormat } from '@quire/contract';
import type { CommentPermissions } from '../policies/comment.js';
import type { CommentedPage, CommentRow, PostRow } from '../tables/comment.js';
import type { ReactionRow } from '../tables/reaction.js';
import { presentDocument } from './document.js';
import type { Links } from './links.js';
import { presentUser } from './user.js';

export interface PostContext {
  /** The reactions to it, the earliest first. */
  reactions: readonly ReactionRow[];
  permissions: CommentPermissions;
  format: DocumentFormat;
  links: Links;
}

/** `currentPage` is the page that the comment is about as it is now; undefined when it is gone. */
export function presentComment(
  row: CommentRow,
  { currentPage, ...context }: PostContext & { currentPage: CommentedPage | undefined },
): Comment {
  return {
    object: 'comment',
    ...presentPost(row, `comments/${row.id}`, context),
    replies: row.replies,
    target: {
      ...(row.node_id === null
        ? {}
        : { node: { id: row.node_id, ...(row.node_preview === null ? {} : { preview: row.node_preview }) } }),
      ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
      ...(row.review_id === null ? {} : { review: row.review_id }),
      ...(row.page_id === null || row.page === null
        ? {}
        : { page: presentPage(row.page_id, { before: row.page, now: currentPage }) }),
      space: row.space_id,
      revision: row.revision_id,
    },
    status: row.status,
    ...(row.resolved_at === null || row.resolver === null
      ? {}
      : { resolvedAt: row.resolved_at.toISOString(), resolvedBy: presentUser(row.resolver, context.links) }),
  };
}

export function presentReply(row: PostRow, context: PostContext): CommentReply {
  return { object: 'comment-reply', ...presentPost(row, `comments/${row.parent_id}/replies/${row.id}`, context) };
}

function presentPost(row: PostRow, path: string, { reactions, permissions, format, links }: PostContext) {
  const changeRequest = row.change_request_id === null ? '' : `/change-requests/${row.change_request_id}`;
  return {
    id: row.id,
    postedBy: presentUser(row.author, links),
    postedAt: row.posted_at.toISOString(),
    ...(row.edited_at === null ? {} : { editedAt: row.edited_at.toISOString() }),
    reactions: presentReactions(reactions, links),
    body: format === 'document' ? { document: presentDocument(row.markdown) } : { markdown: row.markdown },
    urls: { location: links.location(`spaces/${row.space_id}${changeRequest}/${path}`) },
    permissions: { ...permissions },
  };
}

/** One entry per emoji, in the order in which somebody first used it. */
function presentReactions(rows: readonly ReactionRow[], links: Links): Comment['reactions'] {
  const byEmoji = new Map<string, ReactionRow[]>();
  for (const row of rows) {
    const same = byEmoji.get(row.emoji);
    if (same) same.push(row);
    else byEmoji.set(row.emoji, [row]);
  }
  return [...byEmoji].map(([emoji, same]) => ({
    emoji,
    count: same.length,
    users: same.map((row) => ({ user: presentUser(row.user, links), reactedAt: row.reacted_at.toISOString() })),
  }));
}

function presentPage(id: string, { before, now }: { before: CommentedPage; now: CommentedPage | undefined }) {
  const { title, emoji, icon, createdAt, updatedAt, path } = now ?? before;
  return {
    id,
    title,
    ...(emoji === undefined ? {} : { emoji }),
    ...(icon === undefined ? {} : { icon }),
    createdAt,
    updatedAt,
    path,
    outdated: now?.hash !== before.hash,
  };
}
