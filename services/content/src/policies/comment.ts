import { type Principal, type Role, atLeast, forbidden } from '@quire/runtime';
import type { PostRow } from '../tables/comment.js';

export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  /** To answer and to react. */
  reply: boolean;
  delete: boolean;
}

/** What a caller with a level on the space may do with a comment or reply. */
export function commentPermissions(
  principal: Principal,
  level: Role | null,
  { posted_by }: Pick<PostRow, 'posted_by'>,
): CommentPermissions {
  const comments = atLeast(level, 'comment');
  const edits = comments && posted_by === principal.userId;
  return { view: atLeast(level, 'read'), edit: edits, reply: comments, delete: edits || atLeast(level, 'admin') };
}

/** Throws 403 unless the caller may edit or delete the comment or reply. */
export function authorizeComment(permissions: CommentPermissions, needed: 'edit' | 'delete'): void {
  if (permissions[needed]) return;
  throw forbidden(
    needed === 'edit'
      ? 'Only who posted it may edit it.'
      : 'Only who posted it, or an admin of the space, may delete it.',
  );
}
