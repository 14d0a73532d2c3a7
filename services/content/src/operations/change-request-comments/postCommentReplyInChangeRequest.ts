import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { assertMarkdown } from '../../domain/comments/read-comments.js';
import { postReply } from '../../domain/comments/write-comments.js';

export const postCommentReplyInChangeRequest = operation(
  contract.postCommentReplyInChangeRequest,
  async ({ params, query, body, principal, commit }, context: Content) =>
    commit(async (tx) => {
      assertMarkdown(query.format);
      return postReply(tx, params, { body, principal, context });
    }),
);
