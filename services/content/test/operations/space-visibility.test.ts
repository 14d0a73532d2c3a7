import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { people } from '../people.js';

describe('the visibility of a space', () => {
  const content = contentService();
  const make = factories(content);

  async function placed() {
    const { id: organization, admin } = make.organization();
    const { tell } = people(content, organization);
    const client = content.as(admin);
    const { id: space } = await make.space(admin, organization);
    const shown = async () => {
      const { body } = await client.get(`/v1/spaces/${space}`, { expect: 200 });
      const list = await client.get(`/v1/orgs/${organization}/spaces`, { expect: 200 });
      expect(list.body.items).to.deep.equal([body]);
      return [body.visibility, body.urls.published];
    };
    /** A site that shows the space. */
    const show = async (visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth', of = organization) => {
      const [site, siteSpace] = [newId(), newId()];
      const url = `https://docs.example.com/s/${visibility}`;
      const about = (published: boolean) => ({ site, organization: of, title: 'Site', visibility, published });
      const place = { siteSpace, site, organization: of, space, visibility, published: true, url };
      await tell(events.siteSpaceAdded, place);
      await tell(events.sitePublished, about(true));
      return {
        url,
        rename: (to: string) => tell(events.siteSpaceUpdated, { ...place, url: to }),
        unpublish: () => tell(events.siteUnpublished, about(false)),
        remove: () => tell(events.siteSpaceRemoved, place),
      };
    };
    return { organization, admin, client, space, shown, show };
  }

  it('is that of the most public published site that shows it, with its address', async () => {
    const { shown, show } = await placed();
    expect(await shown()).to.deep.equal(['private', undefined]);
    const guarded = await show('visitor-auth');
    expect(await shown()).to.deep.equal(['visitor-auth', guarded.url]);
    const open = await show('public');
    await show('unlisted');
    expect(await shown()).to.deep.equal(['public', open.url]);
    await open.rename('https://docs.example.com/s/elsewhere');
    expect(await shown()).to.deep.equal(['public', 'https://docs.example.com/s/elsewhere']);
    await open.unpublish();
    expect((await shown())[0]).to.equal('unlisted');
  });

  it('names no address where share links alone open it', async () => {
    const { shown, show } = await placed();
    const { remove } = await show('share-link');
    expect(await shown()).to.deep.equal(['share-link', undefined]);
    await remove();
    expect(await shown()).to.deep.equal(['private', undefined]);
  });

  it('does not come from sites of another organization, nor where it inherits in a collection', async () => {
    const { organization, admin, client, space, shown, show } = await placed();
    await show('public', newId());
    expect(await shown()).to.deep.equal(['private', undefined]);
    const { url } = await show('public');
    const { id: parent } = await make.collection(admin, organization);
    await client.post(`/v1/spaces/${space}/move`, { parent }, { expect: 200 });
    expect(await shown()).to.deep.equal(['in-collection', url]);
    await client.patch(`/v1/spaces/${space}`, { defaultLevel: 'read' }, { expect: 200 });
    expect(await shown()).to.deep.equal(['public', url]);
  });
});
