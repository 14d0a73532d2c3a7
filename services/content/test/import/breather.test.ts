import { expect } from 'chai';
import { breather } from '../../src/import/breather.js';

describe('breather', () => {
  const busy = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  };

  it('lets loops that share one go on in turns of their own', async () => {
    let turn = 0;
    let watching = true;
    const watch = () => {
      turn += 1;
      if (watching) setImmediate(watch);
    };
    setImmediate(watch);
    const breathe = breather();
    const turns: number[] = [];
    const loop = async () => {
      for (let step = 0; step < 4; step += 1) {
        busy(10);
        await breathe();
        turns.push(turn);
      }
    };
    await Promise.all([loop(), loop(), loop(), loop()]);
    watching = false;
    expect(new Set(turns).size).to.equal(turns.length);
  });
});
