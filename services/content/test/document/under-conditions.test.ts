import { expect } from 'chai';
import { readDocument } from '../../src/document/read-document.js';
import { underConditions } from '../../src/document/under-conditions.js';

describe('underConditions', () => {
  const secret = '{% if visitor.claims.staff %}\nsecret\n{% endif %}\n';
  const around: Record<string, (levels: number) => string> = {
    hints: (levels) => `${'{% hint %}\n'.repeat(levels)}${secret}open\n${'{% endhint %}\n'.repeat(levels)}`,
    'other conditions': (levels) =>
      `${'{% if true %}\n'.repeat(levels)}${secret}open\n${'{% endif %}\n'.repeat(levels)}`,
    quotes: (levels) => `${secret}open\n`.replace(/^(?=.)/gm, '> '.repeat(levels)),
  };
  const shown = (markdown: string, ...holding: string[]) =>
    JSON.stringify(underConditions(readDocument(markdown), new Set(['true', ...holding])));

  for (const [what, nested] of Object.entries(around))
    for (const levels of [0, 14, 15, 16, 55, 100, 1_000])
      it(`hide what is under a condition in ${levels} ${what}`, () => {
        expect(shown(nested(levels))).not.to.include('secret');
        if (what === 'quotes' && levels > 55) return;
        expect(shown(nested(levels))).to.include('open');
        const all = shown(nested(levels), 'visitor.claims.staff');
        expect(all).to.include('secret');
        expect(all).not.to.include('{% if');
      });
});
