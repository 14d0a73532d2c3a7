import type { Comment, CommentReply, DocumentFormat, List } from '@quire/contract';
import { type Db, type Principal, idCursor, listOf, notFound } from '@quire/runtime';
import type { Content } from '../../context.js';
import { commentPermissions } from '../../policies/comment.js';
import { levelOn } from '../../policies/level.js';
import { type PostContext, presentComment, presentReply } from '../../present/comment.js';
import { type CommentRow, isCommentedPage, listComments, listReplies, type PostRow } from '../../tables/comment.js';
import { type ReactionRow, findReactions } from '../../tables/reaction.js';
import { type ContentAt, contentAt } from '../content-at.js';
import { getPage } from '../pages/page-record.js';
import { type CommentsAddress, needComment, needReply, placeOf } from './place.js';
import { currentPages } from './target.js';

/** The reads of comments that spaces and change requests have in common. */

interface ListQuery {
  format: DocumentFormat;
  limit: number;
  page?: string | undefined;
}

/** What presenting takes beside the rows. */
export interface Viewing {
  at: ContentAt;
  principal: Principal;
  /** Of the bodies; Markdown unless asked otherwise. */
  format?: DocumentFormat;
  links: Content['links'];
}

/** The comments of a space or change request. */
export async function readComments(
  address: CommentsAddress,
  query: ListQuery & {
    order: 'asc' | 'desc';
    status: 'all' | 'open' | 'resolved';
    targetPage?: string | undefined;
    authors?: string[] | undefined;
  },
  principal: Principal,
  context: Content,
): Promise<List<Comment>> {
  const { db } = context;
  const at = await contentAt(address, principal, context);
  const { targetPage, status, authors, order, limit } = query;
  if (targetPage !== undefined) await assertTarget(db, at, targetPage);
  const { rows, count } = await listComments(db, {
    listedUnder: placeOf(at),
    order,
    ...(status === 'all' ? {} : { status }),
    ...(targetPage === undefined ? {} : { pageId: targetPage }),
    ...(authors === undefined ? {} : { authors }),
    cursor: idCursor(query.page),
    limit,
  });
  const presented = await presentComments(db, rows, { at, principal, format: query.format, links: context.links });
  return listOf(presented, { limit, count, cursor: ({ id }) => [id], present: (comment) => comment });
}

/** One comment. */
export async function readComment(
  address: CommentsAddress & { commentId: string },
  { format }: { format: DocumentFormat },
  principal: Principal,
  context: Content,
): Promise<Comment> {
  const at = await contentAt(address, principal, context);
  const row = await needComment(context.db, at, address.commentId);
  return presentOne(context.db, row, { at, principal, format, links: context.links });
}

/** The replies to a comment, the earliest first. */
export async function readReplies(
  address: CommentsAddress & { commentId: string },
  { format, limit, page }: ListQuery,
  principal: Principal,
  context: Content,
): Promise<List<CommentReply>> {
  const { db } = context;
  const at = await contentAt(address, principal, context);
  const comment = await needComment(db, at, address.commentId);
  const { rows, count } = await listReplies(db, {
    listedUnder: comment.id,
    order: 'asc',
    cursor: idCursor(page),
    limit,
  });
  const presented = await presentReplies(db, rows, { at, principal, format, links: context.links });
  return listOf(presented, { limit, count, cursor: ({ id }) => [id], present: (reply) => reply });
}

/** One reply. */
export async function readReply(
  address: CommentsAddress & { commentId: string; commentReplyId: string },
  { format }: { format: DocumentFormat },
  principal: Principal,
  context: Content,
): Promise<CommentReply> {
  const at = await contentAt(address, principal, context);
  const row = await needReply(context.db, at, address);
  return presentOneReply(context.db, row, { at, principal, format, links: context.links });
}

/** A page that is there, or was when somebody commented on it. */
async function assertTarget(db: Db, at: ContentAt, pageId: string): Promise<void> {
  if (await getPage(at.reader, at.revision.pages, pageId)) return;
  if (!(await isCommentedPage(db, placeOf(at), pageId))) throw notFound('page');
}

/** A comment with all that it shows. */
export async function presentOne(db: Db, row: CommentRow, viewing: Viewing): Promise<Comment> {
  return (await presentComments(db, [row], viewing))[0]!;
}

/** A reply with all that it shows. */
export async function presentOneReply(db: Db, row: PostRow, viewing: Viewing): Promise<CommentReply> {
  return (await presentReplies(db, [row], viewing))[0]!;
}

/** Comments of one place with all that they show. */
export async function presentComments(db: Db, rows: readonly CommentRow[], viewing: Viewing): Promise<Comment[]> {
  const contextOf = await postContexts(db, rows, viewing);
  const pages = await currentPages(viewing.at, rows);
  return rows.map((row) => presentComment(row, { ...contextOf(row), currentPage: pages.get(row.page_id ?? '') }));
}

async function presentReplies(db: Db, rows: readonly PostRow[], viewing: Viewing): Promise<CommentReply[]> {
  const contextOf = await postContexts(db, rows, viewing);
  return rows.map((row) => presentReply(row, contextOf(row)));
}

async function postContexts(
  db: Db,
  rows: readonly PostRow[],
  { at, principal, format = 'markdown', links }: Viewing,
): Promise<(row: PostRow) => PostContext> {
  const reactions = new Map<string, ReactionRow[]>(rows.map(({ id }) => [id, []]));
  for (const reaction of await findReactions(db, [...reactions.keys()]))
    reactions.get(reaction.comment_id)!.push(reaction);
  const level = levelOn(principal, at.space);
  return (row) => ({
    reactions: reactions.get(row.id)!,
    permissions: commentPermissions(principal, level, row),
    format,
    links,
  });
}
