import type { Block } from '../../document/types.js';
import { movedItems } from '../merge/order.js';

/** What an item with a block is, in one of two versions of a list. */
export interface HasBlock {
  block: Block;
}

/** A place in either version: what stands there now, and what stood there. */
export interface Slot<Item> {
  now?: Item;
  base?: Item;
  /** Whether both are the same. */
  same?: boolean;
  /** Of a block that stands elsewhere than it stood: its other place. */
  elsewhere?: Slot<Item>;
}

/**
 * Lays two versions of a list of blocks side by side, in an order that is that of both. Equal blocks meet, as few as possible
 * count as moved; of what is between them, blocks of one type meet, which were changed. O(n log n).
 */
export function alignBlocks<Item extends HasBlock>(now: readonly Item[], base: readonly Item[]): Slot<Item>[] {
  const [names, formerNames] = [namesOf(now), namesOf(base)];
  const [start, end] = commonEnds(names.contents, formerNames.contents);
  const middle = <T>(items: readonly T[]) => items.slice(start, items.length - end);
  const equal = (item: Item, index: number): Slot<Item> => ({ now: item, base: base.at(index)!, same: true });
  const inner = { now: middle(now), base: middle(base) };
  return [
    ...now.slice(0, start).map(equal),
    ...alignMiddle(inner, { now: namesOf(inner.now).names, base: namesOf(inner.base).names }),
    ...now.slice(now.length - end).map((item, index) => equal(item, index - end)),
  ];
}

/** What the blocks hold, and the same numbered where it comes again. */
function namesOf(items: readonly HasBlock[]): { contents: string[]; names: string[] } {
  const seen = new Map<string, number>();
  const contents = items.map(({ block }) => block.key!.replace(/-\d+$/, ''));
  const names = contents.map((content) => {
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return `${content}-${count}`;
  });
  return { contents, names };
}

function commonEnds(a: readonly string[], b: readonly string[]): [start: number, end: number] {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [start, end];
}

interface Versions<T> {
  now: readonly T[];
  base: readonly T[];
}

function alignMiddle<Item extends HasBlock>(items: Versions<Item>, names: Versions<string>): Slot<Item>[] {
  const moved = movedItems(names.base, names.now);
  const position = new Map(names.base.map((name, index) => [name, index]));
  const movedSlots = new Map<string, Slot<Item>>();
  const slots: Slot<Item>[] = [];
  let [fromNow, fromBase] = [0, 0];
  const between = (untilNow: number, untilBase: number) => {
    const gap = {
      now: items.now.slice(fromNow, untilNow).map((item, index) => ({ item, name: names.now[fromNow + index]! })),
      base: items.base.slice(fromBase, untilBase).map((item, index) => ({ item, name: names.base[fromBase + index]! })),
    };
    slots.push(...alignGap(gap, { moved, movedSlots }));
  };
  for (const [at, name] of names.now.entries()) {
    const stood = position.get(name);
    if (stood === undefined || moved.has(name)) continue;
    between(at, stood);
    slots.push({ now: items.now[at]!, base: items.base[stood]!, same: true });
    [fromNow, fromBase] = [at + 1, stood + 1];
  }
  between(items.now.length, items.base.length);
  return slots;
}

/** Blocks without an equal: as many on both sides are changed ones in their order, else those of one type. */
function alignGap<Item extends HasBlock>(
  gap: Versions<{ item: Item; name: string }>,
  { moved, movedSlots }: { moved: ReadonlySet<string>; movedSlots: Map<string, Slot<Item>> },
): Slot<Item>[] {
  const place = (side: 'now' | 'base', { item, name }: { item: Item; name: string }) => {
    const slot: Slot<Item> = { [side]: item };
    slots.push(slot);
    if (!moved.has(name)) return;
    const other = movedSlots.get(name);
    if (!other) movedSlots.set(name, slot);
    else [slot.elsewhere, other.elsewhere] = [other, slot];
  };
  const changed = (list: readonly { name: string }[]) => list.filter(({ name }) => !moved.has(name)).length;
  const kindOf = changed(gap.now) === changed(gap.base) ? () => '' : ({ block }: Item) => block.type;
  const waiting = new Map<string, number[]>();
  for (const [index, { item, name }] of [...gap.base.entries()].reverse()) {
    const kind = kindOf(item);
    if (moved.has(name)) continue;
    const indices = waiting.get(kind);
    if (indices) indices.push(index);
    else waiting.set(kind, [index]);
  }
  const slots: Slot<Item>[] = [];
  let next = 0;
  for (const current of gap.now) {
    const partners = moved.has(current.name) ? [] : (waiting.get(kindOf(current.item)) ?? []);
    let partner = partners.pop();
    while (partner !== undefined && partner < next) partner = partners.pop();
    if (partner === undefined) {
      place('now', current);
      continue;
    }
    for (const gone of gap.base.slice(next, partner)) place('base', gone);
    slots.push({ now: current.item, base: gap.base[partner]!.item });
    next = partner + 1;
  }
  for (const gone of gap.base.slice(next)) place('base', gone);
  return slots;
}
