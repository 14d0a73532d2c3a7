import { expect } from 'chai';
import fc from 'fast-check';
import { Emoji, emojiOf, Reaction } from '@quire/contract';

describe('reactions', () => {
  for (const [written, emoji] of [
    ['👍', '👍'],
    ['1f44d', '👍'],
    ['1F44D', '👍'],
    ['❤️', '❤️'],
    ['❤', '❤️'],
    ['2764', '❤️'],
    ['2764-fe0f', '❤️'],
    ['👍🏽', '👍🏽'],
    ['☝🏽', '☝🏽'],
    ['🇳🇴', '🇳🇴'],
    ['1f1f3-1f1f4', '🇳🇴'],
    ['1️⃣', '1️⃣'],
    ['1⃣', '1️⃣'],
    ['👩‍❤‍👨', '👩‍❤️‍👨'],
    ['👁️‍🗨️', '👁️‍🗨️'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ] as const) {
    it(`${written} is ${emoji}`, () => expect(emojiOf(written)).to.equal(emoji));
  }

  for (const written of [
    '',
    ' ',
    'a',
    'like',
    ':thumbsup:',
    '1',
    '#',
    '12',
    '+1',
    '👍👍',
    '👍 ',
    'a👍',
    '🇳',
    '\u200D',
    '<b>',
  ])
    it(`${JSON.stringify(written)} is no emoji`, () => expect(Reaction.safeParse(written).success).to.equal(false));
  for (const written of ['110000', 'd800', 'ffffff', '1f44d-', '1f44d-1f44d', '61', '\uFE0F', '日'])
    it(`${JSON.stringify(written)} is no emoji`, () => expect(emojiOf(written)).to.equal(undefined));

  for (const written of ['📘', '📘📘', '1f4d8', '❤', '1️⃣', '👩‍🚀', '🇳🇴🇫🇷'])
    it(`${written} decorates a space`, () => expect(Emoji.safeParse(written).success).to.equal(true));
  for (const written of ['', '1', '#', 'abc', '61', '🇳', '\u200D', '\uFE0F', '📘a', '📘 '])
    it(`${JSON.stringify(written)} decorates nothing`, () => expect(Emoji.safeParse(written).success).to.equal(false));

  it('an emoji stands for itself, and any text is one or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (text) => {
        const emoji = emojiOf(text);
        if (emoji !== undefined) expect(emojiOf(emoji)).to.equal(emoji);
      }),
    );
  });
});
