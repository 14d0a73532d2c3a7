import { Postponed } from '@quire/runtime';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { fairShare } from '../../src/domain/fair-share.js';

describe('fairShare', () => {
  /** Work that goes on until it is told to end. */
  function endless() {
    const ends: (() => void)[] = [];
    return { ends, work: () => new Promise<void>((resolve) => ends.push(resolve)) };
  }

  it('runs so many for one key, and others all the same', async () => {
    const share = fairShare({ size: 2, waitMs: 10_000 });
    const slow = endless();
    const running = Array.from({ length: 3 }, () => share('slow', slow.work));
    expect(await share('other', async () => 'done')).to.equal('done');
    expect(slow.ends).to.have.length(2);
    slow.ends[0]!();
    await eventually(() => expect(slow.ends).to.have.length(3));
    slow.ends.forEach((end) => end());
    await Promise.all(running);
    expect(await share('slow', async () => 'again')).to.equal('again');
  });

  it('postpones those who wait in vain, without ever having run them', async () => {
    const share = fairShare({ size: 1, waitMs: 5 });
    const slow = endless();
    const running = share('slow', slow.work);
    let ran = false;
    const failure = await share('slow', async () => void (ran = true)).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Postponed);
    slow.ends[0]!();
    await running;
    expect(ran).to.equal(false);
    expect(await share('slow', async () => 'room')).to.equal('room');
  });

  it('makes room after work that failed', async () => {
    const share = fairShare({ size: 1, waitMs: 5 });
    const failure = await share('key', () => Promise.reject(new Error('broken'))).catch(
      (error: Error) => error.message,
    );
    expect(failure).to.equal('broken');
    expect(await share('key', async () => 'room')).to.equal('room');
  });
});
