/** Largest Markdown document in bytes of UTF-8: what a page may hold, whoever writes it. */
export const MAX_PAGE_BYTES = 1024 * 1024;
/** Longest title of a page in UTF-16 units, as long as the API takes; what a document or `SUMMARY.md` says is cut there. */
export const MAX_TITLE_LENGTH = 1000;
/** Longest slug of a page in characters. */
export const MAX_SLUG_LENGTH = 100;

/** A title as long as it may be, without half a character at its end. */
export const cutTitle = (title: string): string =>
  title.length <= MAX_TITLE_LENGTH
    ? title
    : title
        .slice(0, MAX_TITLE_LENGTH)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
