import { keyBetween, keysBetween, notFound, type Tx } from '@quire/runtime';
import { findOrderKey, findSiblings, type Item, type Parent, updateOrderKeys } from '../../tables/tree.js';

/** A place next to a sibling; with neither, the end. */
export interface Position {
  before?: Item;
  after?: Item;
}

/** Sort keys beyond this length are a sign that all goes into one gap: its surroundings are spread out again. */
const longestKey = 32;
const nearby = 8;

/**
 * The sort key of a place among the children of a parent for something new, or for `item`, which may stand among them
 * already; undefined when it stands exactly there. Throws 404 when the position names no child of the parent. Needs
 * `lockCollectionTree` of the organization.
 */
export async function findPlace(
  tx: Tx,
  parent: Parent,
  { position = {}, item }: { position?: Position; item?: Item } = {},
): Promise<string | undefined> {
  const neighbour = position.before ?? position.after;
  const own = item && (await findOrderKey(tx, parent, item));
  if (neighbour && neighbour.kind === item?.kind && neighbour.id === item.id) {
    if (own === undefined) throw notFound(neighbour.kind);
    return undefined;
  }
  const near = neighbour && (await findOrderKey(tx, parent, neighbour));
  if (neighbour && near === undefined) throw notFound(neighbour.kind);

  const direction = position.before || !neighbour ? 'backward' : 'forward';
  const [beside] = await findSiblings(tx, parent, { direction, from: near, except: item, limit: 1 });
  const [lower, upper] = direction === 'backward' ? [beside?.order_key, near] : [near, beside?.order_key];
  const isThere = own !== undefined && (lower === undefined || lower < own) && (upper === undefined || own < upper);
  if (isThere) return undefined;
  const key = keyBetween(lower, upper);
  return key.length <= longestKey
    ? key
    : makeRoom(tx, parent, { lower, upper, item: own === undefined ? undefined : item });
}

/**
 * The sort key of something that comes back to a parent: its old one unless that is taken, the one behind who took it, or,
 * without an old one, the end. Needs `lockCollectionTree` of the organization.
 */
export async function findPlaceNear(tx: Tx, parent: Parent, orderKey: string | null): Promise<string> {
  if (orderKey === null) return findEnd(tx, parent);
  const from = { direction: 'forward', from: orderKey, inclusive: true, limit: 1 } as const;
  const [there] = await findSiblings(tx, parent, from);
  if (there?.order_key !== orderKey) return orderKey;
  return (await findPlace(tx, parent, { position: { after: there } }))!;
}

/** The sort key of the place behind all children of a parent. Needs `lockCollectionTree` of the organization. */
export async function findEnd(tx: Tx, parent: Parent): Promise<string> {
  return (await findPlace(tx, parent))!;
}

/**
 * Spreads the children around a crowded gap over as few of their neighbours as give room, and returns the key of a place in
 * the gap. The wider the crowd, the more insertions it took to make, so that the cost of an insertion stays logarithmic on
 * average (A. Itai, A. Konheim, M. Rodeh, "A sparse table implementation of priority queues", 1981).
 */
async function makeRoom(
  tx: Tx,
  parent: Parent,
  { lower, upper, item }: { lower: string | undefined; upper: string | undefined; item: Item | undefined },
): Promise<string> {
  for (let reach = nearby; ; reach *= 4) {
    const around = { inclusive: true, except: item, limit: reach + 1 };
    const before =
      lower === undefined ? [] : await findSiblings(tx, parent, { direction: 'backward', from: lower, ...around });
    const after =
      upper === undefined ? [] : await findSiblings(tx, parent, { direction: 'forward', from: upper, ...around });
    // The farthest ones stay as they are, and bound the others.
    const lowest = before.length > reach ? before.pop() : undefined;
    const highest = after.length > reach ? after.pop() : undefined;
    const keys = keysBetween(lowest?.order_key, highest?.order_key, before.length + 1 + after.length);
    const isWhole = lowest === undefined && highest === undefined;
    if (!isWhole && keys.some((key) => key.length > longestKey / 2)) continue;
    const crowd = [...before.reverse(), item, ...after];
    // What is to stand in the gap moves along: where it stands now, another one may come to stand.
    await updateOrderKeys(
      tx,
      crowd.flatMap((sibling, index) => (sibling ? [{ ...sibling, order_key: keys[index]! }] : [])),
    );
    return keys[before.length]!;
  }
}
