import { expect } from 'chai';
import fc from 'fast-check';
import { anchorSlug, pageSlug, uniqueNames } from '../../src/markdown/slug.js';

describe('pageSlug', () => {
  const cases: [text: string, slug: string][] = [
    ['Getting Started', 'getting-started'],
    ['elsa-server-+-studio', 'elsa-server-+-studio'],
    ['reusable-triggers-3.5-preview', 'reusable-triggers-3.5-preview'],
    ['Über  uns / Team!', 'über-uns-team'],
    ['Cafe\u0301', 'café'],
    ['日本語 ガイド', '日本語-ガイド'],
    ['हिन्दी', 'हिन्दी'],
    ['🚀', 'page'],
    ['..', 'page'],
    ['-.a.-', 'a'],
    ['', 'page'],
  ];
  for (const [text, slug] of cases) it(`makes ${slug} of "${text}"`, () => expect(pageSlug(text)).to.equal(slug));

  it('is short, stable, and no path segment of its own kind for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const slug = pageSlug(text);
        expect(slug)
          .to.match(/^[\p{L}\p{M}\p{N}_+.-]{1,100}$/u)
          .and.not.match(/^[.-]|[.-]$/);
        expect(pageSlug(slug)).to.equal(slug);
        expect(slug).to.not.match(/\p{Cs}/u);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('anchorSlug', () => {
  it('is the one of GitHub', () => {
    expect(anchorSlug('Elsa Server + Studio (v2.0)')).to.equal('elsa-server--studio-v20');
    expect(anchorSlug('snake_case & Größe')).to.equal('snake_case--größe');
  });
});

describe('uniqueNames', () => {
  it('numbers what was given out, also when a number was asked for before', () => {
    const unique = uniqueNames();
    expect(['a', 'a-1', 'a', 'a', 'b', 'a-1'].map(unique)).to.deep.equal(['a', 'a-1', 'a-2', 'a-3', 'b', 'a-1-1']);
  });

  it('stays within the length', () => {
    const unique = uniqueNames({ maxLength: 4 });
    expect(['abcd', 'abcd', 'ab'].map(unique)).to.deep.equal(['abcd', 'ab-1', 'ab']);
  });

  it('gives 100,000 equal names different numbers at once', () => {
    const unique = uniqueNames();
    expect(new Set(Array.from({ length: 100_000 }, () => unique('x'))).size).to.equal(100_000);
  });
});
