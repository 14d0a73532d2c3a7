import { randomBytes } from 'node:crypto';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { publishedSites } from '../published-sites.js';
import { factories, publicUrl, sitesService } from '../sites-service.js';

const newHostname = () => `docs-${randomBytes(4).toString('hex')}.acme.example`;

describe('host names of sites', () => {
  const sites = sitesService();
  const { site: makeSite } = factories(sites);
  const { read, published } = publishedSites(sites);

  /** A published site with a host name, and how the gateway asks for what is there. */
  async function named(settings: object = {}, ...others: string[]) {
    const hostname = newHostname();
    const made = await published(settings, ...others);
    await made.admin.patch(made.path, { hostname }, { expect: 200 });
    const on = (path: string, headers: Record<string, string> = {}) =>
      read(`/s${path}`, { 'x-quire-hostname': hostname, ...headers });
    return { ...made, hostname, on, home: `https://${hostname}` };
  }

  it('updateSiteById sets one as DNS knows it, takes it away again, and tells of the new addresses', async () => {
    const { admin, path, id, organizationId } = await published();
    const hostname = newHostname();
    const { body } = await admin.patch(path, { hostname: hostname.toUpperCase() }, { expect: 200 });
    expect([body.hostname, body.urls.published]).to.deep.equal([hostname, `https://${hostname}`]);
    expect((await admin.patch(path, { title: 'Other' }, { expect: 200 })).body.hostname).to.equal(hostname);
    const umlaut = `bücher-${hostname}`;
    const punycode = (await admin.patch(path, { hostname: umlaut }, { expect: 200 })).body.hostname;
    expect(punycode).to.match(/^xn--[a-z0-9-]+\.acme\.example$/);
    const cleared = (await admin.patch(path, { hostname: null }, { expect: 200 })).body;
    expect(cleared).not.to.have.property('hostname');
    expect(cleared.urls.published).to.equal(`${publicUrl}/s/${organizationId}/${id}`);
    const told = (await outboxEvents(sites.db))
      .filter(({ type, subject }) => type === 'sites.site.updated.v1' && subject === id)
      .slice(-4);
    expect(told.map(({ data }) => (data as { url: string }).url)).to.deep.equal([
      `https://${hostname}`,
      `https://${hostname}`,
      `https://${punycode}`,
      `${publicUrl}/s/${organizationId}/${id}`,
    ]);
  });

  it('updateSiteById refuses what is no name of a host for sites', async () => {
    const { admin, path } = await makeSite('Guide');
    const label = 'a'.repeat(63);
    for (const hostname of [
      '',
      'docs',
      'localhost',
      'docs.localhost',
      'gateway.quire.svc.cluster.local',
      'x.internal',
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '[::1]',
      '::1',
      'docs.example.com.',
      'docs.example.com',
      'DOCS.example.com',
      'docs.example.com:443',
      'https://docs.acme.example',
      'docs.acme.example/x',
      'docs.acme.example?x',
      'a b.example',
      'docs..example',
      '-docs.acme.example',
      'docs-.acme.example',
      'do_cs.acme.example',
      '*.acme.example',
      'docs.acme.123',
      `a${label}.example`,
      `${label}.${label}.${label}.${label}.example`,
      'docs.acme.example\r\nx: y',
      'a%2eexample',
      'user@acme.example',
      '\u0000.example',
    ]) {
      const { body } = await admin.patch(path, { hostname }, { expect: 400 });
      expect(body.error.details[0].path, hostname).to.equal('body.hostname');
    }
    await admin.patch(path, { hostname: 5 }, { expect: 400 });
  });

  it('a name belongs to one site of all organizations, until it is given up or the site is deleted', async () => {
    const hostname = newHostname();
    const [one, other] = [await makeSite('Guide'), await makeSite('Guide')];
    const both = await Promise.all(
      [one, other].map(({ admin, path }) => admin.patch(path, { hostname }).then(({ status }) => status)),
    );
    expect(both).to.have.members([200, 409]);
    const owns = async ({ admin, path }: typeof one) => (await admin.get(path)).body.hostname === hostname;
    const [holder, waiting] = (await owns(one)) ? [one, other] : [other, one];
    const conflict = await waiting.admin.patch(waiting.path, { hostname, title: 'Not applied' }, { expect: 409 });
    expect(conflict.body.error.message).to.contain('host name');
    expect((await waiting.admin.get(waiting.path)).body.title).to.equal('Handbook');
    await holder.admin.patch(holder.path, { hostname: null }, { expect: 200 });
    await waiting.admin.patch(waiting.path, { hostname }, { expect: 200 });
    await holder.admin.patch(holder.path, { hostname }, { expect: 409 });
    await waiting.admin.delete(waiting.path);
    await holder.admin.patch(holder.path, { hostname }, { expect: 200 });
  });

  it('only those who administer the site set or take away its name', async () => {
    const { path, organizationId } = await makeSite('Guide');
    const creator = sites.as('create', organizationId);
    for (const hostname of [newHostname(), null]) await creator.patch(path, { hostname }, { expect: 403 });
    await creator.patch(path, { title: 'Renamed' }, { expect: 200 });
    await sites.as(undefined, organizationId).patch(path, { hostname: newHostname() }, { expect: 404 });
  });

  it('pages, assets, feed and sitemap of a site are at the root of its host, and lead nowhere else', async () => {
    const { on, home } = await named({}, 'Version 2');
    const { status, text } = await on('/');
    expect(status).to.equal(200);
    expect(text).to.contain(`<link rel="canonical" href="${home}/">`);
    expect(text).to.contain('<a href="/more/deep">Deep</a>').and.contain('href="/version-2"');
    expect(text).to.contain('href="/rss.xml"').and.contain('href="/home.md"').and.not.contain('"/s/');
    const hrefs = [...text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, href]) => href!);
    expect(hrefs).to.include('/').and.have.length.above(8);
    for (const href of new Set(hrefs)) expect((await on(href)).status, href).to.equal(200);
    const style = hrefs.find((href) => href.endsWith('/site.css'))!;
    expect((await on(style)).headers.get('cache-control')).to.contain('immutable');
    expect((await on('/more')).headers.get('location')).to.equal('/more/deep');
    expect((await on('/~/page/home')).headers.get('location')).to.equal('/');
    expect((await on('/version-2')).text).to.contain(`<link rel="canonical" href="${home}/version-2">`);
    expect((await on('/robots.txt')).text).to.equal(`User-agent: *\nAllow: /\nSitemap: ${home}/sitemap.xml\n`);
    expect((await on('/sitemap.xml')).text)
      .to.contain(`<loc>${home}/</loc>`)
      .and.contain(`<loc>${home}/more/deep</loc>`);
    expect((await on('/rss.xml')).text).to.contain(`<link>${home}/more/deep</link>`);
    expect((await on('/llms.txt')).text).to.contain(`(${home}/more/deep.md)`);
    const missing = await on('/none');
    expect([missing.status, missing.text.includes('<a href="/">')]).to.deep.equal([404, true]);
  });

  it('the address below /s/ leads to the host, with path and query', async () => {
    const { root, home, on, admin, path, becomes } = await named();
    await becomes(308);
    for (const [rest, location] of [
      ['', `${home}/`],
      ['/more/deep?a=%26&b', `${home}/more/deep?a=%26&b=`],
      ['/b%C3%BCcher%2F', `${home}/b%C3%BCcher%2F`],
      ['/none', `${home}/none`],
    ]) {
      const { status, headers } = await read(root + rest);
      const said = [status, headers.get('location'), headers.get('cache-control')];
      expect(said, rest).to.deep.equal([308, location === `${home}/` ? home : location, 'no-store']);
    }
    const lookup = async (url: string) => (await admin.post('/v1/urls/published', { url }, { expect: 200 })).body;
    expect(await lookup(`${publicUrl}${root}/more/deep`)).to.deep.equal({
      target: 'content',
      redirect: `${home}/more/deep`,
    });
    expect(await lookup(`${home}/more/deep`)).to.include({
      pathname: '/more/deep',
      basePath: '/',
      siteBasePath: '/',
      canonicalUrl: `${home}/more/deep`,
    });
    await admin.post('/v1/urls/published', { url: `${home}:8443/` }, { expect: 404 });
    await admin.patch(path, { hostname: null }, { expect: 200 });
    await becomes(200);
    expect((await on('/')).status).to.equal(404);
    await admin.post('/v1/urls/published', { url: home }, { expect: 404 });
  });

  it('share links open the site on its host; without their key even its name stays unknown', async () => {
    const { share, home, on, root, admin, path } = await named({ visibility: 'share-link' });
    const link = await share();
    const key = `/~/share/${link.key ?? link.urls.published.split('/').at(-1)}`;
    expect(link.urls.published).to.equal(home + key);
    const { status, text } = await on(key);
    expect(status).to.equal(200);
    expect(text).to.contain(`<a href="${key}/more/deep">Deep</a>`);
    expect((await on('/')).status).to.equal(404);
    expect((await read(root)).status).to.equal(404);
    expect((await read(root + key)).headers.get('location')).to.equal(home + key);
    await admin.patch(`${path}/share-links/${link.id}`, { active: false }, { expect: 200 });
    for (const answer of [await on(key), await read(root + key)]) expect(answer.status).to.equal(404);
  });

  it('say whether they are known to whoever is to get certificates for them', async () => {
    const { hostname, admin, path } = await named();
    const asked = async (domain: string) => (await read(`/s/~/hostname?domain=${domain}`)).status;
    expect([await asked(hostname), await asked(newHostname()), await asked('')]).to.deep.equal([204, 404, 404]);
    await admin.patch(path, { hostname: null }, { expect: 200 });
    expect(await asked(hostname)).to.equal(404);
  });
});
