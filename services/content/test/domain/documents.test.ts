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

  for (const [what, base, ours, theirs, both] of [
    ['neighbouring paragraphs', 'One.\n\nTwo.\n', 'One!\n\nTwo.\n', 'One.\n\nTwo!\n', 'One!\n\nTwo!\n'],
    ['neighbouring list items', '- a\n- b\n- c\n', '- A\n- b\n- c\n', '- a\n- B\n- c\n', '- A\n- B\n- c\n'],
    [
      'the last paragraph, and a new one after it',
      'One.\n\nTwo.\n',
      'One.\n\nTwo!\n',
      'One.\n\nTwo.\n\nThree.\n',
      'One.\n\nTwo!\n\nThree.\n',
    ],
    [
      'a heading and the paragraph below it',
      '# A\n\nText.\n',
      '# B\n\nText.\n',
      '# A\n\nMore text.\n',
      '# B\n\nMore text.\n',
    ],
  ] as const) {
    it(`keeps both sides where they changed ${what}`, () => {
      expect(mergeDocuments(base, ours, theirs)).to.deep.equal({ conflict: false, ours: both, theirs: both });
      expect(mergeDocuments(base, theirs, ours)).to.deep.equal({ conflict: false, ours: both, theirs: both });
    });
  }

  it('leaves one paragraph that both changed to people, with the rest of both sides in either text', () => {
    const merged = mergeDocuments('One.\n\nTwo.\n\nThree.\n', 'One!\n\nTwo!\n\nThree.\n', 'One.\n\nTwo?\n\nThree?\n');
    expect(merged).to.deep.equal({
      conflict: true,
      ours: 'One!\n\nTwo!\n\nThree?\n',
      theirs: 'One!\n\nTwo?\n\nThree?\n',
    });
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
      const merged = mergeDocuments(base.join(''), ours.join(''), theirs.join(''));
      expect(merged).to.deep.equal({ conflict: true, ours: ours.join(''), theirs: theirs.join('') });
    });
  }
});
