import { expect } from 'chai';
import fc from 'fast-check';
import { readYaml } from '../../src/markdown/safe-yaml.js';

const read = (text: string) => readYaml(text, { maxLength: 16 * 1024 });
const tokens = [
  '[',
  '{',
  '? ',
  '?\t',
  '- ',
  ': ',
  'a: ',
  '&a ',
  '!t ',
  '*a ',
  '"',
  "'",
  '|',
  '>',
  ',',
  'a',
  '\n',
  '\n  ',
  '\n    ',
  '#',
  '---\n',
  '{? ',
  '? [',
  '<<: *a\n',
];

describe('readYaml', () => {
  it('reads what people write', () => {
    const text = 'description: >-\n  Is this it? - Yes: [almost]\nlayout:\n  title: {visible: true}\nlist:\n  - - 1\n';
    expect(read(text)).to.deep.equal({
      sound: true,
      value: { description: 'Is this it? - Yes: [almost]', layout: { title: { visible: true } }, list: [[1]] },
    });
  });

  it('gives what it understands of text with mistakes', () => {
    expect(read('a: 1\nb: c: d\n')).to.deep.include({ sound: false });
  });

  const refused: [what: string, text: string][] = [
    ['nested flow maps', `x: ${'{'.repeat(8192)}`],
    ['nested explicit keys', `x: ${'? '.repeat(64)}`],
    ['nested sequences', `x:\n${'- '.repeat(8192)}`],
    ['deep indentation', `a:\n${' '.repeat(8000)}- b`],
    ['a long text', 'a: b\n'.repeat(5000)],
    [
      'exploding aliases',
      `a: &a [1]\n${Array.from({ length: 9 }, (_, i) => `b${i}: &b${i} [${(i ? `*b${i - 1},` : '*a,').repeat(5)}]`).join('\n')}`,
    ],
  ];
  for (const [what, text] of refused) {
    it(`reads nothing of ${what}`, () => expect(read(text)).to.deep.equal({ value: undefined, sound: false }));
  }

  it('never throws, and needs little time, on any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 300 }), (pieces) => {
        const started = performance.now();
        read(pieces.join(''));
        expect(performance.now() - started).to.be.lessThan(3000);
      }),
      { numRuns: 3000 },
    );
  });
});
