import { expect } from 'chai';
import { Recent } from '../../src/web/recent.js';

const recent = (maxSize = 10) => new Recent<string>({ maxSize, sizeOf: (text) => text.length });

describe('Recent', () => {
  /** Makes values and notes for which keys it had to. */
  function maker() {
    const made: string[] = [];
    const make =
      (key: string, value = key) =>
      async () => {
        made.push(key);
        return value;
      };
    return { made, make };
  }

  it('makes a value once, however many ask for it', async () => {
    const { made, make } = maker();
    const values = recent();
    const asked = await Promise.all([1, 2, 3].map(() => values.remember('a', make('a'))));
    expect([...asked, await values.remember('a', make('a'))]).to.deep.equal(['a', 'a', 'a', 'a']);
    expect(made).to.deep.equal(['a']);
  });

  it('keeps what was used of late, as much as fits', async () => {
    const { made, make } = maker();
    const values = recent(10);
    for (const key of ['a', 'b', 'a', 'c']) await values.remember(key, make(key, key.repeat(4)));
    made.length = 0;
    for (const key of ['c', 'a', 'b']) await values.remember(key, make(key, key.repeat(4)));
    expect(made).to.deep.equal(['b']);
    await values.remember('large', make('large', 'x'.repeat(11)));
    await values.remember('large', make('large', 'x'.repeat(11)));
    expect(
      made.filter((key) => key === 'large'),
      'too large to be kept',
    ).to.have.length(2);
  });

  it('keeps no failure', async () => {
    const { make } = maker();
    const values = recent();
    const failed = await values.remember('a', async () => Promise.reject(new Error('no'))).catch(() => 'failed');
    expect([failed, await values.remember('a', make('a'))]).to.deep.equal(['failed', 'a']);
  });

  it('forgets what is being made while it is cleared', async () => {
    const { made, make } = maker();
    const values = recent();
    let finish: (value: string) => void = () => undefined;
    const slow = values.remember('a', () => new Promise((resolve) => (finish = resolve)));
    values.clear();
    const later = values.remember('a', make('a', 'new'));
    finish('old');
    expect([await slow, await later, await values.remember('a', make('a'))]).to.deep.equal(['old', 'new', 'new']);
    expect(made).to.deep.equal(['a']);
  });

  it('makes again what is too old', async () => {
    const { made, make } = maker();
    const values = new Recent<string>({ maxSize: 10, sizeOf: () => 1, maxAgeMs: 0 });
    for (const key of ['a', 'a']) await values.remember(key, make(key));
    expect(made).to.deep.equal(['a', 'a']);
  });
});
