import { z } from 'zod';
import { CommentBody, DocumentFormat } from './document.js';
import { JsonDocument } from './json.js';
import { pageQuery, repeated } from './query.js';
import { Reaction } from './emoji.js';
import { Count, Id, Timestamp, Url } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

const postFields = {
  id: z.string(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Timestamp.optional(),
  reactions: z.array(
    z.strictObject({
      emoji: z.string(),
      count: Count,
      users: z.array(z.strictObject({ user: User, reactedAt: Timestamp })),
    }),
  ),
  body: z.union([z.strictObject({ markdown: z.string() }), z.strictObject({ document: JsonDocument })]),
  urls: z.strictObject({ location: Url }),
  permissions: z.strictObject({ view: z.boolean(), edit: z.boolean(), reply: z.boolean(), delete: z.boolean() }),
};

const commentSchema = z
  .strictObject({
    object: z.literal('comment'),
    ...postFields,
    replies: Count,
    target: z.strictObject({
      node: z.strictObject({ id: z.string(), preview: z.string().optional() }).optional(),
      changeRequest: z.string().optional(),
      review: z.string().optional(),
      page: z
        .strictObject({
          id: z.string(),
          title: z.string(),
          emoji: z.string().optional(),
          icon: z.string().optional(),
          createdAt: Timestamp.optional(),
          updatedAt: Timestamp.optional(),
          path: z.string(),
          outdated: z.boolean(),
        })
        .optional(),
      space: z.string(),
      revision: z.string(),
    }),
    status: z.enum(['open', 'resolved']),
    resolvedAt: Timestamp.optional(),
    resolvedBy: User.optional(),
  })
  .refine(
    ({ status, resolvedAt, resolvedBy }) =>
      (status === 'resolved') === (resolvedAt !== undefined && resolvedBy !== undefined),
    'has `resolvedAt` and `resolvedBy` exactly when it is resolved',
  )
  .meta({ id: 'Comment' });

export interface Comment extends z.infer<typeof commentSchema> {}
export const Comment: Schema<Comment> = commentSchema;

const replySchema = z.strictObject({ object: z.literal('comment-reply'), ...postFields }).meta({ id: 'CommentReply' });

export interface CommentReply extends z.infer<typeof replySchema> {}
export const CommentReply: Schema<CommentReply> = replySchema;

const reactions = z.array(Reaction).max(50).optional();

export const CommentCreate = z.object({ node: Id.optional(), page: Id.optional(), body: CommentBody });
export const CommentUpdate = z.object({
  resolved: z.boolean().optional(),
  body: CommentBody.optional(),
  addedReactions: reactions,
  removedReactions: reactions,
});
export const CommentReplyCreate = z.object({ body: CommentBody });
export const CommentReplyUpdate = z.object({
  body: CommentBody.optional(),
  addedReactions: reactions,
  removedReactions: reactions,
});

const format = DocumentFormat.default('markdown');

export const commentQuery = z.object({ format });
export const commentReplyListQuery = pageQuery.extend({ format });
export const commentListQuery = pageQuery.extend({
  order: z.enum(['asc', 'desc']).default('desc'),
  status: z.enum(['all', 'open', 'resolved']).default('all'),
  format,
  targetPage: Id.optional(),
  authors: repeated(Id, { max: 1_000 }),
});
