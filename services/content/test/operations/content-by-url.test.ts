import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { people } from '../people.js';

describe('getContentByUrl', () => {
  const content = contentService();
  const make = factories(content);

  async function written() {
    const { id: organization, admin } = make.organization();
    const client = content.as(admin);
    const { body: collection } = await client.post(
      `/v1/orgs/${organization}/collections`,
      { title: 'Guides' },
      { expect: 201 },
    );
    const { body: space } = await client.post(
      `/v1/orgs/${organization}/spaces`,
      { title: 'Docs', parent: collection.id, editMode: 'live' },
      { expect: 201 },
    );
    const changes = [{ operation: 'insert_page', title: 'First steps', document: { markdown: '# First steps\n' } }];
    await client.post(`/v1/spaces/${space.id}/content`, { changes }, { expect: 200 });
    const { body: pages } = await client.get(`/v1/spaces/${space.id}/content/pages`, { expect: 200 });
    const { body: changeRequest } = await client.post(
      `/v1/spaces/${space.id}/change-requests`,
      { subject: 'More' },
      { expect: 201 },
    );
    const find = (url: string, expected = 200) =>
      client.get('/v1/urls/content', { query: { url }, expect: expected }).then(({ body }) => body);
    return { organization, admin, client, collection, space, page: pages.pages[0], changeRequest, find };
  }

  it('finds what the addresses of collections, spaces, pages and change requests lead to', async () => {
    const { collection, space, page, changeRequest, find } = await written();
    const place = ({ space: found, changeRequest: request, page: shown }: any) => [found.id, request?.id, shown?.id];
    expect((await find(collection.urls.app)).collection.id).to.equal(collection.id);
    expect((await find(collection.urls.location)).collection.id).to.equal(collection.id);
    expect(place(await find(space.urls.app))).to.deep.equal([space.id, undefined, undefined]);
    expect(place(await find(page.urls.app))).to.deep.equal([space.id, undefined, page.id]);
    expect(place(await find(changeRequest.urls.app))).to.deep.equal([space.id, changeRequest.id, undefined]);
    const location = changeRequest.urls.location ?? `${space.urls.location}/change-requests/${changeRequest.number}`;
    expect(place(await find(location))).to.deep.equal([space.id, changeRequest.id, undefined]);
    expect(place(await find(`${space.urls.location}/content/path/first-steps`))).to.deep.equal([
      space.id,
      undefined,
      page.id,
    ]);
  });

  it('finds the page at a published address', async () => {
    const { organization, space, page, find } = await written();
    const { tell } = people(content, organization);
    const [site, siteSpace] = [newId(), newId()];
    const url = `https://docs.example.com/s/acme/${site}`;
    const visibility = 'public' as const;
    const about = { site, organization, title: 'Docs', visibility, published: true, url };
    await tell(events.sitePublished, about);
    await tell(events.siteSpaceAdded, {
      siteSpace,
      site,
      organization,
      space: space.id,
      visibility,
      published: true,
      url,
    });
    expect((await find(`${url}/first-steps?q=1#top`)).page.id).to.equal(page.id);
    expect((await find(url)).space.id).to.equal(space.id);
    await find(`${url}/nowhere`, 404);
    await tell(events.siteUnpublished, { ...about, published: false });
    await find(`${url}/first-steps`, 404);
  });

  it('finds nothing elsewhere, of what is unknown, and for those who may not see it', async () => {
    const { collection, space, page, changeRequest, find } = await written();
    const urls = [collection.urls.app, space.urls.app, page.urls.app, changeRequest.urls.app];
    await find('https://elsewhere.example.com/app/space/x', 404);
    await find(`${space.urls.app}x`, 404);
    await find(`${space.urls.app}?page=x`, 404);
    await find(`${space.urls.location}/content/path/%ff`, 404);
    await find('no address', 400);
    const stranger = content.as(make.organization().admin);
    for (const url of urls) await stranger.get('/v1/urls/content', { query: { url }, expect: 404 });
  });
});
