import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createOutbound, Failure } from '@quire/runtime';
import { expect } from 'chai';
import { type Fetch, FetchFailed } from '../../src/import/convert/converter.js';
import type { ImportPlan } from '../../src/import/import-plan.js';
import { planImport } from '../../src/import/plan.js';
import { type CrawlLimits, crawlLimits } from '../../src/import/website/limits.js';
import { websiteWithin } from '../../src/import/website/website.js';
import { dot, textOf } from './plan-of-source.js';
import { outlineOf, rejection } from './zips.js';

type Answer = string | Buffer | { status?: number; type?: string; to?: string; body?: string | Buffer; slow?: boolean };

describe('import from a website', () => {
  const outbound = createOutbound({ allow: ['127.0.0.1/32'] });
  let server: Server;
  let base: string;
  let pages: Record<string, Answer | ((path: string) => Answer)>;
  let asked: string[];
  let atOnce: { now: number; most: number };

  before('serves a website', async () => {
    server = createServer((request, response) => void serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
    atOnce = { now: 0, most: 0 };
  });
  after('stops serving', async () => {
    await outbound.close();
    server.closeAllConnections();
    server.close();
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    asked.push(path);
    atOnce.most = Math.max(atOnce.most, ++atOnce.now);
    response.on('close', () => (atOnce.now -= 1));
    await pause(2);
    const found = pages[path] ?? pages['*'] ?? { status: 404 };
    const answer = typeof found === 'function' ? found(path) : found;
    const full = typeof answer === 'string' || Buffer.isBuffer(answer) ? { body: answer } : answer;
    const { status = full.to === undefined ? 200 : 302, type = 'text/html; charset=utf-8', to, body = '', slow } = full;
    if (slow) return;
    response.writeHead(status, { 'content-type': type, ...(to === undefined ? {} : { location: to }) }).end(body);
  }

  const fetch: Fetch = async (url, limits) => {
    try {
      return await outbound.fetchBytes(url, limits);
    } catch (error) {
      if (error instanceof Failure) throw new FetchFailed(error.details![0]!.message);
      throw error;
    }
  };

  async function read(path = '/', limits: Partial<CrawlLimits> = {}): Promise<ImportPlan> {
    const folder = await mkdtemp(join(tmpdir(), 'quire-import-'));
    try {
      const url = path.startsWith('http') ? path : base + path;
      const given = {
        path: '',
        name: '',
        contentType: '',
        url,
        folder,
        fetch,
        open: () => Promise.reject(new Error()),
      };
      const { entries, ...rest } = await websiteWithin({ ...crawlLimits, ...limits })(given);
      return await planImport(entries, rest);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  const page = (title: string, body = '', menu = '') =>
    `<!doctype html><html><head><title>${title} | Acme</title></head><body><header><a href="/">Acme</a></header><nav><ul>${menu}</ul></nav><main><h1>${title}</h1>${body}</main><footer>Imprint</footer><script>alert(1)</script></body></html>`;
  const link = (href: string) => `<a href="${href}">${href}</a>`;

  it('takes the pages as a tree by their addresses: content without menus, pictures, files, links between pages', async () => {
    const menu = `<li>${link('/docs/')}</li><li>${link('/docs/guides/first.html')}</li><li>${link('/docs/guides/second')}</li><li>${link('/docs/api')}</li>`;
    pages = {
      '/docs/': page('Docs', '<p>Welcome.</p>', menu),
      '/docs/guides/first.html': page(
        'First',
        '<nav>Breadcrumbs</nav><h2 id="part-two">Part</h2><p><a href="second#x">second</a> <a href="../api/">api</a> <a href="#part-two">here</a> <a href="https://example.com/">out</a> <a href="/blog">blog</a> <a href="/files/a.pdf">pdf</a></p><img src="/img/dot.png?v=2" alt="dot"><img src="https://cdn.example.com/x.png">',
        menu,
      ),
      '/docs/guides/second': page('Second', '<p id="x">Two.</p>', menu),
      '/docs/api': page('API', '', menu),
      '/img/dot.png': { type: 'image/png', body: dot },
      '/files/a.pdf': { type: 'application/pdf', body: '%PDF-1.4' },
    };
    const plan = await read('/docs/');
    expect(outlineOf(plan.pages)).to.deep.equal([
      'Docs (index)',
      '# Guides (guides)',
      '  First (first)',
      '  Second (second)',
      'API (api)',
    ]);
    expect(textOf(plan, 'index.md')).to.equal('# Docs\n\nWelcome.\n');
    expect(textOf(plan, 'guides/first.md')).to.equal(
      `# First\n\n## Part <a href="#part-two" id="part-two"></a>\n\n[second](second.md#x) [api](../api.md) [here](#part-two) [out](https://example.com/) [blog](${base}/blog) [pdf](../files/files/a.pdf)\n\n![dot](../files/img/dot.png)![](https://cdn.example.com/x.png)\n`,
    );
    expect(plan.files.map(({ contentType }) => contentType)).to.have.members(['image/png', 'application/pdf']);
    expect([plan.importedResources, plan.totalResources]).to.deep.equal([6, 6]);
    expect(plan.warnings).to.deep.equal([]);
    expect(asked.filter((path) => path === '/blog')).to.deep.equal([]);
    expect(new Set(asked).size).to.equal(asked.length);
  });

  it('keeps to robots.txt, and says what it left out', async () => {
    pages = {
      '/robots.txt': {
        type: 'text/plain',
        body: 'User-agent: *\nDisallow: /\n\nUser-agent: quire\nDisallow: /private\nAllow: /private/open\n',
      },
      '/': page('Home', ['/private/a', '/private/open', '/b', '/c'].map(link).join(' ')),
      '/private/open': page('Open'),
      '/private/a': page('A'),
      '/b': page('B'),
      '/c': { to: '/private/c' },
      '/private/c': page('C'),
    };
    const plan = await read();
    expect(outlineOf(plan.pages)).to.deep.equal(['Home (index)', '# Private (private)', '  Open (open)', 'B (b)']);
    expect(asked).not.to.include('/private/a');
    expect(plan.warnings.map(({ message }) => message.replaceAll(base, ''))).to.deep.equal([
      'robots.txt does not let programs read some pages (/private/a, /private/c): 2 left out.',
    ]);
    expect([plan.importedResources, plan.totalResources]).to.deep.equal([3, 5]);
  });

  it('asks for one page after another when robots.txt wants pauses, otherwise for some at once', async () => {
    const others = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`/p${index}`, page(`P${index}`)]));
    pages = { '/': page('Home', Object.keys(others).map(link).join(' ')), ...others };
    expect((await read()).importedResources).to.equal(13);
    expect(atOnce.most).to.be.within(2, crawlLimits.atOnce);
    atOnce = { now: 0, most: 0 };
    pages['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 0.01\n' };
    expect((await read()).importedResources).to.equal(13);
    expect(atOnce.most).to.equal(1);
  });

  it('does not wait longer than is reasonable', async () => {
    pages = {
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 86400\n' },
      '/': page('Home', link('/a')),
      '/a': page('A'),
    };
    expect((await read('/', { delayMs: 5 })).importedResources).to.equal(2);
  });

  it('finds pages that nothing leads to in sitemaps', async () => {
    pages = {
      '/robots.txt': { body: 'Sitemap: /index.xml\n' },
      '/index.xml': {
        type: 'application/xml',
        body: `<?xml version="1.0"?><sitemapindex><sitemap><loc>${base}/pages.xml</loc></sitemap><sitemap><loc>https://example.com/x.xml</loc></sitemap><sitemap><loc>${base}/index.xml</loc></sitemap></sitemapindex>`,
      },
      '/pages.xml': {
        type: 'application/xml',
        body: `<urlset><url><loc>${base}/a?x=1&amp;y=2</loc></url><url><loc>https://example.com/b</loc></url><url><loc>${base}/gone</loc></url></urlset>`,
      },
      '/': page('Home'),
      '/a': page('A'),
    };
    const plan = await read();
    expect(outlineOf(plan.pages)).to.deep.equal(['Home (index)', 'A (a)']);
    expect(plan.warnings).to.deep.equal([{ path: `${base}/gone`, message: 'answered 404, and was left out.' }]);
    expect([plan.importedResources, plan.totalResources]).to.deep.equal([2, 3]);
  });

  it('goes on when a page is broken, slow, huge, or no page, and counts it', async () => {
    pages = {
      '/': page(
        'Home',
        ['/gone', '/broken', '/slow', '/huge', '/deep', '/data', '/loop', '/away', '/good'].map(link).join(' '),
      ),
      '/broken': { status: 500 },
      '/slow': { slow: true },
      '/huge': page('Huge', 'x'.repeat(200_000)),
      '/deep': page('Deep', '<div>'.repeat(10_000)),
      '/data': { type: 'application/json', body: '{}' },
      '/loop': { to: '/loop' },
      '/away': { to: 'http://10.0.0.1/' },
      '/good': page('Good'),
    };
    const plan = await read('/', { pageMs: 200, pageBytes: 150_000 });
    expect(outlineOf(plan.pages)).to.deep.equal(['Home (index)', 'Good (good)']);
    expect(plan.warnings.map(({ path, message }) => [path.replace(base, ''), message])).to.have.deep.members([
      ['/gone', 'answered 404, and was left out.'],
      ['/broken', 'answered 500, and was left out.'],
      ['/slow', 'did not answer within 0.2 s, and was left out.'],
      ['/huge', 'is larger than 150000 bytes, and was left out.'],
      ['/deep', 'nests elements more than 200 deep, and was left out.'],
      ['/loop', 'redirects more than 5 times, and was left out.'],
      [
        '/away',
        'redirects to an address that is a private address; an administrator can allow it with QUIRE_OUTBOUND_ALLOW, and was left out.',
      ],
    ]);
    // `/data` is no page: a link to it leads to a file.
    expect([plan.importedResources, plan.totalResources]).to.deep.equal([3, 10]);
  });

  it('comes out of a calendar that never ends', async () => {
    const month = (path: string): Answer => {
      const number = Number(path.replace('/calendar/', '')) || 0;
      return page(
        `Month ${number}`,
        `${link(`/calendar/${number + 1}`)} ${link(`/calendar/${number - 1}?day=3`)} ${link(`?view=${number}`)}`,
      );
    };
    pages = {
      '/': page('Home', link('/calendar/1')),
      '*': month,
      '/robots.txt': { status: 404 },
      '/sitemap.xml': { status: 404 },
    };
    const deep = await read('/', { depth: 6 });
    expect(deep.importedResources).to.equal(12);
    expect(deep.warnings.map(({ message }) => message)).to.deep.equal([
      'More than 6 links away from the first page: 2 left out.',
    ]);
    expect(deep.totalResources).to.equal(14);
    const many = await read('/', { pages: 8, depth: 1_000 });
    expect(many.importedResources).to.equal(8);
    expect(many.warnings[0]!.message).to.match(/^There are more than 8 pages: \d+ left out\.$/);
  });

  it('ends at its limits of time and size with what it has', async () => {
    pages = {
      '/': page('Home', link('/1')),
      '*': (path) => page(path, link(`${path}x`)),
      '/robots.txt': { status: 404 },
      '/sitemap.xml': { status: 404 },
    };
    const late = await read('/', { totalMs: 150, depth: 100_000 });
    expect(late.importedResources).to.be.greaterThan(0);
    expect(late.warnings[0]!.message).to.match(/^The website was not read to its end in 0.15 s: \d+ left out\.$/);
    const large = await read('/', { bytes: 2_000, depth: 100_000 });
    expect(large.warnings[0]!.message).to.match(/^The website is larger than .* MiB: 1 left out\.$/);
    expect(large.totalResources).to.equal(large.importedResources + 1);
  });

  it('takes one page for addresses that differ by slash, query, ending or redirect', async () => {
    pages = {
      '/docs/': page(
        'Home',
        ['/docs/a', '/docs/a/', '/docs/a?x=1', '/docs/a#y', '/docs/a.html', '/docs/old', '/docs/index.html']
          .map(link)
          .join(' '),
      ),
      '/docs/a': page('A'),
      '/docs/old': { to: '/docs/a' },
    };
    const plan = await read('/docs/');
    expect(outlineOf(plan.pages)).to.deep.equal(['Home (index)', 'A (a)']);
    expect(textOf(plan, 'index.md').match(/\]\(a\.md(?:#y)?\)/g)).to.have.length(6);
    expect(plan.totalResources).to.equal(2);
  });

  it('takes the names of pages from their headings, else from their titles', async () => {
    pages = {
      '/': '<title>Home page | Acme</title><body><p>No heading.</p><a href="/deep/a%20b">x</a>',
      '/deep/a%20b': '<p>Nothing.</p>',
    };
    const plan = await read();
    expect(outlineOf(plan.pages)).to.deep.equal(['Home page (index)', '# Deep (deep)', '  A b (a-b)']);
  });

  describe('a first page that cannot be read is refused, with the reason', () => {
    const refusals: Record<string, { pages?: Record<string, Answer>; url?: string; says: RegExp }> = {
      'that is not there': { says: /answered 404; it must answer 200/ },
      'that is broken': { pages: { '/': { status: 503 } }, says: /answered 503/ },
      'that is no page': { pages: { '/': { type: 'image/png', body: dot } }, says: /is no HTML page but image\/png/ },
      'that robots.txt keeps for itself': {
        pages: { '/robots.txt': { body: 'User-agent: *\nDisallow: /' }, '/': page('Home') },
        says: /robots\.txt does not let programs read/,
      },
      'whose robots.txt is broken': {
        pages: { '/robots.txt': { status: 500 }, '/': page('Home') },
        says: /Its robots\.txt answered 500/,
      },
      'at a private address': { url: 'http://10.0.0.1/', says: /private address/ },
      'of a host that does not exist': { url: 'http://nowhere.invalid/', says: /host name/ },
      'where nobody answers': { url: 'http://127.0.0.1:2/', says: /refuses connections/ },
      'that cannot be parsed': { pages: { '/': '<div>'.repeat(10_000) }, says: /nests elements more than 200 deep/ },
    };
    for (const [what, { pages: served = {}, url, says }] of Object.entries(refusals)) {
      it(`one ${what}`, async () => {
        pages = served;
        const error = await rejection(read(url));
        expect(error.message).to.match(says);
        expect(error.status).to.equal(400);
      });
    }
  });
});
