const segmented =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordLike = /[\p{L}\p{M}\p{N}]+/gu;
/** Marks that can be left out in writing; those of Thai or Hindi are vowels, and the Japanese ones make other letters. */
const accents = /(?:(?![\u3099\u309A])(?=[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}])\p{M})+/gu;
const ascii = /^\p{ASCII}*$/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words of a text as search knows them: lower case, without accents, letters and digits only. Scripts that do not put
 * spaces between words are segmented (Unicode UAX #29, with ICU's dictionaries).
 */
export function wordsOf(text: string): string[] {
  // Most texts have nothing to fold or to segment, which is four fifths of the work.
  if (ascii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const words = text.normalize('NFC').match(wordLike) ?? [];
  // Segmented before it is folded: dictionaries know words as they are written.
  return words
    .flatMap((word) => (segmented.test(word) ? segmentsOf(word) : [word]))
    .flatMap((word) => folded(word).match(wordLike) ?? []);
}

function folded(word: string): string {
  return word.normalize('NFKD').replace(accents, '').normalize('NFC').toLowerCase();
}

/** Each segment that ICU hands out holds a copy of the whole text, so a long one is segmented piece by piece. */
const pieceLength = 256;

function segmentsOf(word: string): string[] {
  const words: string[] = [];
  for (let start = 0; start < word.length; ) {
    const piece = word.slice(start, start + pieceLength);
    const segments = [...segmenter.segment(piece)];
    start += piece.length;
    // The last word of a piece may go on in the next one.
    const last = start < word.length && segments.length > 1 ? segments.pop() : undefined;
    start -= last?.segment.length ?? 0;
    for (const { isWordLike, segment } of segments) if (isWordLike) words.push(segment);
  }
  return words;
}

const excerptLength = 240;

/** A piece of `text` around the first word of the query, cut at spaces. */
export function excerptOf(text: string, query: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= excerptLength) return flat;
  const lower = flat.toLowerCase();
  const found = query.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const centre = found.length > 0 ? Math.min(...found) : 0;
  const from = Math.max(0, Math.min(centre - excerptLength / 3, flat.length - excerptLength));
  const start = from === 0 ? 0 : flat.indexOf(' ', from) + 1;
  const end = start + excerptLength >= flat.length ? flat.length : flat.lastIndexOf(' ', start + excerptLength);
  const piece = flat.slice(start, end > start ? end : start + excerptLength);
  return `${start > 0 ? '… ' : ''}${piece}${end < flat.length ? ' …' : ''}`;
}
