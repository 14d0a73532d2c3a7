/** Emoji as characters: they are also written as hyphenated hexadecimal code points. */
export function emojiCharacters(emoji: string | undefined): string | undefined {
  if (emoji === undefined || !/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji;
  const points = emoji.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : undefined;
}
