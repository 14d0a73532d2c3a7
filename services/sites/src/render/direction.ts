const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether letters in it run from right to left. */
export const runsBothWays = (html: string): boolean => rightToLeft.test(html);

/** A block that runs as its first letters do. Those within follow it: one that says so for itself would not be counted. */
export const directed = (html: string): string => html.replace(/^<([a-z]\w*)(?=[\s>])(?![^>]* dir=)/, '<$1 dir="auto"');
