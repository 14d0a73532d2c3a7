import { z } from 'zod';
import { Comment } from './comment.js';
import { CommentBody, DocumentFormat } from './document.js';
import { flag, pageQuery } from './query.js';
import { Id, text, Timestamp, Url } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

export const ReviewStatus = z.enum(['approved', 'changes-requested']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

const schema = z
  .strictObject({
    object: z.literal('change-request-review'),
    id: z.string(),
    revision: z.string(),
    reviewer: User,
    requestedBy: User.optional(),
    status: ReviewStatus,
    outdated: z.boolean(),
    comment: Comment.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'ChangeRequestReview' });

/** What somebody thinks of a change request; `outdated` when it has other content by now. */
export interface Review extends z.infer<typeof schema> {}
export const Review: Schema<Review> = schema;

/** An empty comment is none. */
const comment = z
  .preprocess(
    (raw) => (typeof raw === 'object' && raw !== null && Object.keys(raw).length === 0 ? undefined : raw),
    CommentBody.optional(),
  )
  .optional();

export const ReviewCreate = z.object({ status: ReviewStatus, comment });
export type ReviewCreate = z.infer<typeof ReviewCreate>;

const format = DocumentFormat.default('markdown');

/** `format` is that of the reviews' comments. */
export const reviewQuery = z.object({ format });
export const reviewListQuery = pageQuery.extend({ format, outdated: flag() });

const requestedSchema = z
  .strictObject({
    object: z.literal('change-request-requested-reviewer'),
    revision: z.string(),
    requestedBy: User,
    createdAt: Timestamp,
    kind: z.literal('user'),
    user: User,
  })
  .meta({ id: 'ChangeRequestRequestedReviewer' });

/** Somebody who was asked for a review and has not given one since. */
export interface RequestedReviewer extends z.infer<typeof requestedSchema> {}
export const RequestedReviewer: Schema<RequestedReviewer> = requestedSchema;

export const ReviewersRequest = z.object({ users: z.array(Id).max(100), subject: text({ max: 100 }).optional() });
export const RequestedReviewers: Schema<{ users: RequestedReviewer[] }> = z.strictObject({
  users: z.array(RequestedReviewer),
});
