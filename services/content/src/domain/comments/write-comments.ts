import {
  type Comment,
  type CommentBody,
  CommentMarkdown,
  type CommentReply,
  type DocumentFormat,
  events,
} from '@quire/contract';
import { type Principal, type Tx, invalid, newId } from '@quire/runtime';
import type { Content } from '../../context.js';
import { checkDocument } from '../../document/check-document.js';
import { pageReferences } from '../../document/page-references.js';
import { writeDocument } from '../../document/write-document.js';
import { authorizeComment, commentPermissions } from '../../policies/comment.js';
import { levelOn } from '../../policies/level.js';
import {
  type CommentRow,
  countReplies,
  deletePost,
  insertPost,
  type NewPost,
  type PostChanges,
  updatePost,
} from '../../tables/comment.js';
import { rememberUser } from '../../tables/user.js';
import type { ContentAt } from '../content-at.js';
import { type CommentsAddress, countOpen, lockPlace, needComment, needReply, tell } from './place.js';
import { type ReactionChanges, react } from './react.js';
import { presentOne, presentOneReply } from './read-comments.js';
import { targetOf } from './target.js';

/** The writes of comments that spaces and change requests have in common. */

interface Write<Body> {
  body: Body;
  principal: Principal;
  context: Content;
}
interface GuardedWrite<Body> extends Write<Body> {
  ifMatch: (representation: unknown) => void;
}
type CommentAddress = CommentsAddress & { commentId: string };
type ReplyAddress = CommentAddress & { commentReplyId: string };
type PostUpdate = { body?: CommentBody | undefined } & ReactionChanges;

/** Comments on a space or change request, on a page of it, or on a block of a page. */
export async function postComment(
  tx: Tx,
  address: CommentsAddress,
  { body, principal, context }: Write<{ body: CommentBody; page?: string | undefined; node?: string | undefined }>,
): Promise<Comment> {
  const { store, links, now } = context;
  const at = await lockPlace(tx, address, { principal, store });
  const markdown = markdownOf(body.body, 'body.body');
  const post = { markdown, posted_at: now(), ...(await targetOf(at, body)) };
  return presentOne(tx, await addComment(tx, at, { principal, post }), { at, principal, links });
}

/** Adds a comment to a locked place, counts it and tells of it. */
export async function addComment(
  tx: Tx,
  at: ContentAt,
  {
    principal,
    post,
  }: {
    principal: Principal;
    post: Omit<NewPost, 'id' | 'space_id' | 'change_request_id' | 'parent_id' | 'posted_by' | 'status'>;
  },
): Promise<CommentRow> {
  await rememberUser(tx, principal);
  const id = newId();
  await insertPost(tx, {
    id,
    space_id: at.space.id,
    change_request_id: at.changeRequest?.id ?? null,
    parent_id: null,
    posted_by: principal.userId,
    status: 'open',
    ...post,
  });
  await countOpen(tx, at, 1);
  const row = await needComment(tx, at, id);
  await tell(tx, events.commentPosted, { space: at.space, row, sequence: row.version });
  return row;
}

/** Edits, resolves, opens again, reacts: all that the body says, or nothing. */
export async function changeComment(
  tx: Tx,
  address: CommentAddress,
  { body, principal, context, ifMatch }: GuardedWrite<PostUpdate & { resolved?: boolean | undefined }>,
): Promise<Comment> {
  const { store, links, now } = context;
  const at = await lockPlace(tx, address, { principal, store });
  const row = await needComment(tx, at, address.commentId);
  const viewing = { at, principal, links };
  if (body.body) authorizeComment(commentPermissions(principal, levelOn(principal, at.space), row), 'edit');
  ifMatch(await presentOne(tx, row, viewing));
  await rememberUser(tx, principal);
  const resolves = body.resolved === true && row.status === 'open';
  const reopens = body.resolved === false && row.status === 'resolved';
  const changes: PostChanges = {
    ...editOf(body, row.markdown, now),
    ...(resolves ? { status: 'resolved', resolved_at: now(), resolved_by: principal.userId } : {}),
    ...(reopens ? { status: 'open', resolved_at: null, resolved_by: null } : {}),
  };
  if (Object.keys(changes).length > 0) await updatePost(tx, row.id, changes);
  await react(tx, row.id, body, { principal, now });
  if (resolves || reopens) await countOpen(tx, at, resolves ? -1 : 1);
  const changed = await needComment(tx, at, row.id);
  if (resolves) await tell(tx, events.commentResolved, { space: at.space, row: changed, sequence: changed.version });
  return presentOne(tx, changed, viewing);
}

/** Removes a comment with its replies. */
export async function removeComment(
  tx: Tx,
  address: CommentAddress,
  { principal, context, ifMatch }: Omit<GuardedWrite<undefined>, 'body'>,
): Promise<void> {
  const { store, links } = context;
  const at = await lockPlace(tx, address, { principal, store });
  const row = await needComment(tx, at, address.commentId);
  authorizeComment(commentPermissions(principal, levelOn(principal, at.space), row), 'delete');
  ifMatch(await presentOne(tx, row, { at, principal, links }));
  await deletePost(tx, row.id);
  if (row.status === 'open') await countOpen(tx, at, -1);
  await tell(tx, events.commentDeleted, { space: at.space, row, sequence: row.version + 1 });
}

/** Answers a comment, resolved or not. */
export async function postReply(
  tx: Tx,
  address: CommentAddress,
  { body, principal, context, format }: Write<{ body: CommentBody }> & { format?: DocumentFormat },
): Promise<CommentReply> {
  const { store, links, now } = context;
  const at = await lockPlace(tx, address, { principal, store });
  const comment = await needComment(tx, at, address.commentId);
  const markdown = markdownOf(body.body, 'body.body');
  await rememberUser(tx, principal);
  const id = newId();
  await insertPost(tx, {
    id,
    space_id: at.space.id,
    change_request_id: at.changeRequest?.id ?? null,
    parent_id: comment.id,
    markdown,
    posted_by: principal.userId,
    posted_at: now(),
  });
  await countReplies(tx, comment.id, 1);
  const row = await needReply(tx, at, { commentId: comment.id, commentReplyId: id });
  await tell(tx, events.commentPosted, { space: at.space, row, sequence: row.version });
  return presentOneReply(tx, row, { at, principal, format, links });
}

/** Edits a reply and reacts to it: all that the body says, or nothing. */
export async function changeReply(
  tx: Tx,
  address: ReplyAddress,
  { body, principal, context, ifMatch }: GuardedWrite<PostUpdate>,
): Promise<CommentReply> {
  const { store, links, now } = context;
  const at = await lockPlace(tx, address, { principal, store });
  const row = await needReply(tx, at, address);
  const viewing = { at, principal, links };
  if (body.body) authorizeComment(commentPermissions(principal, levelOn(principal, at.space), row), 'edit');
  ifMatch(await presentOneReply(tx, row, viewing));
  await rememberUser(tx, principal);
  const changes = editOf(body, row.markdown, now);
  if (changes) await updatePost(tx, row.id, changes);
  await react(tx, row.id, body, { principal, now });
  return presentOneReply(tx, await needReply(tx, at, address), viewing);
}

/** Removes a reply. */
export async function removeReply(
  tx: Tx,
  address: ReplyAddress,
  { principal, context, ifMatch }: Omit<GuardedWrite<undefined>, 'body'>,
): Promise<void> {
  const { store, links } = context;
  const at = await lockPlace(tx, address, { principal, store });
  const row = await needReply(tx, at, address);
  authorizeComment(commentPermissions(principal, levelOn(principal, at.space), row), 'delete');
  ifMatch(await presentOneReply(tx, row, { at, principal, links }));
  await deletePost(tx, row.id);
  await countReplies(tx, address.commentId, -1);
  await tell(tx, events.commentDeleted, { space: at.space, row, sequence: row.version + 1 });
}

/** What a body says; `path` is where it stands in the request. */
export function markdownOf(body: CommentBody, path: string): string {
  if ('markdown' in body) return body.markdown;
  const at = `${path}.document`;
  const markdown = writeDocument(checkDocument(body.document, at), pageReferences({})).trim();
  const checked = CommentMarkdown.safeParse(markdown);
  if (!checked.success) throw invalid([{ path: at, message: checked.error.issues[0]!.message }]);
  return markdown;
}

/** What saying something else changes; to say the same again is no edit. */
function editOf({ body }: PostUpdate, before: string, now: () => Date): PostChanges | undefined {
  if (!body) return undefined;
  const markdown = markdownOf(body, 'body.body');
  return markdown === before ? undefined : { markdown, edited_at: now() };
}
