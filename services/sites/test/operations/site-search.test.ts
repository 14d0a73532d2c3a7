import { expect } from 'chai';
import { factories, publicUrl, sitesService } from '../sites-service.js';

describe('searchSiteContent', () => {
  const sites = sitesService();
  const { site: makeSite, space: makeSpace } = factories(sites);
  const { pages: content } = sites.neighbours;

  async function made() {
    const site = await makeSite('Guide', 'Old');
    const closed = await makeSpace(site.organizationId, { title: 'Closed', resolvedLevel: null, defaultLevel: null });
    await site.admin.post(`${site.path}/site-spaces`, { spaceId: closed.space }, { expect: 201 });
    const [guide, old] = site.spaces.map(({ space }) => space) as [string, string];
    const ids = Object.fromEntries(
      (await site.listed()).items.map((item: { id: string; title: string }) => [item.title, item.id]),
    );
    content.searched = [];
    content.found = [
      { space: old, page: 'best', title: 'Best', sections: [{ anchor: 'a', heading: 'A', excerpt: 'Text' }] },
      { space: guide, page: 'next', sections: [] },
      { space: old, page: 'last', sections: [] },
    ];
    const lookedAt = async (body: object, as = site.admin) => {
      content.searched = [];
      content.found = [];
      await as.post(`${site.path}/search`, { query: 'words', ...body }, { expect: 200 });
      return content.searched.flatMap(({ spaces }) => spaces);
    };
    return { ...site, ids, guide, old, closed: closed.space, lookedAt };
  }

  it('groups what is found by space, the best first', async () => {
    const { admin, path, guide, old } = await made();
    const { body } = await admin.post(`${path}/search`, { query: 'words', mode: 'all' }, { expect: 200 });
    const urls = { app: `${publicUrl}/app/space/${old}?page=best` };
    expect(body.count).to.equal(3);
    expect(body.items.map(({ id }: { id: string }) => id)).to.deep.equal([old, guide]);
    expect(body.items[0]).to.include({ title: 'Old' });
    expect(body.items[0].pages[0]).to.deep.equal({
      id: 'best',
      title: 'Best',
      path: 'best',
      sections: [{ id: 'a', title: 'A', path: 'best#a', body: 'Text', urls }],
      urls,
    });
    expect(body.items[0].pages[1].id).to.equal('last');
  });

  it('looks where it is told to', async () => {
    const { ids, guide, old, closed, lookedAt } = await made();
    expect(await lookedAt({ scope: { mode: 'all' } })).to.have.members([guide, old, closed]);
    expect(await lookedAt({ scope: { mode: 'default' } })).to.deep.equal([guide]);
    const current = { mode: 'default', currentSiteSpace: ids.Old };
    expect(await lookedAt({ scope: current })).to.have.members([guide, old]);
    expect(await lookedAt({ scope: { mode: 'specific', siteSpaceIds: [ids.Old, ids.Old] } })).to.deep.equal([old]);
    expect(await lookedAt({ siteSpaceIds: [ids.Old] })).to.deep.equal([old]);
    expect(await lookedAt({ mode: 'current', siteSpaceId: ids.Guide })).to.deep.equal([guide]);
    expect(await lookedAt({ mode: 'current', siteSpaceId: ids.Old })).to.have.members([guide, old]);
  });

  it('finds for members what they may read, and nothing for others', async () => {
    const { organizationId, path, guide, old, ids, lookedAt, admin } = await made();
    const reader = sites.as('read', organizationId);
    expect(await lookedAt({ mode: 'all' }, reader)).to.have.members([guide, old]);
    expect(await lookedAt({ siteSpaceIds: [ids.Closed] }, reader)).to.deep.equal([]);
    for (const role of [null, undefined]) {
      await sites.as(role, organizationId).post(`${path}/search`, { query: 'x', mode: 'all' }, { expect: 404 });
    }
    await admin.post(`${path}/search`, { query: 'x', siteSpaceIds: ['none'] }, { expect: 404 });
  });

  it('refuses what is no search', async () => {
    const { admin, path } = await made();
    for (const body of [
      {},
      { query: 'x' },
      { query: '', mode: 'all' },
      { query: 'x'.repeat(513), mode: 'all' },
      { query: 'x', scope: { mode: 'other' } },
      { query: 'x', siteSpaceIds: [] },
    ]) {
      await admin.post(`${path}/search`, body, { expect: 400 });
    }
  });
});
