import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { heading, link } from '../fake-content.js';
import { jwt, publishedSites } from '../published-sites.js';
import { factories, publicUrl, sitesService, spaceTold } from '../sites-service.js';

describe('published sites', () => {
  const sites = sitesService();
  const { space: makeSpace } = factories(sites);
  const { pages: content } = sites.neighbours;
  const { read, published } = publishedSites(sites);

  it('show the first page at the root, its title once, and the way to all that is not hidden', async () => {
    const { at, root } = await published();
    const { status, text, headers } = await at('');
    expect(status).to.equal(200);
    expect(text.match(/Home<\/h1>/g)).to.have.length(1);
    expect(text).not.to.contain('<h2');
    expect(text).to.contain('<title>Home · Handbook</title>').and.contain('Welcome.');
    expect(text).to.contain(`<a href="${root}/more/deep">Deep</a>`);
    expect(text).to.contain(`<link rel="canonical" href="${publicUrl}${root}">`);
    expect(text).to.contain(`rel="next" href="${root}/more/deep"`).and.not.contain('rel="prev"');
    expect(text).to.contain('href="https://elsewhere.example/"').and.not.contain('Hidden').and.not.contain('Below');
    expect(headers.get('x-robots-tag')).to.equal(null);
    const deep = (await at('/more/deep')).text;
    expect(deep).to.contain(`rel="prev" href="${root}"`).and.contain(`rel="next" href="${root}/last"`);
    expect(deep).to.contain('Far down').and.contain('😀').and.contain('<ol><li>More</li></ol>');
    expect((await at('/home')).text).to.contain(`<link rel="canonical" href="${publicUrl}${root}">`);
  });

  it('lead to headings, whatever these are called', async () => {
    const { at, spaces } = await published();
    const revision = `${spaces[0]!.revision}h`;
    const names = ['content', 'menu', 'query', 'results', 'found', 'words', 'tab-0-0'];
    const nodes = names.map((id) => ({ ...heading(id), type: 'heading-2', meta: { id } }));
    content.put(revision, [{ id: 'home', title: 'Headings', nodes }]);
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...spaces[0]!, revision }));
    await eventually(async () => expect((await at('')).text).to.contain('Headings'));
    for (const path of ['', '/~/search?q=x', '/none']) {
      const ids = [...(await at(path)).text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      expect(ids.filter((id) => !names.includes(id)).every((id) => id.startsWith('~'))).to.equal(true);
      if (path === '') expect(ids).to.include.members(names).and.have.length(new Set(ids).size);
    }
  });

  it('show hidden pages to those who have the address, and not to search engines', async () => {
    const { at } = await published();
    for (const path of ['/hidden', '/hidden/below']) {
      const { status, headers, text } = await at(path);
      expect(status).to.equal(200);
      expect(headers.get('x-robots-tag')).to.equal('noindex');
      expect(text).to.contain('<meta name="robots" content="noindex">').and.not.contain('rel="prev"');
    }
  });

  it('lead from groups to their first page, from links to their targets, and from ids to pages', async () => {
    const { at, root } = await published();
    const leads = async (path: string) => (await at(path)).headers.get('location');
    expect(await leads('/more')).to.equal(`${root}/more/deep`);
    expect(await leads('/away')).to.equal('https://elsewhere.example/');
    expect(await leads('/umlaut')).to.equal('https://ex.test/%C3%BC%20x');
    for (const path of ['/nowhere', '/itself']) expect((await at(path)).status, path).to.equal(404);
    expect(await leads('/~/page/deep')).to.equal(`${root}/more/deep`);
    expect((await at('/~/page/none')).status).to.equal(404);
  });

  it('show sections and the spaces that stand for each other under addresses of their own', async () => {
    const { at, admin, path, spaces, root, organizationId } = await published({}, 'Version 2');
    content.put(spaces[1]!.revision, [{ id: 'home', title: 'Second' }]);
    const { text } = await at('');
    expect(text).to.contain(`<a href="${root}" aria-current="true">Guide</a>`);
    expect(text).to.contain(`<a href="${root}/version-2">Version 2</a>`);
    expect((await at('/version-2')).text).to.contain('Second');
    for (const title of ['Manual', 'Reference']) {
      const { space: spaceId, revision } = await makeSpace(organizationId, { title });
      content.put(revision, [{ id: 'api', title: `Interface of ${title}` }]);
      await admin.post(`${path}/sections`, { spaceId, title }, { expect: 201 });
    }
    await eventually(async () => expect((await at('/reference/api')).text).to.contain('Interface of Reference'));
    const reference = (await at('/reference')).text;
    expect(reference).to.contain('aria-label="Sections"').and.contain('Interface of Reference');
    expect(reference).to.contain(`<a href="${root}">Manual</a>`).and.not.contain('Version 2');
    expect((await at('/manual/version-2')).text).to.contain('Second');
    const condition = 'visitor.claims.beta == true';
    const { items } = (await admin.get(`${path}/sections`)).body;
    const { id } = items.find((item: { title: string }) => item.title === 'Reference');
    await admin.patch(`${path}/sections/${id}`, { condition }, { expect: 200 });
    await eventually(async () => expect((await at('/reference/api')).status).to.equal(404));
  });

  it('are nothing while they are not published, empty or unknown', async () => {
    const { at, admin, path, becomes, spaces } = await published();
    expect((await read('/s/none/none')).status).to.equal(404);
    expect((await read('/s/')).status).to.equal(404);
    expect((await read('/s/%E0%A4%A/x')).status).to.equal(404);
    const missing = await at('/no/such');
    expect(missing.status).to.equal(404);
    expect(missing.text).to.contain('Page not found').and.contain('role="search"');
    const [space] = spaces;
    const deletedAt = '2026-03-01T00:00:00.000Z';
    await sites.deliver(spaceTold(events.spaceDeleted, 2, { ...space!, deletedAt }));
    await becomes(404);
    await sites.deliver(spaceTold(events.spaceRestored, 3, space!));
    await becomes(200);
    await admin.post(`${path}/unpublish`, {}, { expect: 200 });
    await becomes(404);
    expect((await at('')).text)
      .to.contain('Nothing is published here')
      .and.not.contain('Handbook');
  });

  it('show a new revision as soon as they hear of it', async () => {
    const { at, spaces } = await published();
    const [space] = spaces;
    const { headers } = await at('');
    const revision = `${space!.revision}2`;
    content.put(revision, [{ id: 'home', markdown: 'Anew.' }]);
    await sites.deliver(
      spaceTold(events.spaceContentUpdated, 2, { ...space!, revision, previousRevision: '' } as typeof space & object),
    );
    await eventually(async () => expect((await at('')).text).to.contain('Anew.'));
    expect((await at('', { 'if-none-match': headers.get('etag')! })).status).to.equal(200);
  });

  it('ask nobody anything for a page that was read before', async () => {
    const { at } = await published();
    const { text } = await at('/last');
    const { asked } = content;
    const before = [...asked];
    const tx = await sites.db.transaction();
    try {
      // Whoever reads these tables now waits.
      await tx.raw(
        'LOCK TABLE sites, site_spaces, sections, spaces, organizations, openapi_specs IN ACCESS EXCLUSIVE MODE',
      );
      expect((await at('/last')).text).to.equal(text);
    } finally {
      await tx.rollback();
    }
    expect(asked).to.deep.equal(before);
  });

  it('ask readers to come back while content is away, and show what was read before', async () => {
    const { at, spaces } = await published();
    const revision = `${spaces[0]!.revision}c`;
    const pages = [
      { id: 'home', markdown: 'Read at once.' },
      { id: 'cold', markdown: 'Never read so far.' },
    ];
    content.put(revision, pages);
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...spaces[0]!, revision }));
    await eventually(async () => expect((await at('')).text).to.contain('Read at once.'));
    content.away = true;
    try {
      expect((await at('')).status).to.equal(200);
      const { status, headers, text } = await at('/cold');
      expect(status).to.equal(503);
      expect(headers.get('retry-after')).to.match(/^\d+$/);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).to.contain("default-src 'none'");
      expect(text).to.contain('<h1>Back in a moment</h1>').and.not.contain('Away.');
    } finally {
      content.away = false;
    }
    expect((await at('/cold')).status).to.equal(200);
  });

  it('tell of a mistake of ours as what was asked for: as a page, a line, or JSON', async () => {
    const { at, id, spaces } = await published();
    const [space] = spaces;
    const revision = `${space!.revision}m`;
    // No renderer reads this.
    content.put(revision, [
      { id: 'home' },
      { id: 'broken', nodes: [{ object: 'block', type: 'heading-2', nodes: 1 }] },
    ]);
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...space!, revision }));
    await eventually(async () => expect((await at('')).text).to.contain('broken'));
    const page = await at('/broken');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([500, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).to.equal('no-store');
    expect(page.text).to.contain('<h1>Something went wrong</h1>').and.contain('site.css').and.not.contain('iterable');
    await sites.db.raw(`UPDATE sites SET customization = '{"title": 1}' WHERE id = ?`, [id]);
    const told = async (path: string) => {
      const { status, headers, text } = await at(path);
      return [status, headers.get('content-type'), text.replace(/\.? .*/s, '')];
    };
    for (const path of ['/llms.txt', '/rss.xml']) {
      await eventually(async () =>
        expect(await told(path)).to.deep.equal([500, 'text/plain; charset=utf-8', 'Something']),
      );
    }
    const found = await at('/~/search?q=x&format=json');
    expect([found.status, JSON.parse(found.text).error.code]).to.deep.equal([500, 500]);
  });

  it('answer conditional requests, HEAD and GET, and nothing else', async () => {
    const { at, root } = await published();
    const { headers, text } = await at('');
    expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
    const policy = headers.get('content-security-policy')!;
    for (const part of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).to.contain(part);
    }
    const held = await at('', { 'if-none-match': headers.get('etag')! });
    expect([held.status, held.text]).to.deep.equal([304, '']);
    const head = await read(root, {}, 'HEAD');
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect(Number(head.headers.get('content-length'))).to.equal(Buffer.byteLength(text));
    expect((await read(root, {}, 'POST')).status).to.equal(405);
    for (const [, asset] of text.matchAll(/(?:src|href)="(\/s\/~\/[^"]+)"/g)) {
      const { status, headers: of } = await read(asset!);
      expect(status, asset).to.equal(200);
      expect(of.get('cache-control')).to.contain('immutable');
      expect((await read(asset!.replace(/~\/[^/]+/, '~/old'))).headers.get('cache-control')).to.equal('no-cache');
    }
    expect((await read('/s/~/x/site-secrets.css')).status).to.equal(404);
    expect((await read('/s/~/x/..%2Fpackage.json')).status).to.equal(404);
  });

  it('lead from where pages were to where they are, but never away from a living page', async () => {
    const { at, root, admin, path } = await published();
    content.former = { old: 'more', 'older/old': 'last', last: 'home' };
    const leads = async (from: string) => (await at(from)).headers.get('location');
    expect(await leads('/old/deep')).to.equal(`${root}/more/deep`);
    expect(await leads('/old')).to.equal(`${root}/more`);
    expect(await leads('/older/old')).to.equal(`${root}/last`);
    expect((await at('/last')).status).to.equal(200);
    expect((await at('/old/none')).status).to.equal(404);
    content.former = { loop: 'last', 'last/x': 'last' };
    expect((await at('/loop/x')).status).to.equal(302 + 5);
    content.former = {};
    const { items } = (await admin.get(`${path}/site-spaces`)).body;
    const destination = { kind: 'site-page', siteSpaceId: items[0].id, pageId: 'deep' };
    for (const source of ['/elsewhere', '/last']) {
      await admin.post(`${path}/redirects`, { source, destination }, { expect: 201 });
    }
    expect(await leads('/elsewhere')).to.equal(`${root}/~/page/deep`);
    expect((await at('/last')).status).to.equal(200);
    const resolve = async (rest: string) =>
      (await admin.post('/v1/urls/published', { url: publicUrl + root + rest }, { expect: 200 })).body;
    expect(await resolve('/elsewhere')).to.deep.equal({
      target: 'content',
      redirect: `${publicUrl}${root}/~/page/deep`,
    });
    expect(await resolve('/last')).to.include({ pathname: '/last' });
  });

  describe('files', () => {
    const bytes = 'The bytes.';
    const file = { id: 'f1', name: 'a b.txt', contentType: 'text/plain', sha256: 'c'.repeat(64) };

    async function withFile(settings?: object) {
      const made = await published(settings);
      content.bytes.set(file.sha256, bytes);
      const { revision } = made.spaces[0]!;
      const nodes = [link('File', { kind: 'file', file: 'f1' }), link('Gone', { kind: 'file', file: 'f2' })];
      content.put(`${revision}f`, [{ id: 'home', nodes }], [file]);
      await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...made.spaces[0]!, revision: `${revision}f` }));
      return made;
    }

    it('are read under an address that may be kept for ever', async () => {
      const { at, root } = await withFile();
      const href = `${root}/~/files/f1/a%20b.txt?v=${'c'.repeat(16)}`;
      await eventually(async () => expect((await at('')).text).to.contain(`href="${href}"`));
      expect((await at('')).text).to.contain('<p>Gone</p>');
      const whole = await read(href);
      expect([whole.status, whole.text]).to.deep.equal([200, bytes]);
      expect(whole.headers.get('cache-control')).to.contain('immutable');
      expect(whole.headers.get('content-security-policy')).to.equal('sandbox');
      const range = await read(href, { range: 'bytes=0-1' });
      expect([range.status, range.text, range.headers.get('content-range')]).to.deep.equal([206, 'Th', 'bytes 0-1/10']);
      expect((await read(href, { 'if-none-match': whole.headers.get('etag')! })).status).to.equal(304);
      expect((await read(href.replace(/v=.*/, 'v=old'))).headers.get('cache-control')).to.equal('no-cache');
      expect((await at('/~/files/f2/x')).status).to.equal(404);
    });

    it('of a site that is shared by links are read with a key only, and kept by nobody else', async () => {
      const { at, share } = await withFile({ visibility: 'share-link' });
      expect((await at('/~/files/f1/a')).status).to.equal(404);
      const { urls } = await share();
      await eventually(async () => {
        const { status, headers } = await read(`${urls.published}/~/files/f1/a`);
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'private, no-cache']);
      });
    });
  });

  describe('search', () => {
    const hit = (space: string, page: string, anchor = '') => ({
      space,
      page,
      sections: [{ anchor, heading: anchor && 'The heading', excerpt: '<b>Found</b>' }],
    });

    it('looks through the spaces of the site and shows no hidden page', async () => {
      const { at, root, spaces } = await published({}, 'Other');
      const [guideId, other] = spaces.map(({ space }) => space) as [string, string];
      content.found = [
        hit(guideId, 'deep', 'an-anchor'),
        hit(guideId, 'hidden'),
        hit(guideId, 'none'),
        hit(other, 'start'),
      ];
      content.searched = [];
      const { text, headers } = await at('/~/search?format=json&q=found');
      expect(headers.get('content-type')).to.contain('application/json');
      expect(JSON.parse(text)).to.deep.equal({
        items: [
          {
            href: `${root}/more/deep#an-anchor`,
            title: 'Deep',
            place: 'Guide › More › The heading',
            excerpt: '<b>Found</b>',
          },
          { href: `${root}/other`, title: 'start', place: 'Other', excerpt: '<b>Found</b>' },
        ],
      });
      expect(content.searched).to.have.length(1);
      expect(content.searched[0]!.spaces).to.have.members([guideId, other]);
      expect(content.searched[0]!.query).to.equal('found');
    });

    it('shows results as a page, with nothing of them taken for markup', async () => {
      const { at, spaces } = await published();
      content.found = [hit(spaces[0]!.space, 'last')];
      const { text, headers } = await at(`/~/search?q=${encodeURIComponent('"><script>')}`);
      expect(text).to.contain('value="&quot;&gt;&lt;script&gt;"').and.contain('&lt;b&gt;Found');
      expect(headers.get('x-robots-tag')).to.equal('noindex');
      content.searched = [];
      expect((await at('/~/search')).status).to.equal(200);
      expect(JSON.parse((await at('/~/search?format=json&q=%20')).text)).to.deep.equal({ items: [] });
      expect(content.searched).to.deep.equal([]);
    });
  });

  it('lead from where their spaces were to where these are, whatever was done to sections and paths', async () => {
    const { at, root, admin, path, spaces, organizationId } = await published({}, 'Version 2');
    content.put(spaces[1]!.revision, [{ id: 'start' }, { id: 'deep2' }]);
    const becomes = (from: string, to: string) =>
      eventually(async () => expect((await at(from)).headers.get('location'), from).to.equal(root + to));
    const { space: spaceId, revision } = await makeSpace(organizationId, { title: 'Reference' });
    content.put(revision, [{ id: 'api' }]);
    expect((await at('/version-2/deep2')).status).to.equal(200);
    await admin.post(`${path}/sections`, { spaceId, title: 'Manual' }, { expect: 201 });
    await becomes('/version-2/deep2', '/manual/version-2/deep2');
    await becomes('/version-2', '/manual/version-2');
    await becomes('/version-2/deep2.md', '/manual/version-2/deep2.md');
    const { items } = (await admin.get(`${path}/site-spaces`)).body;
    const second = items.find(({ title }: { title: string }) => title === 'Version 2');
    await admin.patch(`${path}/site-spaces/${second.id}`, { path: 'v2' }, { expect: 200 });
    await becomes('/version-2/deep2', '/manual/v2/deep2');
    await becomes('/manual/version-2/deep2', '/manual/v2/deep2');
    await admin.patch(path, { defaultSiteSpace: second.id }, { expect: 200 });
    await becomes('/last', '/manual/guide/last');
    expect((await at('/manual/version-2/none')).status).to.equal(404);
    await admin.patch(`${path}/site-spaces/${second.id}`, { condition: 'visitor.claims.beta' }, { expect: 200 });
    await eventually(async () => expect((await at('/version-2/deep2')).status).to.equal(404));
    await admin.delete(`${path}/site-spaces/${second.id}`, { expect: 205 });
    expect((await at('/version-2/deep2')).status).to.equal(404);
  });

  it('list their pages for search engines and language models, and give them as Markdown', async () => {
    const { at, root, admin, path } = await published();
    const sitemap = (await at('/sitemap.xml')).text;
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address);
    expect(addresses).to.deep.equal(['', '/more/deep', '/last'].map((rest) => publicUrl + root + rest));
    expect((await at('/robots.txt')).text).to.contain(`Sitemap: ${publicUrl}${root}/sitemap.xml`);
    const llms = (await at('/llms.txt')).text;
    expect(llms).to.contain(`- [Deep](${publicUrl}${root}/more/deep.md): Far down`).and.not.contain('Hidden');
    const markdown = await at('/more/deep.md');
    expect(markdown.text).to.equal('# Deep\n\n');
    expect(markdown.headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
    expect(markdown.headers.get('link')).to.equal(`<${publicUrl}${root}/more/deep>; rel="canonical"`);
    expect((await at('/more.md')).status).to.equal(404);
    await admin.patch(path, { visibility: 'unlisted' }, { expect: 200 });
    await eventually(async () => expect((await at('/sitemap.xml')).status).to.equal(404));
    expect((await at('/robots.txt')).text).to.contain('Disallow');
    expect((await at('')).headers.get('x-robots-tag')).to.equal('noindex');
  });

  it('that are shared by links open to whoever has an active one, and to them alone', async () => {
    const { at, share, admin, path, root } = await published({ visibility: 'share-link' });
    const [one, other] = [await share(), await share()];
    const [key, otherKey] = [one.urls.published, other.urls.published];
    const { text, headers, status } = await read(key);
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.match(/^private/);
    expect(text)
      .to.contain(`href="${key.replace(publicUrl, '')}/more/deep"`)
      .and.not.contain(`href="${root}/more`);
    const tag = headers.get('etag')!;
    expect((await at('')).status).to.equal(404);
    expect((await read(`${key.slice(0, -1)}_`)).status).to.equal(404);
    const foreign = await published({ visibility: 'share-link' });
    expect((await read(foreign.root + key.slice(key.indexOf('/~/')))).status).to.equal(404);
    await admin.patch(`${path}/share-links/${one.id}`, { active: false }, { expect: 200 });
    for (const rest of ['', '/more/deep', '/~/search', '/llms.txt', '/last.md']) {
      expect((await read(key + rest, { 'if-none-match': tag })).status, rest).to.equal(404);
    }
    expect((await read(otherKey)).status).to.equal(200);
    await admin.delete(`${path}/share-links/${other.id}`, { expect: 205 });
    expect((await read(otherKey)).status).to.equal(404);
    await admin.patch(path, { visibility: 'public' }, { expect: 200 });
    await eventually(async () => {
      const { headers: to } = await read(`${key}/more/deep`);
      expect(to.get('location')).to.equal(`${root}/more/deep`);
    });
  });

  it('that ask their visitors let in whoever brings a token of the site, and remember it', async () => {
    const { at, admin, path, root, becomes } = await published();
    await admin.patch(path, { visibility: 'visitor-auth' }, { expect: 200 });
    await becomes(403);
    const { privateKey } = (await admin.get(`${path}/publishing/auth`, { expect: 200 })).body;
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = jwt({ exp }, privateKey);
    const shown = await at(`/more/deep?jwt_token=${token}`);
    expect([shown.status, shown.headers.get('location')]).to.deep.equal([307, `${root}/more/deep`]);
    const cookie = shown.headers.get('set-cookie')!;
    expect(cookie)
      .to.contain(`Path=${root};`)
      .and.contain('HttpOnly')
      .and.contain('Secure')
      .and.contain('SameSite=Lax');
    const pair = cookie.split(';')[0]!;
    const page = await at('/more/deep', { cookie: `a=b; ${pair}` });
    expect(page.status).to.equal(200);
    expect(page.headers.get('cache-control')).to.match(/^private/);
    expect(page.headers.get('vary')).to.equal('Cookie');
    for (const bad of [
      jwt({ exp: exp - 7200 }, privateKey),
      jwt({ exp }, 'another key'),
      jwt({}, privateKey),
      jwt({ exp }, privateKey, 'none'),
      `${token}x`,
      'nonsense',
    ]) {
      expect((await at(`?jwt_token=${bad}`)).status, bad).to.equal(403);
      expect((await at('', { cookie: `quire_visitor=${bad}` })).status, bad).to.equal(403);
    }
    await admin.post(`${path}/publishing/auth/regenerate`, {}, { expect: 200 });
    await eventually(async () => expect((await at('', { cookie: pair })).status).to.equal(403));
    await admin.patch(
      `${path}/publishing/auth`,
      { backend: 'custom', fallbackURL: 'https://login.example/in' },
      { expect: 200 },
    );
    await eventually(async () => expect((await at('')).headers.get('location')).to.equal('https://login.example/in'));
  });

  it('do not remember that content could not tell of a revision', async () => {
    const { spaces, at } = await published();
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...spaces[0]!, revision: 'not there yet' }));
    await eventually(async () => expect((await at('')).status).to.equal(404));
    content.put('not there yet', [{ id: 'home', markdown: 'There.' }]);
    expect((await at('')).text).to.contain('There.');
  });
});
