/** Text between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** ` name="value"`, nothing for a value that is undefined; an empty one for true. */
export const attribute = (name: string, value: string | number | true | undefined): string =>
  value === undefined ? '' : value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
