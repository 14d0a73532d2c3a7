import type { Principal } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

describe('collections', () => {
  const content = contentService();
  const make = factories(content);

  describe('createCollection', () => {
    it('makes an untitled collection that inherits, when nothing is said', async () => {
      const { id, admin } = make.organization();
      const { body, headers } = await content.as(admin).post(`/v1/orgs/${id}/collections`, undefined, { expect: 201 });
      expect(body).to.deep.equal({
        object: 'collection',
        id: body.id,
        title: 'Untitled',
        organization: id,
        defaultLevel: 'inherit',
        urls: {
          location: `${publicUrl}/v1/collections/${body.id}`,
          app: `${publicUrl}/app/collection/${body.id}`,
        },
        permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
      });
      expect(headers.get('location')).to.equal(body.urls.location);
      const read = await content.as(admin).get(`/v1/collections/${body.id}`, { expect: 200 });
      expect(read.body).to.deep.equal(body);
    });

    it('takes a title of 50 characters of any script and a parent', async () => {
      const { id, admin } = make.organization();
      const parent = await make.collection(admin, id);
      const title = '📚'.repeat(50);
      const child = await make.collection(admin, id, { title, parent: parent.id });
      expect(child).to.deep.include({ title, parent: parent.id });
    });

    for (const [what, body, path] of [
      ['a title of 51 characters', { title: 'a'.repeat(51) }, 'body.title'],
      ['a title with U+0000', { title: 'a\0b' }, 'body.title'],
      ['a title that is no text', { title: 7 }, 'body.title'],
      ['a parent of 257 characters', { parent: 'x'.repeat(257) }, 'body.parent'],
      ['an empty parent', { parent: '' }, 'body.parent'],
      ['a body that is a list', [], 'body'],
    ] as const) {
      it(`refuses ${what} and names the field`, async () => {
        const { id, admin } = make.organization();
        const answer = await content.as(admin).post(`/v1/orgs/${id}/collections`, body, { expect: 400 });
        expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([path]);
      });
    }

    it('knows no parent of another organization, even to somebody who administers both', async () => {
      const [one, other] = [make.organization(), make.organization()];
      const both = principalOf({ [one.id]: 'admin', [other.id]: 'admin' });
      const parent = await make.collection(both, other.id);
      for (const unknown of [parent.id, 'nope'])
        await content.as(both).post(`/v1/orgs/${one.id}/collections`, { parent: unknown }, { expect: 404 });
      expect((await content.as(both).get(`/v1/orgs/${one.id}/collections`)).body.count).to.equal(0);
    });
  });

  describe('updateCollectionById', () => {
    it('changes what is given, leaves the rest, and says so to other services', async () => {
      const { id, admin } = make.organization();
      const collection = await make.collection(admin, id);
      const path = `/v1/collections/${collection.id}`;
      const description = 'é'.repeat(100);
      const described = await content.as(admin).patch(path, { description }, { expect: 200 });
      expect(described.body).to.deep.equal({ ...collection, description });
      const renamed = await content.as(admin).patch(path, { title: 'New', defaultLevel: 'read' }, { expect: 200 });
      expect(renamed.body).to.deep.equal({ ...collection, title: 'New', description, defaultLevel: 'read' });
      const cleared = await content.as(admin).patch(path, { description: '', defaultLevel: null }, { expect: 200 });
      expect(cleared.body).to.deep.equal({ ...collection, title: 'New', defaultLevel: null });
      const events = (await outboxEvents(content.db)).filter(({ subject }) => subject === collection.id);
      expect(events.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
        ['content.collection.created.v1', 1],
        ['content.collection.updated.v1', 2],
        ['content.collection.updated.v1', 3],
        ['content.collection.updated.v1', 4],
      ]);
    });

    for (const [what, body, path] of [
      ['a description of 101 characters', { description: 'a'.repeat(101) }, 'body.description'],
      ['a title of 51 characters', { title: 'a'.repeat(51) }, 'body.title'],
      ['an unknown level', { defaultLevel: 'owner' }, 'body.defaultLevel'],
    ] as const) {
      it(`refuses ${what} and changes nothing`, async () => {
        const { id, admin } = make.organization();
        const collection = await make.collection(admin, id);
        const answer = await content.as(admin).patch(`/v1/collections/${collection.id}`, body, { expect: 400 });
        expect(answer.body.error.details[0].path).to.equal(path);
        const read = await content.as(admin).get(`/v1/collections/${collection.id}`);
        expect(read.body).to.deep.equal(collection);
      });
    }
  });

  describe('listCollectionsInOrganizationById', () => {
    it('lists nested collections too unless told otherwise', async () => {
      const { id, admin } = make.organization();
      const top = await make.collection(admin, id, { title: 'Top' });
      const below = await make.collection(admin, id, { title: 'Below', parent: top.id });
      const titles = async (query: object) =>
        (await content.as(admin).get(`/v1/orgs/${id}/collections`, { query: { ...query }, expect: 200 })).body.items;
      expect(await titles({})).to.deep.equal([top, below]);
      expect(await titles({ nested: true })).to.deep.equal([top, below]);
      expect(await titles({ nested: false })).to.deep.equal([top]);
      await content.as(admin).get(`/v1/orgs/${id}/collections`, { query: { nested: 'maybe' }, expect: 400 });
    });

    it('neither repeats nor skips one while others are added', async () => {
      const { id, admin } = make.organization();
      const there: string[] = [];
      for (let index = 0; index < 7; index += 1) there.push((await make.collection(admin, id)).id);
      const listed = await listAll(content, admin, `/v1/orgs/${id}/collections`, {
        limit: 3,
        between: () =>
          there.length < 9 ? make.collection(admin, id).then((row) => there.push(row.id)) : Promise.resolve(),
      });
      expect(listed).to.deep.equal(there);
    });

    it('counts over all pages, and only what the caller may see', async () => {
      const { id, admin, member } = make.organization();
      const closed = await make.collection(admin, id, { title: 'Closed' });
      await content.as(admin).patch(`/v1/collections/${closed.id}`, { defaultLevel: null }, { expect: 200 });
      await make.collection(admin, id, { title: 'Closed too', parent: closed.id });
      const open = await make.collection(admin, id, { title: 'Open' });
      const list = async (caller: Principal) =>
        (await content.as(caller).get(`/v1/orgs/${id}/collections`, { query: { limit: 1 }, expect: 200 })).body;
      expect(await list(admin)).to.deep.include({ count: 3 });
      const seen = await list(member('read'));
      expect(seen.count).to.equal(1);
      expect(seen.items.map((item: { id: string }) => item.id)).to.deep.equal([open.id]);
      expect(seen.next).to.equal(undefined);
      expect(await list(member(null))).to.deep.equal({ items: [], count: 0 });
    });
  });

  describe('listSpacesInCollectionById', () => {
    it('lists the spaces directly in it', async () => {
      const { id, admin } = make.organization();
      const [shelf, below] = [await make.collection(admin, id), await make.collection(admin, id)];
      const space = await make.space(admin, id, { title: 'In', parent: shelf.id });
      await make.space(admin, id, { title: 'Elsewhere', parent: below.id });
      await make.space(admin, id, { title: 'Nowhere' });
      const { body } = await content.as(admin).get(`/v1/collections/${shelf.id}/spaces`, { expect: 200 });
      expect(body).to.deep.equal({ items: [space], count: 1 });
    });
  });

  it('getCollectionById is the same 404 for an unknown collection and one that is hidden', async () => {
    const { id, admin, member } = make.organization();
    const collection = await make.collection(admin, id);
    await content.as(admin).patch(`/v1/collections/${collection.id}`, { defaultLevel: null }, { expect: 200 });
    const hidden = await content.as(member('create')).get(`/v1/collections/${collection.id}`, { expect: 404 });
    const unknown = await content.as(admin).get('/v1/collections/nope', { expect: 404 });
    expect(hidden.body).to.deep.equal(unknown.body);
  });
});
