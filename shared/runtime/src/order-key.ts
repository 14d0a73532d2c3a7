/** Digits in the order of their bytes: keys sort in a column with COLLATE "C". */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;

/**
 * A sort key strictly between two others; undefined stands for the start or the end of the list. To move one item
 * writes one row: its siblings keep their keys.
 *
 * A key is a fraction between 0 and 1, written in base 62 without the leading `0.` and without trailing zeros, so that
 * there is always another one between two of them, and text order is numeric order. At either end of the list keys
 * step by one in the last digit that leaves room: they grow by one character in 61 insertions there, and by one in
 * about six where everything is inserted into the same gap, which {@link keysBetween} can undo. Throws `RangeError`
 * unless `lower` is before `upper`. The idea is that of D. Greenspan, "Implementing fractional indexing", 2020.
 */
export function keyBetween(lower: string | undefined, upper: string | undefined): string {
  if (lower !== undefined && upper !== undefined && lower >= upper)
    throw new RangeError(`${lower} is not before ${upper}`);
  let key = '';
  let ceiling = upper;
  for (let place = 0; ; place += 1) {
    const low = digitAt(lower, place) ?? 0;
    const high = ceiling === undefined ? base : (digitAt(ceiling, place) ?? 0);
    if (high - low > 1) return key + digits[pick(low, high, { lower, upper })];
    // One step below the upper bound, whatever follows is below it too.
    if (high > low) ceiling = undefined;
    key += digits[low];
  }
}

/**
 * As many sort keys as asked for, in order and evenly spread between two others, as short as the room allows; undefined
 * bounds as in {@link keyBetween}. To give neighbours that stand too close room again.
 */
export function keysBetween(lower: string | undefined, upper: string | undefined, count: number): string[] {
  if (lower !== undefined && upper !== undefined && lower >= upper)
    throw new RangeError(`${lower} is not before ${upper}`);
  for (let places = 1; ; places += 1) {
    // Both rounded down: the first key is at least one step above `lower`, the last one at least one below `upper`.
    const low = fractionOf(lower ?? '', places);
    const high = upper === undefined ? BigInt(base) ** BigInt(places) : fractionOf(upper, places);
    const step = (high - low) / BigInt(count + 1);
    if (step > 0n) return Array.from({ length: count }, (_, index) => keyOf(low + step * BigInt(index + 1), places));
  }
}

/** The first `places` digits of a key as a whole number. */
function fractionOf(key: string, places: number): bigint {
  let value = 0n;
  for (let place = 0; place < places; place += 1) value = value * BigInt(base) + BigInt(digitAt(key, place) ?? 0);
  return value;
}

function keyOf(fraction: bigint, places: number): string {
  let key = '';
  for (let rest = fraction; key.length < places; rest /= BigInt(base)) key = digits[Number(rest % BigInt(base))] + key;
  return key.replace(/0+$/, '');
}

const digitAt = (key: string | undefined, place: number): number | undefined => {
  const digit = key?.[place];
  return digit === undefined ? undefined : digits.indexOf(digit);
};

/** A digit between two that are not neighbours, never 0. */
function pick(low: number, high: number, ends: { lower: string | undefined; upper: string | undefined }): number {
  if (ends.lower === undefined && ends.upper !== undefined) return high - 1;
  if (ends.lower !== undefined && ends.upper === undefined) return low + 1;
  return Math.floor((low + high) / 2);
}
