import { checkedText } from './text.js';

/** Newer than what the compiler's target knows: sets of sequences, such as flags and families, as one property. */
const oneEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
const someEmoji = new RegExp(String.raw`^\p{RGI_Emoji}+$`, 'v');
const codePoints = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i;
const variationSelector = '\uFE0F';

/** Emoji as fully qualified characters: with the variation selectors that they have, and without those that they have not. */
function qualified(written: string): string {
  const characters = codePoints.test(written) ? fromCodePoints(written) : written;
  return characters
    .replaceAll(variationSelector, '')
    .replace(/(?=\p{Emoji})\P{Emoji_Presentation}(?!\p{Emoji_Modifier})/gu, `$&${variationSelector}`);
}

/**
 * The one emoji that a reaction stands for, as fully qualified characters, so that every way to write it (with or without
 * variation selectors, or as hyphenated hexadecimal code points) is the same reaction; undefined when it is not one emoji.
 */
export function emojiOf(reaction: string): string | undefined {
  const emoji = qualified(reaction);
  return oneEmoji.test(emoji) ? emoji : undefined;
}

function fromCodePoints(reaction: string): string {
  const numbers = reaction.split('-').map((hex) => Number.parseInt(hex, 16));
  return numbers.every((number) => number <= 0x10_ff_ff) ? String.fromCodePoint(...numbers) : '';
}

/** One emoji, in characters or as its hyphenated hexadecimal code points. */
export const Reaction = checkedText({ min: 1, max: 50 }, (value) =>
  emojiOf(value) === undefined ? 'must be one emoji' : undefined,
);

/** Emoji characters that decorate something, or their hyphenated hexadecimal code points. */
export const Emoji = checkedText({ min: 1, max: 50 }, (value) =>
  someEmoji.test(qualified(value)) ? undefined : 'must be an emoji',
).meta({ format: 'emoji' });
