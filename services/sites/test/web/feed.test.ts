import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { publishedSites } from '../published-sites.js';
import { publicUrl, sitesService, spaceTold } from '../sites-service.js';

describe('feeds of published sites', () => {
  const sites = sitesService();
  const { pages: content } = sites.neighbours;
  const { read, published } = publishedSites(sites);
  const titlesIn = (xml: string) => [...xml.matchAll(/<item>\s*<title>(.*?)<\/title>/gs)].map(([, title]) => title);

  /** Two spaces, the first with pages that changed on different days. */
  async function changing(settings: object = {}) {
    const made = await published({}, 'Other');
    const [space] = made.spaces;
    const revision = `${space!.revision}f`;
    content.put(revision, [
      { id: 'old', title: 'Old <b>', updatedAt: '2026-02-01T00:00:00.000Z' },
      { id: 'new', title: 'New \u0001]]>', description: 'What & why', updatedAt: '2026-03-01T00:00:00.000Z' },
      { id: 'hidden', title: 'Hidden', hidden: true, updatedAt: '2026-04-01T00:00:00.000Z' },
    ]);
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...space!, revision }));
    await made.admin.patch(made.path, settings, { expect: 200 });
    return { ...made, revision };
  }

  it('hold the pages of the site that readers see, the latest change first', async () => {
    const { at, root } = await changing();
    await eventually(async () => expect((await at('/rss.xml')).text).to.contain('Old'));
    const { text, headers } = await at('/rss.xml');
    expect(headers.get('content-type')).to.equal('application/rss+xml; charset=utf-8');
    expect(headers.get('cache-control')).to.match(/^public/);
    expect(text).to.contain('<title>Handbook</title>').and.not.contain('Hidden').and.not.contain('\u0001');
    expect(text).to.contain(`<link>${publicUrl}${root}/new</link>`).and.contain('Sun, 01 Mar 2026');
    const titles = titlesIn(text);
    expect(titles).to.have.length(3);
    expect(titles[0]).to.contain('New');
    expect(titles[1])
      .to.contain('Old')
      .and.not.match(/^Old <b>$/);
    expect(titles[2]).to.contain('start');
    const again = await at('/rss.xml', { 'if-none-match': headers.get('etag')! });
    expect(again.status).to.equal(304);
  });

  it('are there for each space, and pages lead to them', async () => {
    const { at, root } = await changing();
    await eventually(async () => expect((await at('')).text).to.contain('Old'));
    const other = await at('/other/rss.xml');
    expect(titlesIn(other.text)).to.have.length(1);
    expect(other.text).to.contain('<title>Other · Handbook</title>');
    expect((await at('/other')).text).to.contain(`type="application/rss+xml" href="${root}/other/rss.xml"`);
    expect((await at('')).text).to.contain(`type="application/rss+xml" href="${root}/rss.xml"`);
    expect((await at('/none/rss.xml')).status).to.equal(404);
  });

  it('are read by those only who may read the pages', async () => {
    const { at, share, becomes } = await changing({ visibility: 'share-link' });
    await becomes(404);
    expect((await at('/rss.xml')).status).to.equal(404);
    const { urls } = await share();
    await eventually(async () => {
      const { status, text, headers } = await read(`${urls.published}/rss.xml`);
      expect(status).to.equal(200);
      expect(headers.get('cache-control')).to.match(/^private/);
      expect(text).to.contain(`<link>${urls.published}/new</link>`);
    });
  });
});
