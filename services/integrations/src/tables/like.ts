/** A pattern of LIKE for what contains a text, in any case; null for no text. */
export const containing = (search: string | undefined): string | null =>
  search ? `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%` : null;
