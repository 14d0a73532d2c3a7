/** A place where both sides changed the same thing differently. `base`, `ours` and `theirs` are JSON values. */
export interface Conflict {
  kind: 'field' | 'document' | 'deleted' | 'moved';
  page: string;
  /** The page's field, for kind `field`. */
  field?: string;
  base: unknown;
  ours: unknown;
  theirs: unknown;
}
