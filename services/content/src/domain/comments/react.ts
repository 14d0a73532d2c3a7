import { emojiOf } from '@quire/contract';
import { type Principal, type Tx, conflict, invalid } from '@quire/runtime';
import { countEmojis, deleteReactions, insertReactions } from '../../tables/reaction.js';

export interface ReactionChanges {
  addedReactions?: string[] | undefined;
  removedReactions?: string[] | undefined;
}

const mostEmojis = 50;

/** Adds and takes back reactions of the caller to a comment or reply; what is so already stays so. */
export async function react(
  tx: Tx,
  commentId: string,
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
  { principal: { userId }, now }: { principal: Principal; now: () => Date },
): Promise<void> {
  const added = new Set(addedReactions.flatMap((reaction) => emojiOf(reaction) ?? []));
  const removed = removedReactions.flatMap((reaction) => emojiOf(reaction) ?? []);
  const both = removed.findIndex((emoji) => added.has(emoji));
  if (both >= 0) throw invalid([{ path: `body.removedReactions.${both}`, message: 'is among the added ones too' }]);
  if (removed.length > 0) await deleteReactions(tx, { commentId, userId, emojis: removed });
  if (added.size === 0) return;
  await insertReactions(tx, { commentId, userId, emojis: [...added], reactedAt: now() });
  if ((await countEmojis(tx, commentId)) > mostEmojis)
    throw conflict(`It has ${mostEmojis} different reactions; use one of those.`);
}
