import { createHmac, randomUUID } from 'node:crypto';
import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { sweepDeliveries } from '../../src/domain/sweep-deliveries.js';
import { organizationWithWebhook, publicUrl, type Received, webhookWorld } from './world.js';

/** Checks a signature as a receiver would, without our code. */
function verified({ headers, body }: Received, secret: string): boolean {
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-quire-signature'])) ?? [];
  const signed = Buffer.concat([Buffer.from(`${seconds}.`), body]);
  return createHmac('sha256', secret).update(signed).digest('hex') === signature;
}

describe('webhook deliveries', () => {
  const world = webhookWorld();
  const { receiver } = world;

  it('tells a webhook what happened, signed, with the id of the event', async () => {
    const { comment, organizationId, webhook, secret, log, admin, path } = await organizationWithWebhook(world);
    const eventId = randomUUID();
    await comment(eventId);
    expect(receiver.received).to.have.length(1);
    const [request] = receiver.received;
    const payload = JSON.parse(request!.body.toString());
    const { comment: commentId, space, ...facts } = payload.data;
    expect({ commentId, space }).to.satisfy((ids: object) =>
      Object.values(ids).every((id: unknown) => typeof id === 'string' && id.length === 20),
    );
    expect(facts).to.deep.equal({ postedBy: 'ada' });
    expect(payload).to.deep.equal({
      eventId,
      type: 'comment.posted',
      createdAt: '2026-03-01T12:00:00.000Z',
      organization: organizationId,
      data: payload.data,
    });
    expect(verified(request!, secret)).to.equal(true);
    const [entry] = await log();
    expect(request!.headers).to.deep.include({
      'content-type': 'application/json',
      'user-agent': 'Quire-Webhooks',
      'x-quire-event': 'comment.posted',
      'x-quire-event-id': eventId,
      'x-quire-delivery': entry.id,
    });
    const { id, createdAt, finishedAt, lastAttempt, ...rest } = entry;
    expect(Date.parse(finishedAt)).to.be.at.least(Date.parse(createdAt));
    expect(rest).to.deep.equal({
      object: 'webhook-delivery',
      webhook: webhook.id,
      eventId,
      type: 'comment.posted',
      status: 'succeeded',
      attempts: 1,
      urls: { location: `${publicUrl}${path}/deliveries/${id}` },
    });
    expect(lastAttempt).to.include({ number: 1, status: 200 }).and.not.to.have.any.keys('error', 'response');
    const { body: whole } = await admin.get(`${path}/deliveries/${id}`, { expect: 200 });
    expect(whole).to.deep.include({ ...entry, payload });
    expect(whole.tries).to.deep.equal([{ ...lastAttempt, response: 'thanks' }]);
  });

  it('tells those who chose the event, each once, and nobody else', async () => {
    const one = await organizationWithWebhook(world, { url: `${receiver.url}&one` });
    const add = (suffix: string, chosen: string[]) =>
      one.admin.post(one.all, { url: receiver.url + suffix, events: chosen }, { expect: 201 });
    await add('&all', ['*']);
    await add('&sites', ['site.published']);
    await organizationWithWebhook(world, { url: `${receiver.url}&stranger` });
    await one.comment();
    await world.repeat();
    expect(receiver.received.map(({ path }) => path.split('&')[1]).sort()).to.deep.equal(['all', 'one']);
    expect(new Set(receiver.received.map(({ body }) => JSON.parse(body.toString()).eventId))).to.have.property(
      'size',
      1,
    );
    expect(receiver.received[0]!.body.equals(receiver.received[1]!.body)).to.equal(true);
  });

  it('tells both organizations of a space that moves, and neither more than ids', async () => {
    const from = await organizationWithWebhook(world, { events: ['space.transferred'] });
    const to = await organizationWithWebhook(world, { events: ['space.transferred'] });
    const counts = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 };
    const at = '2026-01-01T00:00:00.000Z';
    const space = {
      space: newId(),
      organization: to.organizationId,
      from: from.organizationId,
      title: 'Plans',
      emoji: '',
      defaultLevel: 'inherit',
      resolvedLevel: 'inherit',
      editMode: 'live',
      revision: newId(),
      createdAt: at,
      updatedAt: at,
      counts,
    };
    await world.tell(events.spaceTransferred, space);
    const told = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    expect(told.map(({ organization }) => organization)).to.have.members([from.organizationId, to.organizationId]);
    for (const { data } of told) {
      expect(data).to.deep.equal({ space: space.space, from: from.organizationId, to: to.organizationId });
    }
  });

  const sixFailures: [name: string, behave: Parameters<typeof receiver.behave>[0], error: string, status?: number][] = [
    ['fails', (response) => response.writeHead(500).end('no'), 'answered 500.', 500],
    [
      'redirects to a private address',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
      'answered 302: redirects are not followed.',
      302,
    ],
    [
      'redirects to itself',
      (response) => response.writeHead(307, { location: '/' }).end(),
      'answered 307: redirects are not followed.',
      307,
    ],
    ['hangs up', (response) => response.destroy(), 'broke the connection off.'],
  ];
  for (const [name, behave, error, status] of sixFailures) {
    it(`tries a receiver that ${name} six times, with the same bytes`, async () => {
      const { comment, secret, log, read, admin, path } = await organizationWithWebhook(world);
      receiver.behave(behave);
      await comment();
      expect(receiver.received).to.have.length(6);
      for (const request of receiver.received) {
        expect(request.body.equals(receiver.received[0]!.body)).to.equal(true);
        expect(verified(request, secret)).to.equal(true);
      }
      const [entry] = await log();
      expect(entry).to.include({ status: 'failed', attempts: 6 });
      expect(entry.finishedAt).to.be.a('string');
      const { tries } = (await admin.get(`${path}/deliveries/${entry.id}`, { expect: 200 })).body;
      expect(tries.map((each: { number: number }) => each.number)).to.deep.equal([1, 2, 3, 4, 5, 6]);
      for (const each of tries) {
        expect(each.error).to.equal(error);
        expect(each.status).to.equal(status);
      }
      expect(await read()).to.include({ failures: 6, status: 'active' });
    });
  }

  it('gives up on a receiver that hangs or drips, and tries again', async () => {
    const { comment, log, read } = await organizationWithWebhook(world);
    receiver.behave((response, _request, index) => {
      if (index === 0) return;
      if (index > 1) return void response.end('at last');
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await comment();
    const [entry] = await log();
    expect(entry).to.include({ status: 'succeeded', attempts: 3 });
    expect(await read()).to.include({ failures: 0 });
  });

  it('takes the beginning of an answer without end, and what is no text, for a success', async () => {
    const { comment, log, admin, path } = await organizationWithWebhook(world);
    receiver.behave((response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await comment();
    const [entry] = await log();
    expect(entry).to.include({ status: 'succeeded', attempts: 1 });
    const { tries } = (await admin.get(`${path}/deliveries/${entry.id}`, { expect: 200 })).body;
    expect(tries[0].response).to.equal('\uFFFD'.repeat(1_024));
  });

  it('reaches no private address that was allowed once', async () => {
    const { comment, log, webhook } = await organizationWithWebhook(world);
    const url = receiver.url.replace('127.0.0.1', '127.0.0.2');
    await world.db('webhooks').where({ id: webhook.id }).update({ url });
    await comment();
    expect(receiver.received).to.have.length(0);
    const [entry] = await log();
    expect(entry.status).to.equal('failed');
    expect(entry.lastAttempt.error).to.match(/^is a private address/);
  });

  it('signs with the new secret, and sends to the new address, from the next try on', async () => {
    const { comment, admin, path, secret } = await organizationWithWebhook(world);
    let second = '';
    receiver.behave((response, _request, index) => {
      if (index > 0) return void response.end();
      void (async () => {
        second = (await admin.post(`${path}/secret`, undefined, { expect: 200 })).body.secret;
        await admin.patch(path, { url: `${receiver.url}&moved` }, { expect: 200 });
        response.writeHead(500).end();
      })();
    });
    await comment();
    const [first, next] = receiver.received;
    expect([verified(first!, secret), verified(first!, second)]).to.deep.equal([true, false]);
    expect([verified(next!, secret), verified(next!, second)]).to.deep.equal([false, true]);
    expect(next!.path).to.match(/&moved$/);
    expect(next!.body.equals(first!.body)).to.equal(true);
  });

  describe('pingWebhook', () => {
    it('sends an event of its own, once, even while paused, and counts for nothing', async () => {
      const { admin, path, secret, organizationId, webhook, read, log } = await organizationWithWebhook(world);
      await admin.patch(path, { status: 'paused' }, { expect: 200 });
      receiver.behave((response) => response.writeHead(404).end());
      const { body, headers } = await admin.post(`${path}/ping`, undefined, { expect: 201 });
      expect(body).to.include({ type: 'ping', status: 'pending', attempts: 0 });
      expect(headers.get('location')).to.equal(body.urls.location);
      await world.settle();
      expect(receiver.received).to.have.length(1);
      expect(verified(receiver.received[0]!, secret)).to.equal(true);
      const { createdAt, ...sent } = JSON.parse(receiver.received[0]!.body.toString());
      expect(createdAt).to.equal(body.createdAt);
      expect(sent).to.deep.equal({
        eventId: body.eventId,
        type: 'ping',
        organization: organizationId,
        data: { webhook: webhook.id },
      });
      expect((await log())[0]).to.include({ id: body.id, status: 'failed', attempts: 1 });
      expect(await read()).to.include({ failures: 0 });
    });
  });

  describe('pausing', () => {
    it('comes after fifty failures in a row, with an event that other webhooks may choose', async () => {
      const broken = await organizationWithWebhook(world, { url: `${receiver.url}&broken` });
      const { admin, all, organizationId, webhook, comment, read } = broken;
      await admin.post(all, { url: `${receiver.url}&watch`, events: ['webhook.paused'] }, { expect: 201 });
      receiver.behave((response, { path }) => response.writeHead(path.endsWith('&broken') ? 500 : 200).end());
      for (let told = 0; told < 8; told++) await comment();
      expect(await read()).to.include({ failures: 48, status: 'active' });
      await comment();
      const paused = await read();
      expect(paused).to.include({ failures: 50, status: 'paused', pausedBy: 'failures' });
      expect(await broken.log({ limit: 1 })).to.have.nested.property('[0].status', 'skipped');
      const at = (suffix: string) => receiver.received.filter(({ path }) => path.endsWith(suffix));
      expect(at('&broken')).to.have.length(50);
      const told = (await outboxEvents(world.db)).filter(({ type }) => type === events.webhookPaused.type);
      expect(told.map(({ data }) => data)).to.deep.equal([
        { webhook: webhook.id, organization: organizationId, failures: 50 },
      ]);
      expect(at('&watch').map(({ body }) => JSON.parse(body.toString()).data)).to.deep.equal([
        { webhook: webhook.id, failures: 50 },
      ]);

      await comment();
      expect(at('&broken')).to.have.length(50);
      const resumed = (await admin.patch(broken.path, { status: 'active' }, { expect: 200 })).body;
      expect(resumed).to.include({ failures: 0, status: 'active' });
      receiver.behave((response) => response.end());
      const skipped = await broken.log({ status: 'skipped' });
      expect(skipped).to.have.length(2);
      for (const { id } of skipped) {
        await admin.post(`${broken.path}/deliveries/${id}/redeliver`, undefined, { expect: 201 });
      }
      await world.settle();
      expect(at('&broken')).to.have.length(52);
    });

    it('ends what is on its way, and so does deleting', async () => {
      for (const end of ['pause', 'delete']) {
        const { admin, path, comment, webhook } = await organizationWithWebhook(world);
        receiver.behave((response) => {
          const stop = end === 'pause' ? admin.patch(path, { status: 'paused' }) : admin.delete(path);
          void stop.then(() => response.writeHead(500).end());
        });
        await comment();
        const rows = await world
          .db('webhook_deliveries')
          .where({ webhook_id: webhook.id })
          .select('status', 'attempts');
        expect(rows, end).to.have.length(1);
        expect(rows[0].status, end).to.equal('skipped');
        expect(rows[0].attempts, end).to.have.length(1);
      }
      expect(receiver.received).to.have.length(2);
    });
  });

  describe('listWebhookDeliveries', () => {
    it('pages from the newest to the oldest, by status if asked', async () => {
      const { admin, path, comment } = await organizationWithWebhook(world);
      await comment();
      receiver.behave((response) => response.writeHead(410).end());
      await comment();
      receiver.behave((response) => response.end());
      await comment();
      const at = `${path}/deliveries`;
      const page = async (query: object) => (await admin.get(at, { query: { limit: 2, ...query }, expect: 200 })).body;
      const first = await page({});
      const last = await page({ page: first.next.page });
      const listed = [...first.items, ...last.items];
      expect(listed.map(({ status }) => status)).to.deep.equal(['succeeded', 'failed', 'succeeded']);
      expect(first.count).to.equal(3);
      expect(last).not.to.have.property('next');
      expect(await page({ status: 'failed' })).to.deep.equal({ items: [listed[1]], count: 1 });
      expect((await page({ status: ['failed', 'succeeded'] })).count).to.equal(3);
      await admin.get(at, { query: { status: 'odd' }, expect: 400 });
      await admin.get(at, { query: { page: 'x' }, expect: 400 });
    });

    it('goes back thirty days', async () => {
      const { comment, log } = await organizationWithWebhook(world);
      await comment();
      const day = 24 * 60 * 60 * 1_000;
      const sweepIn = (ms: number) =>
        sweepDeliveries({ db: world.db, clock: () => new Date(world.now().getTime() + ms) });
      await sweepIn(30 * day - 60_000);
      expect(await log()).to.have.length(1);
      await sweepIn(30 * day + 60_000);
      expect(await log()).to.have.length(0);
    });
  });

  describe('redeliverWebhookDelivery', () => {
    it('sends the same bytes again as a delivery of its own', async () => {
      const { admin, path, comment, secret, log } = await organizationWithWebhook(world);
      await comment();
      const [first] = await log();
      const { body } = await admin.post(`${path}/deliveries/${first.id}/redeliver`, undefined, { expect: 201 });
      expect(body).to.include({ redeliveryOf: first.id, eventId: first.eventId, status: 'pending' });
      await world.settle();
      const [once, again] = receiver.received;
      expect(again!.body.equals(once!.body)).to.equal(true);
      expect(again!.headers['x-quire-delivery']).to.equal(body.id);
      expect(verified(again!, secret)).to.equal(true);
      expect((await log()).map(({ status }: { status: string }) => status)).to.deep.equal(['succeeded', 'succeeded']);
    });

    it('refuses what is still under way, and what would be skipped', async () => {
      const { admin, path, comment, log } = await organizationWithWebhook(world);
      const seen: number[] = [];
      receiver.behave((response) => {
        void (async () => {
          const [{ id }] = await log();
          seen.push((await admin.post(`${path}/deliveries/${id}/redeliver`, undefined)).status);
          response.end();
        })();
      });
      await comment();
      expect(seen).to.deep.equal([409]);
      await admin.patch(path, { status: 'paused' }, { expect: 200 });
      const [{ id }] = await log();
      await admin.post(`${path}/deliveries/${id}/redeliver`, undefined, { expect: 409 });
      await admin.post(`${path}/deliveries/${newId()}/redeliver`, undefined, { expect: 404 });
    });
  });

  it('cuts calls off when it is stopped, counts them for nothing, and makes them after the next start', async () => {
    const { comment, log, read } = await organizationWithWebhook(world);
    let restarting: Promise<void> | undefined;
    receiver.behave((response, _request, index) => {
      if (index === 0) restarting = world.restart();
      else response.end();
    });
    await comment();
    await restarting;
    await world.settle();
    const [first, second] = receiver.received;
    expect(second!.body.equals(first!.body)).to.equal(true);
    expect(await log()).to.have.nested.property('[0].attempts', 1);
    expect((await log())[0]).to.include({ status: 'succeeded' });
    expect(await read()).to.include({ failures: 0 });
  });

  it('logs no try twice, and repeats none that was recorded, when the bus repeats itself', async () => {
    const { comment, log } = await organizationWithWebhook(world);
    receiver.behave((response, _request, index) => response.writeHead(index < 2 ? 500 : 200).end());
    await comment();
    await world.repeat();
    await world.repeat();
    expect(receiver.received).to.have.length(3);
    expect((await log()).map(({ attempts }: { attempts: number }) => attempts)).to.deep.equal([3]);
  });

  it('tells the owner nothing of secrets in events and rows', async () => {
    const { comment, secret, organizationId } = await organizationWithWebhook(world);
    await comment();
    const told = JSON.stringify(await outboxEvents(world.db));
    expect(told).to.include(organizationId);
    expect(told).not.to.include(secret).and.not.to.include(receiver.url);
  });
});
