import type { Db, Tx } from '@quire/runtime';
import { userJson, type UserRow } from './user.js';

/** A comment or a reply. */
export interface PostRow {
  id: string;
  space_id: string;
  change_request_id: string | null;
  /** The comment that a reply answers. */
  parent_id: string | null;
  markdown: string;
  posted_by: string;
  posted_at: Date;
  edited_at: Date | null;
  version: number;
  author: UserRow;
}

/** A page as it was when somebody commented on it. */
export interface CommentedPage {
  title: string;
  path: string;
  emoji?: string;
  icon?: string;
  createdAt: string;
  updatedAt: string;
  /** Hash of what the page says, wherever it stands. */
  hash: string;
}

export interface CommentRow extends PostRow {
  parent_id: null;
  /** The review that it came with. */
  review_id: string | null;
  revision_id: string;
  page_id: string | null;
  page: CommentedPage | null;
  node_id: string | null;
  node_preview: string | null;
  status: 'open' | 'resolved';
  resolved_at: Date | null;
  resolver: UserRow | null;
  replies: number;
}

const columns = `c.id, c.space_id, c.change_request_id, c.parent_id, c.markdown, c.posted_by, c.posted_at, c.edited_at, c.version,
  ${userJson('u')} AS author, c.review_id, c.revision_id, c.page_id, c.page, c.node_id, c.node_preview, c.status, c.resolved_at,
  CASE WHEN v.id IS NOT NULL THEN ${userJson('v')} END AS resolver, c.replies`;
const users = 'JOIN users u ON u.id = c.posted_by LEFT JOIN users v ON v.id = c.resolved_by';

/** Replies have the same columns, and null in those of comments alone. */
async function find(db: Db, listedUnder: string, id: string): Promise<CommentRow | undefined> {
  const { rows } = await db.raw<{ rows: CommentRow[] }>(
    `SELECT ${columns} FROM comments c ${users} WHERE c.id = ? AND c.listed_under = ?`,
    [id, listedUnder],
  );
  return rows[0];
}

/** A comment of a space or change request. */
export const findComment: (db: Db, placeId: string, id: string) => Promise<CommentRow | undefined> = find;
/** A reply to a comment. */
export const findReply: (db: Db, commentId: string, id: string) => Promise<PostRow | undefined> = find;

/** What was said with the reviews. */
export async function findCommentsOfReviews(db: Db, reviewIds: readonly string[]): Promise<CommentRow[]> {
  const { rows } = await db.raw<{ rows: CommentRow[] }>(
    `SELECT ${columns} FROM comments c ${users} WHERE c.review_id = ANY (?)`,
    [[...reviewIds]],
  );
  return rows;
}

export interface NewPost
  extends Pick<PostRow, 'id' | 'space_id' | 'change_request_id' | 'parent_id' | 'markdown' | 'posted_by' | 'posted_at'>,
    Partial<
      Pick<CommentRow, 'review_id' | 'revision_id' | 'page_id' | 'page' | 'node_id' | 'node_preview' | 'status'>
    > {}

export async function insertPost(tx: Tx, row: NewPost): Promise<void> {
  await tx('comments').insert(row);
}

export interface PostChanges {
  markdown?: string;
  edited_at?: Date;
  status?: 'open' | 'resolved';
  resolved_at?: Date | null;
  resolved_by?: string | null;
}

/** Changes a comment or reply and counts its version up. */
export async function updatePost(tx: Tx, id: string, changes: PostChanges): Promise<void> {
  await tx('comments')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') });
}

export async function countReplies(tx: Tx, id: string, by: number): Promise<void> {
  await tx('comments')
    .where({ id })
    .update({ replies: tx.raw('replies + ?', [by]) });
}

/** Adds to the number of open comments of a space and counts its version up. */
export async function countOpenOfSpace(tx: Tx, id: string, by: number): Promise<void> {
  await tx('spaces')
    .where({ id })
    .update({ comments: tx.raw('comments + ?', [by]), version: tx.raw('version + 1') });
}

/** Adds to the number of open comments of a change request. */
export async function countOpenOfChangeRequest(tx: Tx, id: string, by: number): Promise<void> {
  await tx('change_requests')
    .where({ id })
    .update({ comments: tx.raw('comments + ?', [by]) });
}

/** Removes a comment with its replies, or a reply, and all reactions to them. */
export async function deletePost(tx: Tx, id: string): Promise<void> {
  await tx('comments').where({ id }).delete();
}

/** Whether anybody commented on a page, there now or not. */
export async function isCommentedPage(db: Db, listedUnder: string, pageId: string): Promise<boolean> {
  const row = await db('comments').where({ listed_under: listedUnder, page_id: pageId }).first('id');
  return row !== undefined;
}

export interface PostListQuery {
  /** Id of a space or change request for comments, of a comment for replies. */
  listedUnder: string;
  order: 'asc' | 'desc';
  status?: 'open' | 'resolved';
  pageId?: string;
  authors?: readonly string[];
  /** The id that the page before ended with. */
  cursor: string | undefined;
  limit: number;
}

interface Listed<Row> {
  rows: Row[];
  count: number;
}

async function list(db: Db, query: PostListQuery): Promise<Listed<CommentRow>> {
  const { listedUnder, order, status, pageId, authors, cursor, limit } = query;
  const filter = [
    'listed_under = :listedUnder',
    ...(status === undefined ? [] : ['status = :status']),
    ...(pageId === undefined ? [] : ['page_id = :pageId']),
    ...(authors === undefined ? [] : ['posted_by = ANY (:authors)']),
  ].join(' AND ');
  const bindings = {
    listedUnder,
    limit: limit + 1,
    ...(status === undefined ? {} : { status }),
    ...(pageId === undefined ? {} : { pageId }),
    ...(authors === undefined ? {} : { authors: [...authors] }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const behind = cursor === undefined ? '' : `AND id ${order === 'asc' ? '>' : '<'} :cursor`;
  // The page is cut out before anything is joined to it.
  const { rows } = await db.raw<{ rows: CommentRow[] }>(
    `SELECT ${columns} FROM (SELECT * FROM comments WHERE ${filter} ${behind} ORDER BY id ${order} LIMIT :limit) c
     ${users} ORDER BY c.id ${order}`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int FROM comments WHERE ${filter}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}

/** Comments by time: `limit + 1` rows behind the cursor, and how many in all. */
export const listComments: (db: Db, query: PostListQuery) => Promise<Listed<CommentRow>> = list;
/** The same for replies. */
export const listReplies: (db: Db, query: PostListQuery) => Promise<Listed<PostRow>> = list;
