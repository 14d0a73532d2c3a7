import { type DocumentPage, events, type Page } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { editor, idsOf, insertPage, updatePage } from '../editor.js';
import { petstore } from '../openapi/petstore.js';
import { people } from '../people.js';

const sourceOf = (spec: string, props: object = { models: true }) => ({
  type: 'builtin:openapi',
  props,
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
});

describe('computed pages', () => {
  const content = contentService();
  const { make, written } = editor(content);

  async function referenced(document: object | null = petstore()) {
    const made = await written({ Home: '' });
    const { organizationId: organization } = made;
    const [spec, slug] = [newId(), 'petstore'];
    const { tell } = people(content, organization);
    const specs = content.identity.specs;
    const release = (next: object) => {
      const version = newId();
      content.identity.documents.set(version, next as Record<string, unknown>);
      specs.set(`${organization}/${slug}`, { spec, version, visibility: 'private' });
      return version;
    };
    specs.set(`${organization}/${slug}`, { spec, version: null, visibility: 'private' });
    const version = document === null ? undefined : release(document);
    const insert = { operation: 'insert_page', type: 'computed', title: 'API', computed: sourceOf(slug) };
    return {
      ...made,
      organization,
      version,
      insert,
      /** Brings out a version, and lets everybody hear of it. */
      async bring(next: object) {
        const brought = release(next);
        await tell(events.openApiVersionCreated, { spec, organization, slug, version: brought });
        await content.service.drain();
        return brought;
      },
      pages: async (path = made.main, query = {}) =>
        (await made.client.get(`${path}/content/pages`, { query, expect: 200 })).body.pages as Page[],
    };
  }

  it('shows pages made of the specification, and the source alone when asked', async () => {
    const { edit, insert, main, client, pages, outline, version } = await referenced();
    const [id] = idsOf((await edit(insert)).changes);
    expect(await outline()).to.deep.equal([
      'Home (home)',
      'API (api)',
      '  Pets (pets)',
      '  default (default)',
      '  Models (models)',
    ]);
    const [, api] = (await pages()) as DocumentPage[];
    expect(api).to.deep.include({ id, type: 'document', computed: sourceOf('petstore'), computedSeed: version });
    expect(api!.pages[0]).to.deep.include({
      type: 'document',
      path: 'api/pets',
      computed: { ...sourceOf('petstore'), props: { doc: 'operations', page: 'pets' } },
      computedSeed: version,
    });
    const [, source] = await pages(main, { computed: false });
    expect(source).to.have.all.keys('id', 'title', 'type', 'computed', 'createdAt', 'updatedAt');
    expect(source).to.deep.include({ id, type: 'computed', computed: sourceOf('petstore') });
    await client.get(`${main}/content/page/${api!.pages[0]!.id}`, { query: { computed: false }, expect: 404 });
    const { body } = await client.get(`${main}/content/page/${api!.pages[0]!.id}`, { query: { format: 'markdown' } });
    expect(body.markdown).to.include('{% openapi-operation spec="petstore" path="/pets" method="get"');
    const found = await client.get(`${main}/search`, { query: { query: 'furry' }, expect: 200 });
    expect(found.body.items.map(({ title }: { title: string }) => title)).to.deep.equal([]);
    const pets = await client.get(`${main}/search`, { query: { query: 'fur' }, expect: 200 });
    expect(pets.body.items.map(({ title }: { title: string }) => title)).to.deep.equal(['Pets']);
  });

  it('is made anew when a version arrives: a revision of its own, with the same ids', async () => {
    const { edit, insert, main, client, pages, bring, version } = await referenced();
    await edit(insert);
    const before = (await client.get(`${main}/content`)).body;
    const [, api] = (await pages()) as DocumentPage[];
    const next = petstore();
    next.paths['/pets'].get.summary = 'Find pets';
    const latest = await bring(next);
    const after = (await client.get(`${main}/content`)).body;
    expect(after).to.deep.include({ type: 'computed', parents: [before.id] });
    const [, fresh] = after.pages as DocumentPage[];
    expect(fresh!.computedSeed).to.equal(latest).and.not.to.equal(version);
    expect(fresh!.pages.map(({ id }) => id)).to.deep.equal(api!.pages.map(({ id }) => id));
    const text = await client.get(`${main}/content/page/${api!.pages[0]!.id}`, { query: { format: 'markdown' } });
    expect(text.body.markdown).to.include('## Find pets <a href="#listpets" id="listpets">');
    const old = await client.get(`${main}/revisions/${before.id}/page/${api!.pages[0]!.id}`, {
      query: { format: 'markdown' },
      expect: 200,
    });
    expect(old.body.markdown).to.include('## List pets');
    await bring(next);
    const same = (await client.get(`${main}/content`)).body;
    expect(same.parents).to.deep.equal([after.id]);
    await content.service.drain();
    expect((await client.get(main)).body.revision, 'once').to.equal(same.id);
  });

  it('stands with nothing below it until there is a version', async () => {
    const { edit, insert, outline, bring } = await referenced(null);
    await edit(insert);
    expect(await outline()).to.deep.equal(['Home (home)', 'API (api)']);
    await bring(petstore());
    expect(await outline()).to.have.length(5);
  });

  it('merges without conflicts, with the newest version', async () => {
    const { edit, insert, spaceId, admin, main, client, bring, pages, outline } = await referenced();
    const [id] = idsOf((await edit(insert)).changes);
    const request = await make.changeRequest(admin, spaceId, [
      updatePage(id, { title: 'Reference', computed: sourceOf('petstore', { models: false }) }),
    ]);
    expect(await make.outline(admin, request.path)).to.deep.equal([
      'Home (home)',
      'Reference (api)',
      '  Pets (pets)',
      '  default (default)',
    ]);
    const next = petstore();
    next.tags[0]!['x-displayName'] = 'Animals';
    const latest = await bring(next);
    const { body } = await client.post(`${request.path}/merge`, {}, { expect: 200 });
    expect(body.result).to.equal('merge');
    expect(await outline()).to.deep.equal([
      'Home (home)',
      'Reference (api)',
      '  Animals (animals)',
      '  default (default)',
    ]);
    const [, api] = (await pages()) as DocumentPage[];
    expect(api!.computedSeed).to.equal(latest);
    expect(api!.pages[0]).to.deep.include({ computedSeed: latest });
    const changes = await client.get(`${main}/revisions/${(await client.get(main)).body.revision}/changes`);
    expect(JSON.stringify(changes.body.changes)).not.to.include('Animals');
  });

  it('keeps what it showed when the specification is gone, also in a copy', async () => {
    const { edit, insert, organization, outline, client, main, admin } = await referenced();
    await edit(insert);
    content.identity.specs.delete(`${organization}/petstore`);
    content.identity.documents.clear();
    const before = await outline();
    await edit(insertPage('Other'));
    expect(await outline()).to.deep.equal([...before, 'Other (other)']);
    const copy = (await client.post(`${main}/duplicate`, {}, { expect: 201 })).body;
    expect(await make.outline(admin, `/v1/spaces/${copy.id}`)).to.deep.equal([...before, 'Other (other)']);
  });

  it('refuses what cannot be', async () => {
    const { edit, insert, refuse, pages } = await referenced();
    const [id] = idsOf((await edit(insert)).changes);
    const made = ((await pages())[1] as DocumentPage).pages[0]!.id;
    const table: [object, string][] = [
      [{ ...insert, computed: undefined }, 'body.changes.0.computed'],
      [{ ...insert, computed: { ...sourceOf('petstore'), type: 'builtin:magic' } }, 'body.changes.0.computed.type'],
      [{ ...insert, computed: sourceOf('petstore', {}) }, 'body.changes.0.computed.props.models'],
      [{ ...insert, computed: sourceOf('nothing') }, 'body.changes.0.computed.dependencies.spec.ref.spec'],
      [{ ...insert, document: { markdown: 'x' } }, 'body.changes.0.document'],
      [insertPage('Below', { into: id }), 'body.changes.0.into'],
      [updatePage(id, { document: { markdown: 'x' } }), 'body.changes.0.document'],
      [updatePage(made, { title: 'x' }), 'body.changes.0.page'],
    ];
    for (const [change, path] of table) expect((await refuse(400, change)).paths, path).to.deep.equal([path]);
    content.identity.away = true;
    await refuse(503, { ...insert, computed: sourceOf('other') });
    content.identity.away = false;
  });
});
