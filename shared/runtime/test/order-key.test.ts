import { expect } from 'chai';
import fc from 'fast-check';
import { keyBetween, keysBetween } from '../src/order-key.js';

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

describe('keysBetween', () => {
  const key = fc.stringMatching(/^[0-9A-Za-z]{0,5}[1-9A-Za-z]$/);

  it('gives as many keys as asked for, in order, between any bounds', () => {
    const bound = fc.option(key, { nil: undefined });
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: 1, max: 300 }), (one, other, count) => {
        const [lower, upper] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
        fc.pre(lower === undefined || lower !== upper);
        const keys = keysBetween(lower, upper, count);
        expect(keys).to.have.length(count);
        const all = [lower, ...keys, upper].filter((each) => each !== undefined);
        expect(all).to.deep.equal([...new Set(all)].sort());
        expect(keys.every((each) => /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(each))).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('makes them as short as there is room', () => {
    expect(keysBetween(undefined, undefined, 3)).to.deep.equal(['F', 'U', 'j']);
    expect(Math.max(...keysBetween(undefined, undefined, 3_000).map(({ length }) => length))).to.equal(2);
    expect(keysBetween('A', 'B', 1)).to.deep.equal(['AV']);
  });

  it('refuses bounds that leave nothing between them', () => {
    expect(() => keysBetween('B', 'B', 1)).to.throw(RangeError);
  });
});
