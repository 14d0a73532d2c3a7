import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { factories, sitesService } from '../sites-service.js';

describe('sites, for installations', () => {
  const sites = sitesService();
  const { organization } = factories(sites);

  /** An organization with two sites. */
  async function twoSites() {
    const organizationId = await organization();
    const path = `/v1/orgs/${organizationId}/sites`;
    const admin = sites.as('admin', organizationId);
    const create = async (title: string) => (await admin.post(path, { title }, { expect: 201 })).body.id as string;
    return { organizationId, path, first: await create('First'), second: await create('Second') };
  }
  const titles = (body: { items: { title: string }[] }) => body.items.map(({ title }) => title).toSorted();

  it('listSites, getSiteById: the selected ones, as if there were no others', async () => {
    const { organizationId, path, first, second } = await twoSites();
    const caller = sites.asInstallation(organizationId, { sites: [first] });
    const { body } = await caller.get(path, { expect: 200 });
    expect([titles(body), body.count]).to.deep.equal([['First'], 1]);
    const { body: shown } = await caller.get(`${path}/${first}`, { expect: 200 });
    expect(shown.permissions).to.deep.equal({ view: true, access: true, edit: false, create: false, admin: false });
    await caller.get(`${path}/${second}`, { expect: 404 });
    await caller.get(`${path}/${newId()}`, { expect: 404 });
  });

  it('listSites: all with "all", page by page, and none when none is selected', async () => {
    const { organizationId, path, second } = await twoSites();
    const all = sites.asInstallation(organizationId, { sites: 'all' });
    const { body } = await all.get(path, { query: { limit: '1' }, expect: 200 });
    expect(body.count).to.equal(2);
    const next = await all.get(path, { query: { limit: '1', page: body.next.page }, expect: 200 });
    expect(titles({ items: [...body.items, ...next.body.items] })).to.deep.equal(['First', 'Second']);
    await all.get(`${path}/${second}`, { expect: 200 });
    const none = sites.asInstallation(organizationId, { sites: [] });
    expect((await none.get(path, { expect: 200 })).body).to.deep.equal({ items: [], count: 0 });
  });

  it('nothing of another organization, whatever is selected', async () => {
    const { path, first } = await twoSites();
    for (const selected of ['all' as const, [first]]) {
      const stranger = sites.asInstallation(await organization(), { sites: selected });
      await stranger.get(path, { expect: 404 });
      await stranger.get(`${path}/${first}`, { expect: 404 });
    }
  });

  it('needs the scope, and changes nothing', async () => {
    const { organizationId, path, first } = await twoSites();
    const without = sites.asInstallation(organizationId, { sites: 'all', scopes: ['space:content:read'] });
    await without.get(path, { expect: 403 });
    await without.get(`${path}/${first}`, { expect: 403 });
    const caller = sites.asInstallation(organizationId, { sites: 'all' });
    await caller.post(path, { title: 'Third' }, { expect: 403 });
    await caller.patch(`${path}/${first}`, { title: 'Changed' }, { expect: 403 });
    await caller.delete(`${path}/${first}`, { expect: 403 });
    await caller.get(`${path}/${first}/structure`, { expect: 403 });
    expect(titles((await caller.get(path, { expect: 200 })).body)).to.deep.equal(['First', 'Second']);
  });
});
