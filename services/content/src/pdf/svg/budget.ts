/** Says that a picture cannot be drawn as it is meant to be. */
export class NotDrawable extends Error {}

/** Of one file. */
export const longestSvg = 256 * 1024;
/** Of elements in each other. */
export const deepest = 24;

/**
 * What drawing takes at most, in microseconds of a slow processor: measured with pictures that are nothing but the most
 * expensive thing of each kind.
 */
export const costs = {
  picture: 1_000,
  element: 80,
  rectangle: 60,
  /** A rectangle with round corners, a circle or an ellipse. */
  round: 180,
  /** In a path or a list of points. */
  number: 1.5,
  line: 2.5,
  curve: 6,
  arc: 50,
  subpath: 25,
  /** Letters of one font in one place. */
  piece: 150,
  letter: 40,
  /** A clip, a group with transparency, or a gradient, besides what is in it. */
  layer: 400,
  /** Of a gradient, which takes more memory than time. */
  stop: 200,
} as const;

/** Of one picture. */
export const dearest = 100_000;
/** Of all pictures of a document, each counted as often as it is shown. */
export const dearestDocument = 40_000_000;
/** Whoever opens the document draws them one by one. */
export const mostDashes = 50_000;

/** Adds up what drawing a picture takes, and gives up on one that takes too much. */
export class Budget {
  spent: number = costs.picture;
  private dashes = 0;

  spend(cost: number): void {
    this.spent += cost;
    if (this.spent > dearest) throw new NotDrawable('takes too long to draw');
  }

  /** False where there is no room for that many dashes. */
  dash(count: number): boolean {
    if (this.dashes + count > mostDashes) return false;
    this.dashes += count;
    return true;
  }
}
