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
 * about six where everything is inserted into the same gap.
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
