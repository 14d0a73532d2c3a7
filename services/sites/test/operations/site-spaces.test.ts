import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { factories, publicUrl, sitesService, spaceFacts, spaceTold } from '../sites-service.js';

interface Item {
  id: string;
  title: string;
  path: string;
  default: boolean;
}

describe('site spaces', () => {
  const sites = sitesService();
  const { organization, space, site } = factories(sites);

  describe('addSpaceToSite', () => {
    it('answers with the space as content told of it', async () => {
      const { admin, path, organizationId, id } = await site();
      const icon = 'https://example.com/i.png';
      const facts = await space(organizationId, { title: 'API Reference', icon, resolvedLevel: 'read' });
      const { body, headers } = await admin.post(`${path}/site-spaces`, { spaceId: facts.space }, { expect: 201 });
      expect(headers.get('location')).to.equal(`${publicUrl}${path}/site-spaces/${body.id}`);
      const { space: embedded, ...rest } = body;
      expect(rest).to.deep.equal({
        object: 'site-space',
        id: body.id,
        path: 'api-reference',
        title: 'API Reference',
        default: true,
        urls: {},
      });
      expect(embedded).to.deep.include({ object: 'space', id: facts.space, organization: organizationId, comments: 1 });
      expect(embedded.urls).to.deep.equal({
        location: `${publicUrl}/v1/spaces/${facts.space}`,
        app: `${publicUrl}/app/space/${facts.space}`,
        icon,
      });
      expect(embedded.permissions).to.include({ view: true, admin: true });
      expect((await admin.get(path)).body.siteSpaces).to.equal(1);
      const event = (await outboxEvents(sites.db)).findLast(({ type }) => type === events.siteSpaceAdded.type);
      expect(event).to.deep.include({ subject: body.id, sequence: 1 });
      expect(event!.data).to.deep.equal({
        siteSpace: body.id,
        site: id,
        organization: organizationId,
        space: facts.space,
        visibility: 'public',
        published: false,
      });
    });

    it('numbers the paths of spaces with one title', async () => {
      const { listed } = await site('Guide', 'Guide', 'guide!');
      const { items } = await listed();
      expect(items.map((item: Item) => item.path)).to.deep.equal(['guide', 'guide-2', 'guide-3']);
      expect(items.map((item: Item) => item.default)).to.deep.equal([true, false, false]);
    });

    it('refuses a space that is on the site already', async () => {
      const { admin, path, spaces } = await site('Guide');
      await admin.post(`${path}/site-spaces`, { spaceId: spaces[0]!.space }, { expect: 409 });
    });

    it('does not find what is not there, of another organization, deleted, or hidden from the caller', async () => {
      const { admin, path, organizationId } = await site();
      const add = (spaceId: string, caller = admin) => caller.post(`${path}/site-spaces`, { spaceId }, { expect: 404 });
      await add('unknown');
      await add((await space(await organization())).space);
      const deleted = await space(organizationId, { deletedAt: '2026-02-01T00:00:00.000Z' });
      await add(deleted.space);
      const secret = await space(organizationId, { resolvedLevel: null, defaultLevel: null });
      await add(secret.space, sites.as('create', organizationId));
      await admin.post(`${path}/site-spaces`, { spaceId: secret.space }, { expect: 201 });
      const known = await space(organizationId);
      await admin.post(`${path}/site-spaces`, { spaceId: known.space, sectionId: 'none' }, { expect: 404 });
      await admin.post(`${path.slice(0, -1)}0/site-spaces`, { spaceId: known.space }, { expect: 404 });
    });

    it('asks content about a space that no event has told of, and about one that seems not to be usable', async () => {
      const { admin, path, organizationId, titlesOf } = await site();
      const fresh = spaceFacts(organizationId, { title: 'Fresh' });
      sites.neighbours.spaces.set(fresh.space, { sequence: 1, data: fresh });
      await admin.post(`${path}/site-spaces`, { spaceId: fresh.space }, { expect: 201 });

      const restored = await space(organizationId, { title: 'Restored', deletedAt: '2026-02-01T00:00:00.000Z' });
      const { deletedAt: _, ...data } = restored;
      sites.neighbours.spaces.set(restored.space, { sequence: 2, data });
      await admin.post(`${path}/site-spaces`, { spaceId: restored.space }, { expect: 201 });
      expect(await titlesOf()).to.deep.equal(['Fresh', 'Restored']);

      sites.neighbours.asked.length = 0;
      await admin.post(`${path}/site-spaces`, { spaceId: fresh.space }, { expect: 409 });
      expect(sites.neighbours.asked).to.deep.equal([]);
    });

    it('says that content is away rather than that there is no such space', async () => {
      const { admin, path } = await site();
      sites.neighbours.away = true;
      try {
        const { headers } = await admin.post(`${path}/site-spaces`, { spaceId: newId() }, { expect: 503 });
        expect(headers.get('retry-after')).to.equal('1');
      } finally {
        sites.neighbours.away = false;
      }
    });

    it('lets one of two pass that add the same space at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { admin, path, organizationId, listed } = await site();
        const { space: spaceId } = await space(organizationId);
        const adds = [1, 2].map(() => admin.post(`${path}/site-spaces`, { spaceId }));
        expect((await Promise.all(adds)).map(({ status }) => status)).to.have.members([201, 409]);
        expect((await listed()).count).to.equal(1);
      }
    });

    it('makes exactly one default of spaces that come first at once', async () => {
      const { admin, path, organizationId, listed } = await site();
      const spaces = await Promise.all(
        ['Guide', 'Guide', 'Guide', 'Guide'].map((title) => space(organizationId, { title })),
      );
      const adds = spaces.map(({ space: spaceId }) => admin.post(`${path}/site-spaces`, { spaceId }, { expect: 201 }));
      const answers = await Promise.all(adds);
      expect(answers.filter(({ body }) => body.default)).to.have.length(1);
      const { items } = await listed();
      expect(items.filter((item: Item) => item.default)).to.have.length(1);
      expect(new Set(items.map((item: Item) => item.path))).to.have.property('size', 4);
    });
  });

  describe('listSiteSpaces', () => {
    it('pages in the order of the site, with moves in between', async () => {
      const { admin, path, listed } = await site('A', 'B', 'C', 'D', 'E');
      const first = await listed({ limit: 2 });
      expect(first.count).to.equal(5);
      const [a] = first.items;
      await admin.post(`${path}/site-spaces/${a.id}/move`, {}, { expect: 200 });
      const rest = await listed({ limit: 3, page: first.next.page });
      expect(rest.items.map(({ title }: Item) => title)).to.deep.equal(['C', 'D', 'E']);
      const last = await listed({ limit: 3, page: rest.next.page });
      expect(last.items.map(({ title }: Item) => title)).to.deep.equal(['A']);
      expect(last).not.to.have.property('next');
    });

    it('counts what the filter lets through, and accepts a share key', async () => {
      const { listed } = await site('A', 'B', 'C');
      expect((await listed({ default: true })).count).to.equal(1);
      expect((await listed({ default: false, limit: 1 })).count).to.equal(2);
      expect((await listed({ shareKey: 'any' })).count).to.equal(3);
    });

    it('refuses bad queries', async () => {
      const { admin, path } = await site('A');
      for (const query of [
        { limit: 0 },
        { limit: 1001 },
        { default: 'maybe' },
        { page: 'WzFd' },
        { page: 'WzEsMl0' },
      ]) {
        await admin.get(`${path}/site-spaces`, { query, expect: 400 });
      }
    });

    it('shows each member their own permissions on the spaces', async () => {
      const { organizationId, path, admin } = await site();
      const { space: spaceId } = await space(organizationId, { resolvedLevel: 'comment', defaultLevel: 'comment' });
      await admin.post(`${path}/site-spaces`, { spaceId }, { expect: 201 });
      const reader = sites.as('edit', organizationId);
      const { body } = await reader.get(`${path}/site-spaces`, { expect: 200 });
      expect(body.items[0].space.permissions).to.deep.equal({
        view: true,
        access: true,
        admin: false,
        viewInviteLinks: false,
        edit: false,
        triggerGitSync: false,
        comment: true,
        merge: false,
        review: false,
        installIntegration: false,
      });
    });

    it('is closed to guests and outsiders', async () => {
      const { organizationId, path } = await site('A');
      await sites.as(null, organizationId).get(`${path}/site-spaces`, { expect: 404 });
      await sites.as(undefined, organizationId).get(`${path}/site-spaces`, { expect: 404 });
    });
  });

  describe('updateSiteSpaceById', () => {
    it('changes path and condition, and removes the condition', async () => {
      const { admin, path, listed } = await site('A', 'B');
      const one = `${path}/site-spaces/${(await listed()).items[0].id}`;
      const { body } = await admin.patch(one, { path: 'start', condition: 'visitor.claims.beta' }, { expect: 200 });
      expect(body).to.include({ path: 'start', condition: 'visitor.claims.beta' });
      expect((await admin.patch(one, {}, { expect: 200 })).body).to.include({ condition: 'visitor.claims.beta' });
      const refused = await admin.patch(one, { condition: 'visitor.beta' }, { expect: 400 });
      expect(refused.body.error.details[0].path).to.equal('body.condition');
      expect((await admin.patch(one, { condition: null }, { expect: 200 })).body).not.to.have.property('condition');
    });

    it('refuses a path that a sibling has, or that is none', async () => {
      const { admin, path, listed } = await site('A', 'B');
      const one = `${path}/site-spaces/${(await listed()).items[0].id}`;
      await admin.patch(one, { path: 'b' }, { expect: 409 });
      await admin.patch(one, { path: 'a' }, { expect: 200 });
      for (const bad of ['', 'a/b', '..', 'x'.repeat(101)]) await admin.patch(one, { path: bad }, { expect: 400 });
    });

    it('fails on another state than the caller relied on', async () => {
      const { admin, path, listed } = await site('A');
      const one = `${path}/site-spaces/${(await listed()).items[0].id}`;
      await admin.patch(one, { path: 'start' }, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.delete(one, { headers: { 'if-match': '"old"' }, expect: 412 });
    });
  });

  describe('moveSiteSpace', () => {
    const moves: [what: string, position: { before?: number; after?: number } | undefined, order: string][] = [
      ['to the end without a position', undefined, 'ACDB'],
      ['before the first', { before: 0 }, 'BACD'],
      ['after the last', { after: 3 }, 'ACDB'],
      ['between two others', { after: 2 }, 'ACBD'],
      ['to where it is', { after: 0 }, 'ABCD'],
      ['before itself', { before: 1 }, 'ABCD'],
    ];
    for (const [what, position, order] of moves) {
      it(what, async () => {
        const { admin, path, listed, titlesOf } = await site('A', 'B', 'C', 'D');
        const { items } = await listed();
        const pointer = (index?: number) =>
          index === undefined ? undefined : { type: 'site-space', siteSpace: items[index].id };
        const body = position && { position: { before: pointer(position.before), after: pointer(position.after) } };
        const { body: moved } = await admin.post(`${path}/site-spaces/${items[1].id}/move`, body, { expect: 200 });
        expect(moved.title).to.equal('B');
        expect((await titlesOf()).join('')).to.equal(order);
        expect(await titlesOf({ default: true })).to.deep.equal(['A']);
      });
    }

    it('does not find a neighbour on another site, and takes one neighbour only', async () => {
      const { admin, path, listed } = await site('A', 'B');
      const other = await site('C');
      const [a, b] = (await listed()).items;
      const [c] = (await other.listed()).items;
      const pointer = (siteSpace: string) => ({ type: 'site-space', siteSpace });
      const move = `${path}/site-spaces/${a.id}/move`;
      await admin.post(move, { position: { before: pointer(c.id) } }, { expect: 404 });
      await admin.post(move, { position: { before: pointer(b.id), after: pointer(b.id) } }, { expect: 400 });
    });

    it('keeps every space in its place among the others when all move at once', async () => {
      const { admin, path, listed } = await site('A', 'B', 'C', 'D');
      const { items } = await listed();
      const [first] = items;
      const all = items.map(({ id }: Item) =>
        admin.post(
          `${path}/site-spaces/${id}/move`,
          { position: { before: { type: 'site-space', siteSpace: first.id } } },
          { expect: 200 },
        ),
      );
      await Promise.all(all);
      const after: string[] = (await listed()).items.map(({ title }: Item) => title);
      expect(after.toSorted()).to.deep.equal(['A', 'B', 'C', 'D']);
      expect(after[3]).to.equal('A');
    });
  });

  describe('deleteSiteSpaceById', () => {
    it('makes the next one the default when the default goes; the last one may go too', async () => {
      const { admin, path, listed, titlesOf } = await site('A', 'B', 'C');
      const [a, b, c] = (await listed()).items;
      expect((await admin.delete(`${path}/site-spaces/${a.id}`)).status).to.equal(205);
      expect(await titlesOf({ default: true })).to.deep.equal(['B']);
      await admin.delete(`${path}/site-spaces/${c.id}`, { expect: 205 });
      await admin.delete(`${path}/site-spaces/${b.id}`, { expect: 205 });
      await admin.delete(`${path}/site-spaces/${b.id}`, { expect: 404 });
      expect(await titlesOf()).to.deep.equal([]);
      const removed = (await outboxEvents(sites.db)).findLast(({ type }) => type === events.siteSpaceRemoved.type);
      expect(removed).to.include({ subject: b.id, sequence: 2 });
    });

    it('leaves the space free to be added again', async () => {
      const { admin, path, listed, spaces } = await site('A');
      const [a] = (await listed()).items;
      await admin.delete(`${path}/site-spaces/${a.id}`, { expect: 205 });
      const { body } = await admin.post(`${path}/site-spaces`, { spaceId: spaces[0]!.space }, { expect: 201 });
      expect(body).to.include({ path: 'a', default: true });
      expect(body.id).not.to.equal(a.id);
    });
  });

  it('a renamed space has its new title on the site, under the old path', async () => {
    const { spaces, listed, path, admin } = await site('Guide');
    const before = (await admin.get(`${path}/site-spaces`)).headers.get('etag');
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...spaces[0]!, title: 'Handbook' }));
    const { items } = await listed();
    expect(items[0]).to.include({ title: 'Handbook', path: 'guide' });
    expect(items[0].space.title).to.equal('Handbook');
    expect((await admin.get(`${path}/site-spaces`)).headers.get('etag')).not.to.equal(before);
  });
});
