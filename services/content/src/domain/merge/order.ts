/**
 * Merges the orders of one list's items. `members` are the items the result must have, each in `ours` or `theirs`.
 *
 * What ours moved or added is placed again after the item it follows in ours; everything else stands as in theirs. An item
 * counts as moved when it is outside the longest common subsequence with `base`. Where both moved an item, or both added
 * at one place, theirs comes first.
 */
export function mergeOrder(
  { base, ours, theirs }: { base: readonly string[]; ours: readonly string[]; theirs: readonly string[] },
  members: ReadonlySet<string>,
): string[] {
  const inTheirs = new Set(theirs);
  const inOurs = new Set(ours);
  const inBase = new Set(base);
  const movedByOurs = movedItems(base, ours);
  const movedByTheirs = movedItems(base, theirs);
  const replaced = (id: string) => !inTheirs.has(id) || (movedByOurs.has(id) && !movedByTheirs.has(id));

  const next = new Map<string | undefined, string>();
  let tail: string | undefined;
  for (const id of theirs) {
    if (!members.has(id) || replaced(id)) continue;
    next.set(tail, id);
    tail = id;
  }
  let previous: string | undefined;
  for (const id of ours) {
    if (!members.has(id)) continue;
    if (replaced(id)) {
      let place = previous;
      for (let after = next.get(place); after !== undefined && isNew(after); after = next.get(place)) place = after;
      const following = next.get(place);
      next.set(place, id);
      if (following !== undefined) next.set(id, following);
    }
    previous = id;
  }
  const result: string[] = [];
  for (let id = next.get(undefined); id !== undefined; id = next.get(id)) result.push(id);
  return result;

  function isNew(id: string): boolean {
    return !inBase.has(id) && inTheirs.has(id) && !inOurs.has(id);
  }
}

/** Items of both lists that had to move to turn one order into the other. */
export function movedItems(before: readonly string[], after: readonly string[]): Set<string> {
  const position = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => position.has(id));
  const stable = longestIncreasing(common.map((id) => position.get(id)!));
  return new Set(common.filter((_, index) => !stable.has(index)));
}

/** Indices of a longest increasing subsequence, by patience sorting (Fredman, 1975): O(n log n). */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  });
  const indices = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) indices.add(index);
  return indices;
}
