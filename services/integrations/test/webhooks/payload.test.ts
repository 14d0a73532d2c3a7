import { webhookEventNames, webhookEvents } from '@quire/contract';
import { expect } from 'chai';
import type { z } from 'zod';
import { tidingsOf, toldOf } from '../../src/domain/webhook-payload.js';

describe('what webhooks are told', () => {
  for (const type of webhookEventNames) {
    it(`of ${type} are facts that the event has`, () => {
      const { shape } = webhookEvents[type].data as z.ZodObject;
      expect(Object.keys(shape)).to.include.members(toldOf(type)).and.to.include('organization');
    });
  }

  it('is nothing that opens something, nor what an event has gained since', () => {
    const data = { organization: 'o', shareLink: 'l', site: 's', active: true, keyHash: 'hash', recent: 'fact' };
    expect(tidingsOf('share-link.created', { data })).to.deep.equal([
      { organization: 'o', data: { shareLink: 'l', site: 's', active: true } },
    ]);
  });
});
