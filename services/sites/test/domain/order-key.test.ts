import { expect } from 'chai';
import fc from 'fast-check';
import { keyBetween } from '../../src/domain/order-key.js';

describe('keyBetween', () => {
  const cases: [lower: string | undefined, upper: string | undefined, key: string][] = [
    [undefined, undefined, 'V'],
    ['V', undefined, 'W'],
    [undefined, 'V', 'U'],
    ['z', undefined, 'z1'],
    [undefined, '1', '0z'],
    [undefined, '01', '00z'],
    ['A', 'C', 'B'],
    ['A', 'B', 'AV'],
    ['A', 'A1', 'A0V'],
    ['Az', 'B', 'AzV'],
  ];
  for (const [lower, upper, key] of cases) {
    it(`${lower ?? 'start'} to ${upper ?? 'end'} is ${key}`, () => {
      expect(keyBetween(lower, upper)).to.equal(key);
    });
  }

  it('refuses bounds that leave nothing between them', () => {
    expect(() => keyBetween('B', 'B')).to.throw(RangeError);
    expect(() => keyBetween('C', 'B')).to.throw(RangeError);
  });

  it('keeps any sequence of insertions in order, each key unlike all others', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
        const keys: string[] = [];
        for (const place of places) {
          const index = place % (keys.length + 1);
          keys.splice(index, 0, keyBetween(keys[index - 1], keys[index]));
        }
        expect(keys).to.deep.equal([...new Set(keys)].sort());
        expect(keys.every((key) => /^[0-9A-Za-z]+$/.test(key) && !key.endsWith('0'))).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('stays short where lists grow: at their ends', () => {
    let last: string | undefined;
    let first: string | undefined;
    for (let count = 0; count < 1_000; count += 1) {
      last = keyBetween(last, undefined);
      first = keyBetween(undefined, first);
    }
    expect(last!.length).to.be.at.most(18);
    expect(first!.length).to.be.at.most(18);
  });

  it('grows by a character in about six insertions into one gap', () => {
    let upper = keyBetween('A', 'B');
    for (let count = 0; count < 600; count += 1) upper = keyBetween('A', upper);
    expect(upper.length).to.be.at.most(130);
  });
});
