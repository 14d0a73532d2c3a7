import { expect } from 'chai';
import { mergeDocuments } from '../../src/domain/merge/documents.js';

describe('merge of documents', () => {
  const list = (length: number, item: (index: number) => string) =>
    Array.from({ length }, (_, index) => `- ${item(index)}\n`);

  it('keeps both sides where they changed different blocks, far from the ends and near them', () => {
    const base = list(400, (index) => `item ${index % 300}`);
    const [ours, theirs, both] = [[...base], [...base], [...base]];
    for (const side of [ours, both]) side.splice(0, 1, '- first, ours\n');
    for (const side of [ours, both]) side.splice(200, 0, '- new, ours\n');
    for (const side of [theirs]) side.splice(399, 1, '- last, theirs\n');
    both.splice(400, 1, '- last, theirs\n');
    const merged = mergeDocuments(base.join(''), ours.join(''), theirs.join(''));
    expect(merged).to.deep.equal({ conflict: false, ours: both.join(''), theirs: both.join('') });
  });

  for (const [what, item] of [
    ['equal', () => 'a'],
    ['different', (index: number) => `${index}`],
  ] as const) {
    it(`does not keep everybody waiting for a page of 100,000 ${what} items: it leaves the decision to people`, () => {
      const base = list(100_000, item);
      const [ours, theirs] = [[...base], [...base]];
      for (const side of [ours, theirs]) side[50_000] = side === ours ? '- ours\n' : '- theirs\n';
      ours[100] = '- ours\n';
      theirs[99_900] = '- theirs\n';
      const began = performance.now();
      const merged = mergeDocuments(base.join(''), ours.join(''), theirs.join(''));
      expect(performance.now() - began).to.be.below(10_000);
      expect(merged).to.deep.equal({ conflict: true, ours: ours.join(''), theirs: theirs.join('') });
    });
  }
});
