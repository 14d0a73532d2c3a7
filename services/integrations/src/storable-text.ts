/** Text as a database holds it: half characters and U+0000 become U+FFFD. For what strangers wrote and nobody checked. */
export const storableText = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD');
