import { Failure, createLog, tooLarge } from '@quire/runtime';
import { expect } from 'chai';
import { makeOnce } from '../../../src/domain/pdf/make-once.js';
import { contentService } from '../../content-service.js';

describe('makeOnce', () => {
  const content = contentService();
  const minute = 60 * 1_000;
  let key = 0;

  /** What a replica is: its own connection to the same tables. */
  const replica = () => ({ db: content.db, log: createLog('content', 'silent'), now: () => content.now });

  beforeEach(() => {
    key += 1;
    content.now = new Date();
  });

  const failureOf = async (work: Promise<void>): Promise<Failure> =>
    work.then(
      () => expect.fail('it was made'),
      (error: Failure) => error,
    );

  it('makes a PDF once, whoever asks at the same time and however often', async () => {
    let made = 0;
    const make = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      made += 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => makeOnce(`k${key}`, make, replica())));
    await makeOnce(`k${key}`, make, replica());
    expect(made).to.equal(1);
  });

  it('keeps a refusal in mind for ten minutes, and tells everybody', async () => {
    let tried = 0;
    const refuse = async () => {
      tried += 1;
      throw tooLarge('This is too much.');
    };
    for (const answer of await Promise.all([1, 2, 3].map(() => failureOf(makeOnce(`k${key}`, refuse, replica()))))) {
      expect(answer).to.include({ kind: 'too-large', message: 'This is too much.' });
    }
    content.now = new Date(Date.now() + 9 * minute);
    await failureOf(makeOnce(`k${key}`, refuse, replica()));
    expect(tried).to.equal(1);
    content.now = new Date(Date.now() + 11 * minute);
    await makeOnce(`k${key}`, async () => undefined, replica());
  });

  it('lets the next one try at once after a mishap', async () => {
    const mishap = async () => {
      throw new Error('the disk is full');
    };
    expect((await failureOf(makeOnce(`k${key}`, mishap, replica()))).message).to.equal('the disk is full');
    await makeOnce(`k${key}`, async () => undefined, replica());
  });

  it('takes over from a replica that died', async () => {
    const died = { key: `k${key}`, leased_until: new Date(content.now.getTime() + 30_000), used_at: content.now };
    await content.db('pdfs').insert(died);
    let made = 0;
    const work = makeOnce(`k${key}`, async () => void (made += 1), replica());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(made).to.equal(0);
    content.now = new Date(content.now.getTime() + 31_000);
    await work;
    expect(made).to.equal(1);
  });
});
