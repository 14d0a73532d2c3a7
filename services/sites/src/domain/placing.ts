import { keyBetween, notFound } from '@quire/runtime';

/** Where something is to stand: next to a sibling, or, with neither, at the end. */
export interface Destination {
  before?: string | undefined;
  after?: string | undefined;
}

interface Standing {
  id: string;
  order_key: string;
}

/**
 * The order key that something gets beside its new siblings, which are in order and without itself. Throws 404, by
 * `noun`, unless the neighbour is one of them.
 */
export function keyAmong(siblings: readonly Standing[], to: Destination, noun: string): string {
  const { lower, upper } = gapAmong(siblings, to, noun);
  return keyBetween(lower, upper);
}

/** The same for what stands among them already: undefined when it stands there. */
export function keyToMove(self: Standing, all: readonly Standing[], to: Destination, noun: string): string | undefined {
  if ((to.before ?? to.after) === self.id) return undefined;
  const siblings = all.filter(({ id }) => id !== self.id);
  const { lower, upper } = gapAmong(siblings, to, noun);
  const key = self.order_key;
  const isThere = (lower === undefined || lower < key) && (upper === undefined || key < upper);
  return isThere ? undefined : keyBetween(lower, upper);
}

function gapAmong(siblings: readonly Standing[], to: Destination, noun: string) {
  const neighbour = to.before ?? to.after;
  const found = siblings.findIndex(({ id }) => id === neighbour);
  if (neighbour !== undefined && found === -1) throw notFound(noun);
  const index = neighbour === undefined ? siblings.length : to.before === undefined ? found + 1 : found;
  return { lower: siblings[index - 1]?.order_key, upper: siblings[index]?.order_key };
}
