/** Largest Markdown document in bytes of UTF-8: what a page may hold, whoever writes it. */
export const MAX_PAGE_BYTES = 1024 * 1024;
/** Longest slug of a page in characters. */
export const MAX_SLUG_LENGTH = 100;
