import { webhookEventNames } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { organizationWithWebhook, publicUrl, webhookWorld } from '../webhooks/world.js';

describe('webhooks', () => {
  const world = webhookWorld();
  const target = 'https://hooks.example.com/in';

  describe('createWebhook', () => {
    it('shows the secret, here only, and keeps it encrypted', async () => {
      const { admin, all, organizationId } = await organizationWithWebhook(world);
      const body = { url: target, events: ['comment.posted', 'site.published'] };
      const { body: made, headers } = await admin.post(all, body, { expect: 201 });
      const { id, secret, createdAt, updatedAt, ...rest } = made;
      expect(rest).to.deep.equal({
        object: 'webhook',
        organization: organizationId,
        ...body,
        status: 'active',
        failures: 0,
        createdBy: 'ada',
        urls: { location: `${publicUrl}${all}/${id}` },
      });
      expect(createdAt).to.equal(updatedAt);
      expect(secret).to.match(/^whsec_[\w-]{43}$/);
      expect(headers.get('location')).to.equal(`${publicUrl}${all}/${id}`);

      const { secret: _, ...shown } = made;
      expect((await admin.get(`${all}/${id}`, { expect: 200 })).body).to.deep.equal(shown);
      expect((await admin.get(all, { expect: 200 })).body.items).to.deep.include(shown);
      const { rows } = await world.db.raw(
        'SELECT row_to_json(webhooks)::text AS stored, secret FROM webhooks WHERE id = ?',
        [id],
      );
      expect(rows[0].stored).not.to.include(secret);
      expect(rows[0].secret.includes(Buffer.from(secret))).to.equal(false);
    });

    it('takes every event there is, and all at once', async () => {
      const { admin, all } = await organizationWithWebhook(world);
      await admin.post(all, { url: target, events: webhookEventNames }, { expect: 201 });
      await admin.post(all, { url: target, events: ['*'] }, { expect: 201 });
    });

    const refused: [name: string, body: object, path: string][] = [
      ['no address', { events: ['*'] }, 'body.url'],
      ['an address that is none', { url: 'hooks.example.com', events: ['*'] }, 'body.url'],
      ['another protocol', { url: 'ftp://hooks.example.com', events: ['*'] }, 'body.url'],
      ['credentials', { url: 'https://ada:secret@hooks.example.com', events: ['*'] }, 'body.url'],
      ['a private address', { url: 'http://10.0.0.1/', events: ['*'] }, 'body.url'],
      ['a private address in disguise', { url: 'http://[::ffff:a00:1]/', events: ['*'] }, 'body.url'],
      ['a long address', { url: `https://example.com/${'x'.repeat(2048)}`, events: ['*'] }, 'body.url'],
      ['no events', { url: target }, 'body.events'],
      ['an empty choice', { url: target, events: [] }, 'body.events'],
      ['an unknown event', { url: target, events: ['comment.posted', 'comment.eaten'] }, 'body.events.1'],
      ['an internal event', { url: target, events: ['permissions.changed'] }, 'body.events.0'],
      ['ping, which is sent on request', { url: target, events: ['ping'] }, 'body.events.0'],
      ['an event twice', { url: target, events: ['*', '*'] }, 'body.events.1'],
    ];
    for (const [name, body, path] of refused) {
      it(`refuses ${name}`, async () => {
        const organization = newId();
        const { body: answer } = await world
          .as('admin', organization)
          .post(`/v1/orgs/${organization}/webhooks`, body, { expect: 400 });
        expect(answer.error.details[0].path).to.equal(path);
      });
    }

    it('refuses the fifty-first, also when several come at once', async () => {
      const organization = newId();
      const admin = world.as('admin', organization);
      const all = `/v1/orgs/${organization}/webhooks`;
      const answers = await Promise.all(
        Array.from({ length: 53 }, () => admin.post(all, { url: target, events: ['*'] })),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(50);
      expect(answers.filter(({ status }) => status === 409)).to.have.length(3);
      expect((await admin.get(all, { query: { limit: 1 }, expect: 200 })).body.count).to.equal(50);
    });

    it('answers a repeat with the same secret', async () => {
      const { admin, all } = await organizationWithWebhook(world);
      const options = { headers: { 'idempotency-key': newId() }, expect: 201 };
      const first = await admin.post(all, { url: target, events: ['*'] }, options);
      const second = await admin.post(all, { url: target, events: ['*'] }, options);
      expect(second.body).to.deep.equal(first.body);
      expect((await admin.get(all, { expect: 200 })).body.count).to.equal(2);
    });
  });

  it('listWebhooks pages in the order of creation', async () => {
    const { admin, all, webhook } = await organizationWithWebhook(world);
    const { body: second } = await admin.post(all, { url: target, events: ['*'] }, { expect: 201 });
    const first = (await admin.get(all, { query: { limit: 1 }, expect: 200 })).body;
    const last = (await admin.get(all, { query: { limit: 1, page: first.next.page }, expect: 200 })).body;
    const ids = [...first.items, ...last.items].map(({ id }: { id: string }) => id);
    expect(ids).to.deep.equal([webhook.id, second.id]);
    expect(last).not.to.have.property('next');
    await admin.get(all, { query: { page: 'x' }, expect: 400 });
  });

  describe('updateWebhook', () => {
    it('changes address and events', async () => {
      const { admin, path, read } = await organizationWithWebhook(world);
      const { body } = await admin.patch(path, { url: target, events: ['*'] }, { expect: 200 });
      expect(body).to.include({ url: target, status: 'active' });
      expect(body.events).to.deep.equal(['*']);
      expect(await read()).to.deep.equal(body);
      expect((await admin.patch(path, {}, { expect: 200 })).body).to.deep.equal(body);
    });

    it('pauses and resumes', async () => {
      const { admin, path } = await organizationWithWebhook(world);
      const { body: paused } = await admin.patch(path, { status: 'paused' }, { expect: 200 });
      expect(paused).to.include({ status: 'paused', pausedBy: 'user' });
      expect(paused.pausedAt).to.equal(paused.updatedAt);
      expect((await admin.patch(path, { status: 'paused' }, { expect: 200 })).body).to.deep.equal(paused);
      const { body: resumed } = await admin.patch(path, { status: 'active' }, { expect: 200 });
      expect(resumed).to.include({ status: 'active', failures: 0 });
      expect(resumed).not.to.have.any.keys('pausedBy', 'pausedAt');
    });

    it('refuses what creation refuses, and a stale If-Match', async () => {
      const { admin, path, read } = await organizationWithWebhook(world);
      const before = await read();
      for (const bad of [
        { url: 'http://127.0.0.2/' },
        { url: 'https://u@example.com' },
        { events: [] },
        { events: ['nothing'] },
        { status: 'asleep' },
        { url: null },
      ]) {
        await admin.patch(path, { status: 'paused', ...bad }, { expect: 400 });
      }
      await admin.patch(path, { status: 'paused' }, { headers: { 'if-match': '"old"' }, expect: 412 });
      expect(await read()).to.deep.equal(before);
    });
  });

  it('rotateWebhookSecret shows another secret once', async () => {
    const { admin, path, secret, read } = await organizationWithWebhook(world);
    const { body } = await admin.post(`${path}/secret`, undefined, { expect: 200 });
    expect(body.secret)
      .to.match(/^whsec_[\w-]{43}$/)
      .and.not.equal(secret);
    expect(await read()).not.to.have.property('secret');
  });

  it('deleteWebhook ends it', async () => {
    const { admin, path, all } = await organizationWithWebhook(world);
    await admin.delete(path, { headers: { 'if-match': '"old"' }, expect: 412 });
    await admin.delete(path, { expect: 204 });
    await admin.get(path, { expect: 404 });
    await admin.delete(path, { expect: 404 });
    expect((await admin.get(all, { expect: 200 })).body.count).to.equal(0);
  });

  describe('who may', () => {
    it('is for administrators of the organization only', async () => {
      const { organizationId, path, all } = await organizationWithWebhook(world);
      const callers: [number, Parameters<typeof world.as>][] = [
        [403, ['create', organizationId]],
        [403, ['read', organizationId]],
        [403, [null, organizationId]],
        [404, [undefined, organizationId]],
        [404, ['admin', newId()]],
        [403, ['admin', organizationId, { kind: 'installation' }]],
        [
          403,
          [
            undefined,
            organizationId,
            { signOn: { [organizationId]: { role: 'admin', startURL: 'https://x.example.com' } } },
          ],
        ],
      ];
      for (const [status, caller] of callers) {
        const requests = world.as(...caller);
        const options = { expect: status };
        await requests.get(all, options);
        await requests.post(all, { url: target, events: ['*'] }, options);
        await requests.get(path, options);
        await requests.patch(path, { url: target }, options);
        await requests.post(`${path}/secret`, undefined, options);
        await requests.post(`${path}/ping`, undefined, options);
        await requests.get(`${path}/deliveries`, options);
        await requests.get(`${path}/deliveries/x`, options);
        await requests.post(`${path}/deliveries/x/redeliver`, undefined, options);
        await requests.delete(path, options);
      }
    });

    it('finds nothing through another organization or webhook', async () => {
      const one = await organizationWithWebhook(world);
      const other = await organizationWithWebhook(world);
      const { body: ping } = await other.admin.post(`${other.path}/ping`, undefined, { expect: 201 });
      await world.settle();
      const strange = `${one.all}/${other.webhook.id}`;
      await one.admin.get(strange, { expect: 404 });
      await one.admin.patch(strange, { status: 'paused' }, { expect: 404 });
      await one.admin.delete(strange, { expect: 404 });
      await one.admin.post(`${strange}/secret`, undefined, { expect: 404 });
      await one.admin.post(`${strange}/ping`, undefined, { expect: 404 });
      await one.admin.get(`${strange}/deliveries`, { expect: 404 });
      for (const place of [strange, one.path]) {
        await one.admin.get(`${place}/deliveries/${ping.id}`, { expect: 404 });
        await one.admin.post(`${place}/deliveries/${ping.id}/redeliver`, undefined, { expect: 404 });
      }
    });
  });
});
