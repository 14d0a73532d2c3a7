import { readFile } from 'node:fs/promises';
import { webhookEventNames } from '@quire/contract';
import { expect } from 'chai';
import { signatureOf } from '../../src/domain/post-delivery.js';

describe('the page about webhooks', () => {
  const page = () => readFile(new URL('../../../../docs/api/webhooks.md', import.meta.url), 'utf8');

  it('names every event that can be chosen, and no other', async () => {
    const table = (await page()).split('## Events')[1]!;
    const named = [...table.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, name]) => name);
    expect(named.toSorted()).to.deep.equal(webhookEventNames.toSorted());
  });

  it('shows a check of signatures that works', async () => {
    const [, code] = /verify\.mjs" %\}\n```js\n([\s\S]*?)```/.exec(await page()) ?? [];
    const { isFromQuire } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
      isFromQuire(given: { header: string | undefined; body: Buffer; secret: string; now?: number }): boolean;
    };
    const [secret, body] = ['whsec_1', '{"title":"Ä"}'];
    const now = new Date();
    const header = signatureOf(secret, body, now);
    const given = { header, body: Buffer.from(body), secret };
    expect(isFromQuire(given)).to.equal(true);
    expect(isFromQuire({ ...given, now: now.getTime() + 299_000 })).to.equal(true);
    const refused = [
      { secret: 'whsec_2' },
      { body: Buffer.from(`${body} `) },
      { header: undefined },
      { header: header.replace('v1=', 'v0=') },
      { header: header.slice(0, -2) },
      { header: header.replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1_000) + 1}`) },
      { now: now.getTime() + 302_000 },
    ];
    for (const change of refused) expect(isFromQuire({ ...given, ...change })).to.equal(false);
  });
});
