import { events } from '@quire/contract';
import { sha256 } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { factories, publicUrl, sitesService } from '../sites-service.js';
import { readSite } from '../structure.js';

describe('site share links', () => {
  const sites = sitesService();
  const { site: makeSite, space } = factories(sites);

  /** A published site that is shared by links. */
  const site = async (...titles: string[]) => {
    const made = await makeSite(...titles);
    const { admin, path } = made;
    await admin.patch(path, { visibility: 'share-link' }, { expect: 200 });
    await admin.post(`${path}/publish`, {}, { expect: 200 });
    const link = async (name: string) => (await admin.post(`${path}/share-links`, { name }, { expect: 201 })).body;
    const root = `${publicUrl}/s/${made.organizationId}/${made.id}`;
    const published = async (shareKey?: string): Promise<(string | undefined)[]> =>
      (await made.listed({ shareKey })).items.map((item: { urls: { published?: string } }) => item.urls.published);
    return { ...made, link, root, published };
  };
  const keyOf = (link: { urls: { published: string } }) => link.urls.published.split('/').at(-1)!;

  describe('createSiteShareLink', () => {
    it('answers with an address that holds a key of its own', async () => {
      const { admin, path, link, root, organizationId, id: siteId } = await site('Guide');
      const { body, headers } = await admin.post(`${path}/share-links`, { name: 'Partners' }, { expect: 201 });
      const { id, createdAt, urls, ...rest } = body;
      expect(rest).to.deep.equal({ object: 'share-link', name: 'Partners', active: true });
      expect(Date.parse(createdAt)).to.be.a('number').and.not.NaN;
      expect(headers.get('location')).to.equal(`${publicUrl}${path}/share-links/${id}`);
      expect(urls.published).to.match(new RegExp(`^${root}/~/share/[\\w-]{63}$`));
      expect(keyOf(await link('Others'))).not.to.equal(keyOf(body));
      const told = (await outboxEvents(sites.db)).find(({ subject }) => subject === id);
      expect(told).to.deep.include({ type: events.shareLinkCreated.type, sequence: 1 });
      expect(told!.data).to.deep.equal({
        shareLink: id,
        site: siteId,
        organization: organizationId,
        name: 'Partners',
        active: true,
        keyHash: sha256(keyOf(body)).toString('hex'),
      });
    });

    it('stores nothing from which the key could be had', async () => {
      const { link } = await site('Guide');
      const made = await link('Partners');
      const key = keyOf(made);
      const proof = key.slice(made.id.length);
      const { rows } = await sites.db.raw(
        'SELECT row_to_json(share_links)::text AS stored FROM share_links WHERE id = ?',
        [made.id],
      );
      expect(rows[0].stored).not.to.include(proof);
      expect(JSON.stringify(await outboxEvents(sites.db))).not.to.include(proof);
    });

    it('refuses bad names', async () => {
      const { admin, path } = await site();
      for (const bad of [{}, { name: 'x'.repeat(51) }, { name: null }]) {
        await admin.post(`${path}/share-links`, bad, { expect: 400 });
      }
      await admin.post(`${path.slice(0, -1)}0/share-links`, { name: 'x' }, { expect: 404 });
    });
  });

  describe('listSiteShareLinks', () => {
    it('pages in the order of creation and shows the addresses again', async () => {
      const { admin, path, link } = await site();
      const made = [await link('One'), await link('Two'), await link('Three')];
      const first = (await admin.get(`${path}/share-links`, { query: { limit: 2 }, expect: 200 })).body;
      const query = { limit: 2, page: first.next.page };
      const last = (await admin.get(`${path}/share-links`, { query, expect: 200 })).body;
      expect([...first.items, ...last.items]).to.deep.equal(made);
      expect(first.count).to.equal(3);
    });
  });

  describe('updateSiteShareLinkById', () => {
    it('renames and switches, and says so once', async () => {
      const { admin, path, link } = await site();
      const made = await link('One');
      const one = `${path}/share-links/${made.id}`;
      const { body } = await admin.patch(one, { name: 'Two', active: false }, { expect: 200 });
      expect(body).to.deep.equal({ ...made, name: 'Two', active: false });
      await admin.patch(one, { name: 'Two' }, { expect: 200 });
      await admin.patch(one, {}, { expect: 200 });
      const told = (await outboxEvents(sites.db)).filter(({ subject }) => subject === made.id);
      expect(told.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
        [events.shareLinkCreated.type, 1],
        [events.shareLinkUpdated.type, 2],
      ]);
      await admin.patch(one, { name: 'x' }, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.patch(one, { active: 'yes' }, { expect: 400 });
    });

    it('does not find a link of another site', async () => {
      const { admin, path } = await site();
      const other = await site();
      const { id } = await other.link('One');
      await admin.patch(`${path}/share-links/${id}`, { name: 'x' }, { expect: 404 });
      await admin.delete(`${path}/share-links/${id}`, { expect: 404 });
    });
  });

  describe('deleteSiteShareLinkById', () => {
    it('removes the link and says so', async () => {
      const { admin, path, link, published } = await site('Guide');
      const made = await link('One');
      await admin.delete(`${path}/share-links/${made.id}`, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.delete(`${path}/share-links/${made.id}`, { expect: 205 });
      await admin.delete(`${path}/share-links/${made.id}`, { expect: 404 });
      expect(await published(keyOf(made))).to.deep.equal([undefined]);
      const told = (await outboxEvents(sites.db)).findLast(({ subject }) => subject === made.id);
      expect(told).to.include({ type: events.shareLinkDeleted.type, sequence: 2 });
    });

    it('lets one of many deletions at once pass', async () => {
      const { admin, path, link } = await site();
      const { id } = await link('One');
      const answers = await Promise.all(Array.from({ length: 8 }, () => admin.delete(`${path}/share-links/${id}`)));
      expect(answers.map(({ status }) => status)).to.have.members([205, ...Array<number>(7).fill(404)]);
    });
  });

  describe('shareKey', () => {
    it('resolves the addresses of what is published, and only while its link is active', async () => {
      const { admin, path, link, published, root } = await site('Guide', 'API');
      const made = await link('Partners');
      const key = keyOf(made);
      const shared = [`${root}/~/share/${key}`, `${root}/~/share/${key}/api`];
      expect(await published(key)).to.deep.equal(shared);
      expect(await published()).to.deep.equal([undefined, undefined]);
      await admin.patch(`${path}/share-links/${made.id}`, { active: false }, { expect: 200 });
      expect(await published(key)).to.deep.equal([undefined, undefined]);
      await admin.patch(`${path}/share-links/${made.id}`, { active: true }, { expect: 200 });
      expect(await published(key)).to.deep.equal(shared);
      await admin.post(`${path}/unpublish`, {}, { expect: 200 });
      expect(await published(key)).to.deep.equal([undefined, undefined]);
    });

    it('resolves sections and the structure', async () => {
      const { admin, path, link, root, organizationId } = await site();
      const { space: spaceId } = await space(organizationId);
      await admin.post(`${path}/sections`, { spaceId, title: 'First' }, { expect: 201 });
      const second = await space(organizationId, { title: 'Second' });
      await admin.post(`${path}/sections`, { spaceId: second.space }, { expect: 201 });
      const shareKey = keyOf(await link('Partners'));
      const addresses = [`${root}/~/share/${shareKey}`, `${root}/~/share/${shareKey}/second`];
      const { body: list } = await admin.get(`${path}/sections`, { query: { shareKey }, expect: 200 });
      expect(list.items.map((item: { urls: object }) => item.urls)).to.deep.equal(
        addresses.map((published) => ({ published })),
      );
      const { body } = await admin.get(`${path}/structure`, { query: { shareKey }, expect: 200 });
      expect(body.structure).to.deep.equal(list.items);
    });

    it('opens nothing when it is forged, shortened, of another site or of another link', async () => {
      const { link, published } = await site('Guide');
      const other = await site('Guide');
      const [one, two] = [keyOf(await link('One')), keyOf(await link('Two'))];
      const foreign = keyOf(await other.link('One'));
      const flipped = one.slice(0, -1) + (one.endsWith('A') ? 'B' : 'A');
      const swapped = one.slice(0, -43) + two.slice(-43);
      for (const key of [foreign, flipped, swapped, one.slice(0, -43), one.slice(1), `${one}A`, 'x', '']) {
        expect(await published(key), key).to.deep.equal([undefined]);
      }
    });

    it('changes nothing about sites that are open to all', async () => {
      const { admin, path, published, root, link } = await site('Guide');
      const key = keyOf(await link('One'));
      await admin.patch(path, { visibility: 'public' }, { expect: 200 });
      expect(await published(key)).to.deep.equal([root]);
      expect(await published('none')).to.deep.equal([root]);
    });
  });

  it('a deleted site takes its links with it', async () => {
    const made = await site('Guide');
    const { id } = await made.link('One');
    await made.admin.delete(made.path, { expect: 205 });
    const told = (await outboxEvents(sites.db)).findLast(({ subject }) => subject === id);
    expect(told).to.include({ type: events.shareLinkDeleted.type, sequence: 2 });
    await made.admin.get(`${made.path}/share-links`, { expect: 404 });
  });

  it('publishSite and unpublishSite give and take the addresses, and tell of each', async () => {
    const made = await makeSite('Guide', 'API');
    const { admin, path, id, organizationId } = made;
    const root = `${publicUrl}/s/${organizationId}/${id}`;
    const { body } = await admin.post(`${path}/publish`, {}, { expect: 200 });
    expect(body).to.include({ published: true });
    expect(body.urls.published).to.equal(root);
    expect((await readSite(made)).siteSpaces.map(({ urls }) => urls.published)).to.deep.equal([root, `${root}/api`]);
    await admin.post(`${path}/publish`, {}, { expect: 200 });
    await admin.patch(path, { basename: 'docs' }, { expect: 200 });
    await admin.post(`${path}/unpublish`, {}, { expect: 200 });
    expect((await admin.get(path)).body.urls).not.to.have.property('published');
    const [first] = (await readSite(made)).siteSpaces;
    const all = await outboxEvents(sites.db);
    const told = (subject: string) =>
      all
        .filter((event) => event.subject === subject)
        .map(({ type, sequence, data }) => [type, sequence, (data as { url?: string }).url]);
    const renamed = `${publicUrl}/s/${organizationId}/docs`;
    expect(told(id)).to.deep.equal([
      [events.siteCreated.type, 1, undefined],
      [events.sitePublished.type, 2, root],
      [events.siteUpdated.type, 3, renamed],
      [events.siteUnpublished.type, 4, undefined],
    ]);
    expect(told(first!.id)).to.deep.equal([
      [events.siteSpaceAdded.type, 1, undefined],
      [events.siteSpaceUpdated.type, 2, root],
      [events.siteSpaceUpdated.type, 3, renamed],
      [events.siteSpaceUpdated.type, 4, undefined],
    ]);
  });
});
