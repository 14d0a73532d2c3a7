import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { receiver } from '../support/receiver.js';
import { mode, world } from '../support/world.js';

describe(`webhooks, when the process that sends them is killed, ${mode}`, function () {
  this.timeout(120_000);
  const quire = world();
  const hook = receiver();
  const { received } = hook;

  /** A webhook that is told of comments, and a space to comment on. */
  async function webhook() {
    const { body: orgs } = await quire.api.get('/v1/orgs', { expect: 200 });
    const organization = `/v1/orgs/${orgs.items[0].id}`;
    const { body: space } = await quire.api.post(`${organization}/spaces`, { title: 'Space' }, { expect: 201 });
    const { body: made } = await quire.api.post(
      `${organization}/webhooks`,
      { url: hook.url, events: ['comment.posted'] },
      { expect: 201 },
    );
    const deliveries = `${organization}/webhooks/${made.id}/deliveries`;
    return {
      deliveries,
      comment: () =>
        quire.api.post(`/v1/spaces/${space.id}/comments`, { body: { markdown: 'Look here.' } }, { expect: 200 }),
      log: async () => (await quire.api.get(deliveries, { expect: 200 })).body.items,
      end: () => quire.api.delete(`${organization}/webhooks/${made.id}`, { expect: 204 }),
    };
  }

  const rows = 'integrations.webhook_deliveries';
  const eventIds = () => received.map(({ body }) => JSON.parse(body).eventId as string);

  it('between the answer and the record: the receiver gets the same again, the log has one delivery', async () => {
    const { comment, log, end } = await webhook();
    let release: (() => Promise<void>) | undefined;
    hook.delay(async () => {
      release ??= await quire.holdBackWrites(rows);
    });
    await comment();
    await eventually(() => expect(release).not.to.equal(undefined), { timeoutMs: 30_000 });
    await quire.waitsToWrite(rows);
    await quire.holder('integrations').kill();
    await release!();
    expect(received).to.have.length(1);
    await quire.holder('integrations').start();

    await eventually(async () => expect((await log())[0].status).to.equal('succeeded'), { timeoutMs: 60_000 });
    expect(received, 'once more').to.have.length(2);
    expect(received[1]!.body, 'with equal bytes').to.equal(received[0]!.body);
    expect(received[1]!.headers['x-quire-delivery']).to.equal(received[0]!.headers['x-quire-delivery']);
    const all = await log();
    expect(all, 'one delivery').to.have.length(1);
    expect(all[0]).to.include({ eventId: eventIds()[0], attempts: 1 });
    await end();
  });

  it('before the first try: every delivery that was promised is made, with its own bytes', async () => {
    const { comment, log, deliveries, end } = await webhook();
    const releaseRows = await quire.holdBackWrites(rows);
    await comment();
    await quire.waitsToWrite(rows);
    await quire.holder('integrations').kill();
    await releaseRows();
    expect(received, 'nothing was sent while the event was being taken').to.have.length(0);
    await quire.holder('integrations').start();
    await eventually(async () => expect((await log())[0]?.status).to.equal('succeeded'), { timeoutMs: 60_000 });
    const [first] = await log();

    const releaseEvents = await quire.holdBackEvents();
    await quire.api.post(`${deliveries}/${first.id}/redeliver`, undefined, { expect: 201 });
    await quire.holder('integrations').kill();
    await releaseEvents();
    expect(received, 'nothing was sent of what is recorded').to.have.length(1);
    await quire.holder('integrations').start();
    await eventually(
      async () =>
        expect((await log()).map(({ status }: { status: string }) => status)).to.deep.equal(['succeeded', 'succeeded']),
      { timeoutMs: 60_000 },
    );
    expect(received).to.have.length(2);
    expect(received[1]!.body).to.equal(received[0]!.body);
    expect(new Set(eventIds())).to.have.length(1);
    await end();
  });
});
