import { expect } from 'chai';
import fc from 'fast-check';
import { freePath, pathOf, requireSegment } from '../../src/domain/path.js';

describe('paths', () => {
  const slugs: [title: string, path: string][] = [
    ['Getting Started', 'getting-started'],
    ['  API / v2.0 ', 'api-v2-0'],
    ['Über uns', 'über-uns'],
    ['文档 中心', '文档-中心'],
    ['../..', 'space'],
    ['', 'space'],
    ['📘', 'space'],
  ];
  for (const [title, path] of slugs) {
    it(`"${title}" becomes ${path}`, () => {
      expect(pathOf(title, 'space')).to.equal(path);
    });
  }

  it('are one address segment of at most 100 characters, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.array(fc.nat(3)), (title, numbers) => {
        const slug = pathOf(title, 'space');
        const path = freePath(slug, new Set([slug, ...numbers.map((number) => `${slug}-${number}`)]));
        requireSegment(path);
        expect(Array.from(path).length).to.be.within(1, 100);
      }),
    );
  });

  it('are numbered from 2 on when taken', () => {
    expect(freePath('guide', new Set())).to.equal('guide');
    expect(freePath('guide', new Set(['guide', 'guide-2']))).to.equal('guide-3');
  });

  for (const path of ['a/b', '.', '..', 'a b', 'a\\b', 'a?b', 'a#b', '%2e']) {
    it(`${path} is refused`, () => {
      expect(() => requireSegment(path)).to.throw('body.path');
    });
  }
});
