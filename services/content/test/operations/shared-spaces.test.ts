import { randomBytes } from 'node:crypto';
import { events } from '@quire/contract';
import { newId, sha256 } from '@quire/runtime';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { people } from '../people.js';

describe('getSpaceById with a share key', () => {
  const content = contentService();
  const make = factories(content);

  async function shared() {
    const { id: organization, admin } = make.organization();
    const { tell } = people(content, organization);
    const { id: space } = await make.space(admin, organization);
    const [site, siteSpace, shareLink] = [newId(), newId(), newId()];
    const key = randomBytes(40).toString('base64url');
    const url = 'https://docs.example.com/s/acme/docs';
    const visibility = 'share-link' as const;
    const about = { site, organization, title: 'Docs', visibility, published: true, url };
    const place = {
      siteSpace,
      site,
      organization,
      space,
      visibility,
      published: true,
      url: `${url}/api`,
    };
    const link = { shareLink, site, organization, active: true, keyHash: sha256(key).toString('hex') };
    await tell(events.sitePublished, about);
    await tell(events.siteSpaceAdded, place);
    await tell(events.shareLinkCreated, link);
    const client = content.as(admin);
    const address = async (shareKey?: string) =>
      (await client.get(`/v1/spaces/${space}`, { query: { shareKey }, expect: 200 })).body.urls.published;
    return { about, address, key, link, place, tell, url };
  }

  it('shows the address for the bearer of the key', async () => {
    const { address, key, url } = await shared();
    expect(await address(key)).to.equal(`${url}/~/share/${key}/api`);
    expect(await address()).to.equal(undefined);
    expect(await address(`${key}x`)).to.equal(undefined);
    const other = await shared();
    expect(await address(other.key)).to.equal(undefined);
  });

  it('shows none once the link is switched off or deleted, or the site is off the web or open to all', async () => {
    const { about, address, key, link, place, tell, url } = await shared();
    await tell(events.shareLinkUpdated, { ...link, active: false });
    expect(await address(key)).to.equal(undefined);
    await tell(events.shareLinkUpdated, link);
    expect(await address(key)).to.equal(`${url}/~/share/${key}/api`);
    await tell(events.siteUnpublished, { ...about, published: false });
    expect(await address(key)).to.equal(undefined);
    await tell(events.sitePublished, { ...about, visibility: 'public' as const });
    expect(await address(key)).to.equal(place.url);
    await tell(events.siteUpdated, about);
    await tell(events.shareLinkDeleted, link);
    expect(await address(key)).to.equal(undefined);
  });
});
