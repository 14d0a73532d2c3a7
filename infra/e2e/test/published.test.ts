import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { eventually } from '@quire/testing';
import { publisher, readAt, readUntil } from '../support/site.js';
import { mode, world } from '../support/world.js';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where pictures go that somebody wants to look at. */
const pictures = process.env.E2E_PICTURES;

describe(`published sites, ${mode}`, function () {
  this.timeout(60_000);
  const quire = world();

  it('documentation goes in, is published, read, searched, edited and taken back', async () => {
    const make = await publisher(quire.api);
    const space = await make.documentation('Quire');
    const site = await make.site('Handbook', [space]);
    const root = site.urls.published!;
    expect(root).to.match(new RegExp(`^${quire.url}/s/`));

    const home = await fetch(root);
    expect(home.status).to.equal(200);
    expect(home.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    const policy = home.headers.get('content-security-policy')!;
    expect(policy).to.contain("default-src 'none'").and.contain("script-src 'self'").and.not.contain('unsafe');
    const html = await home.text();
    expect(html).to.contain('<h1>').and.contain('What Quire is').and.contain('aria-label="Table of contents"');

    const tag = home.headers.get('etag')!;
    const held = await fetch(root, { headers: { 'If-None-Match': tag } });
    expect([held.status, await held.text()]).to.deep.equal([304, '']);
    const head = await fetch(root, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).to.deep.equal([200, tag, '']);

    const links = [...html.matchAll(/<a [^>]*?href="(\/s\/[^"#]+)/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
    expect(links.length).to.be.at.least(20);
    for (const href of new Set(links)) expect((await fetch(quire.url + href)).status, href).to.equal(200);

    const images = [...html.matchAll(/<img src="(\/s\/[^"]+)"/g)].map(([, source]) => quire.url + source!);
    expect(images).to.have.length.above(0);
    for (const image of images) {
      const { status, headers } = await fetch(image);
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=31536000, immutable']);
      expect(headers.get('content-type')).to.match(/^image\//);
      expect(headers.get('content-security-policy')).to.contain('sandbox');
    }

    const { items } = await (await fetch(`${root}/~/search?format=json&q=merge+conflicts`)).json();
    const found = items.find(({ title }: { title: string }) => title === 'Merge and conflicts');
    expect((await fetch(quire.url + found.href)).status).to.equal(200);

    const sitemap = await (await fetch(`${root}/sitemap.xml`)).text();
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
    expect(addresses).to.include(root).and.have.length.above(20);
    const llms = await (await fetch(`${root}/llms.txt`)).text();
    const [, markdown] = /\[All in one\]\(([^)]+\.md)\)/.exec(llms)!;
    expect(await (await fetch(markdown!)).text()).to.match(/^# All in one\n/m);

    const parent = (await make.pages(space))
      .flatMap((page) => ('pages' in page ? page.pages : []))
      .find((page) => page.type === 'document' && page.pages.length > 0)!;
    const [child] = parent.type === 'document' ? parent.pages : [];
    const pathOf = (page: object) => `${root}/${(page as { path: string }).path}`;
    await make.write(space, { operation: 'update_page', page: parent.id, slug: 'renamed' });
    for (const page of [parent, child!]) {
      const answer = await readUntil(pathOf(page), '/renamed');
      expect(answer).to.contain(`<h1>${page.title}`);
    }

    const [first] = await make.pages(space);
    const { body: request } = await quire.api.post(`/v1/spaces/${space.id}/change-requests`, {}, { expect: 201 });
    const changeRequest = `/v1/spaces/${space.id}/change-requests/${request.id}`;
    const changes = [{ operation: 'update_page', page: first!.id, document: { markdown: 'A xylotheque is of wood.' } }];
    await quire.api.post(`${changeRequest}/content`, { changes }, { expect: 200 });
    expect(await (await fetch(root)).text()).not.to.contain('xylotheque');
    await quire.api.post(`${changeRequest}/merge`, {}, { expect: 200 });
    await readUntil(root, 'A xylotheque is of wood.');

    await quire.api.post(`${site.path}/unpublish`, {}, { expect: 200 });
    await readUntilGone(root);
  });

  it('a site with a host name of its own is read there, and nothing else is', async () => {
    const make = await publisher(quire.api);
    const space = await make.written('Named', { Home: 'At home. [On](/more)\n', More: 'More of it.\n' });
    const site = await make.site('Own', [space]);
    const below = site.urls.published!;
    await readUntil(below, 'At home.');
    const hostname = `docs-${make.organization}.example`.toLowerCase();
    const { body } = await quire.api.patch(site.path, { hostname }, { expect: 200 });
    const home = `http://${hostname}:${new URL(quire.url).port}`;
    expect(body.urls.published).to.equal(home);
    const page = await eventually(async () => {
      const answer = await readAt(quire.url, hostname, '/');
      expect(answer.status).to.equal(200);
      return answer.body;
    });
    expect(page).to.contain('At home.').and.contain(`<link rel="canonical" href="${home}/">`).and.not.contain('"/s/');
    const links = [...page.matchAll(/(?:href|src)="(\/[^"#]*)"/g)].map(([, href]) => href!);
    expect(links).to.have.length.above(5);
    for (const href of new Set(links)) expect((await readAt(quire.url, hostname, href)).status, href).to.equal(200);
    for (const path of ['/v1/user', '/v1/openapi.json', '/app/tokens', '/readyz', '/i/x', new URL(below).pathname]) {
      const answer = await readAt(quire.url, hostname, path, { authorization: `Bearer ${quire.token}` });
      expect([answer.status, answer.headers['content-type']], path).to.deep.equal([404, 'text/html; charset=utf-8']);
    }
    const moved = await fetch(`${below}/more`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).to.deep.equal([308, `${home}/more`]);
    expect((await readAt(quire.url, 'elsewhere.example', '/v1/user')).status).to.equal(401);
    await quire.api.delete(site.path);
    await eventually(async () => expect((await readAt(quire.url, hostname, '/v1/user')).status).to.equal(401));
  });

  it('a share link opens the site to whoever has it, until it is switched off', async () => {
    const make = await publisher(quire.api);
    const space = await make.written('Secrets', { Home: 'Not for everybody. [On](/more)\n', More: 'More of it.\n' });
    const site = await make.site('Vault', [space], { visibility: 'share-link' });
    const { body: link } = await quire.api.post(`${site.path}/share-links`, { name: 'Friends' }, { expect: 201 });
    const { published } = link.urls;

    const page = await fetch(published);
    expect(page.status).to.equal(200);
    expect(page.headers.get('x-robots-tag')).to.equal('noindex');
    expect(page.headers.get('cache-control')).to.contain('private');
    const [, href] = /<a href="([^"]+)"[^>]*>On</.exec(await page.text())!;
    const more = quire.url + href!;
    expect(more.startsWith(`${published}/`)).to.equal(true);
    expect(await (await fetch(more)).text()).to.contain('More of it.');
    expect((await fetch(published.slice(0, published.indexOf('/~/')))).status).to.equal(404);
    expect((await fetch(`${published}x`)).status).to.equal(404);

    await quire.api.patch(`${site.path}/share-links/${link.id}`, { active: false }, { expect: 200 });
    for (const url of [published, more]) expect((await fetch(url)).status).to.equal(404);
    await quire.api.patch(`${site.path}/share-links/${link.id}`, { active: true }, { expect: 200 });
    expect((await fetch(more)).status).to.equal(200);
  });

  describe('in a browser', () => {
    let browser: Browser | undefined;

    before('starts Chromium', async function () {
      if (!existsSync(executablePath)) return this.skip();
      const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
      browser = await chromium.launch({ executablePath, args });
    });
    after(() => browser?.close());

    /** A page that notes what must not happen: dialogs, errors, refused scripts. */
    async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; mishaps: string[] }> {
      const page = await (await browser!.newContext(options)).newPage();
      const mishaps: string[] = [];
      page.on('dialog', (dialog) => {
        mishaps.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('pageerror', (error) => mishaps.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') mishaps.push(message.text());
      });
      return { page, mishaps };
    }

    /** Content security keeps a script from being added to the page, so axe comes in by way of the debugger. */
    async function violations(page: Page): Promise<string[]> {
      await page.evaluate(axe);
      const found = await page.evaluate('axe.run().then(({ violations }) => violations)');
      return (found as { id: string; impact: string; nodes: { html: string }[] }[]).flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html}`),
      );
    }

    async function photograph(page: Page, name: string): Promise<void> {
      if (!pictures) return;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    }

    it('a reader finds pages by the table of contents and by searching, and switches spaces', async () => {
      const make = await publisher(quire.api);
      const [space, other] = [await make.documentation('Quire'), await make.written('Version 2', { Two: 'Second.\n' })];
      await make.write(space, {
        operation: 'insert_page',
        title: 'Everything',
        document: { markdown: everything },
      });
      const site = await make.site('Quire documentation', [space, other]);
      const root = site.urls.published!;
      const { page, mishaps } = await open({ viewport: { width: 1280, height: 900 } });

      await page.goto(root);
      expect(await page.locator('h1').textContent()).to.contain('What Quire is');
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'home');

      await page.getByRole('navigation', { name: 'Table of contents' }).getByText('Merge and conflicts').click();
      await page.waitForURL(/merge/);
      expect(await page.locator('h1').count()).to.equal(1);
      expect(await page.locator('[aria-current=page]').textContent()).to.equal('Merge and conflicts');
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'page');

      await page.keyboard.press('/');
      await page.keyboard.type('share link');
      const results = page.locator('.results a');
      await results.first().waitFor();
      expect(await page.locator('form.search [role=status]').textContent()).to.match(/^\d+ results?$/);
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'search-live');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.includes('merge'));
      expect(await page.locator('article').textContent()).to.match(/share link/i);

      await page.goto(`${root}/~/search?q=permissions`);
      expect(await page.locator('.found li').count()).to.be.above(1);
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'search');

      await page.locator('.variants summary').click();
      await page.locator('.variants').getByText('Version 2').click();
      await page.getByText('Second.').waitFor();

      await page.goto(`${root}/everything`);
      await page.getByRole('tab', { name: 'Two' }).click();
      expect(await page.getByText('The second tab.').isVisible()).to.equal(true);
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'everything');

      expect(mishaps).to.deep.equal([]);
      const missing = await page.goto(`${root}/no/such/page`);
      expect(missing!.status()).to.equal(404);
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'missing');

      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(`${root}/everything`);
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'dark');
      await page.goto(root);
      await photograph(page, 'dark-home');
    });

    it('a site looks as was chosen, also to who hears it, and readers choose light or dark', async () => {
      const make = await publisher(quire.api);
      const space = await make.written('Guide', { Everything: everything, Other: 'The other page.\n' });
      const site = await make.site('Guide', [space]);
      const { body: defaults } = await quire.api.get(`${site.path}/customization`, { expect: 200 });
      const to = { kind: 'url', url: 'https://example.com/' };
      const footer = { copyright: 'Somebody', groups: [{ title: 'More', links: [{ title: 'Company', to }] }] };
      const yellow = { light: '#ffdd00', dark: '#ffdd00' };
      const header = { preset: 'bold', links: [{ title: 'Shop', to, style: 'button-primary', links: [] }] };
      const announcement = { enabled: true, message: 'Version 2 is out', style: 'info' };
      const styling = { ...defaults.styling, primaryColor: yellow, theme: 'muted' };
      const settings = { ...defaults, styling, header, footer, announcement };
      await quire.api.put(`${site.path}/customization`, settings, { expect: 200 });
      const root = site.urls.published!;
      await readUntil(root, 'Version 2 is out');
      const { page, mishaps } = await open({ viewport: { width: 1280, height: 900 } });
      await page.goto(root);
      const paper = () => page.locator('.top').evaluate((bar) => getComputedStyle(bar).backgroundColor);
      expect(await paper()).to.equal('rgb(255, 221, 0)');
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'customized');

      const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
      await page.getByRole('button', { name: 'Dark theme' }).click();
      expect(await scheme()).to.equal('dark');
      expect(await violations(page)).to.deep.equal([]);
      await page.goto(`${root}/other`);
      expect(await scheme(), 'it is remembered').to.equal('dark');
      await page.getByRole('button', { name: 'Dark theme', pressed: true }).click();
      expect(await scheme()).to.equal('light');
      expect(mishaps).to.deep.equal([]);
    });

    it('is read with nothing but a keyboard, and printed', async () => {
      const make = await publisher(quire.api);
      const space = await make.written('Guide', { Everything: everything, Other: 'The other page.\n' });
      const root = (await make.site('Guide', [space])).urls.published!;
      const { page, mishaps } = await open({ viewport: { width: 1280, height: 900 } });
      await page.goto(root);
      const focused = (value: string) => page.evaluate(`document.activeElement.${value}`);
      await page.keyboard.press('Tab');
      expect(await focused('className')).to.equal('skip');
      await page.keyboard.press('Enter');
      expect(await focused('id')).to.equal('~content');
      await page.getByRole('tab', { name: 'One' }).focus();
      await page.keyboard.press('End');
      expect(await page.getByText('The second tab.').isVisible()).to.equal(true);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('other');
      await page.locator('.results a').first().waitFor();
      await page.keyboard.press('Escape');
      expect(await page.locator('.results').isVisible()).to.equal(false);

      await page.emulateMedia({ media: 'print' });
      for (const gone of ['.top', '.contents', '.outline', '.neighbours', '.tablist', '.foot']) {
        for (const each of await page.locator(gone).all()) expect(await each.isVisible(), gone).to.equal(false);
      }
      for (const text of ['The first tab.', 'The second tab.']) {
        expect(await page.getByText(text).isVisible(), text).to.equal(true);
      }
      const link = page.locator('article p a').first();
      const printed = await link.evaluate((each) => getComputedStyle(each, '::after').content);
      expect(printed).to.contain('https://example.com');
      expect(mishaps).to.deep.equal([]);
    });

    it('reads well on a phone and without its script', async () => {
      const make = await publisher(quire.api);
      const space = await make.written('Guide', { Everything: everything, Other: 'The other page.\n' });
      const root = (await make.site('Guide', [space])).urls.published!;
      const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };
      const { page, mishaps } = await open(phone);
      await page.goto(root);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width, 'nothing sticks out').to.equal(390);
      expect(await violations(page)).to.deep.equal([]);
      await photograph(page, 'phone');
      await page.locator('.menu-button').click();
      await photograph(page, 'phone-menu');
      await page.getByRole('navigation', { name: 'Table of contents' }).getByText('Other').click();
      await page.getByText('The other page.').waitFor();
      expect(mishaps).to.deep.equal([]);

      const { page: plain } = await open({ javaScriptEnabled: false });
      await plain.goto(root);
      expect(await plain.getByText('The second tab.').isVisible()).to.equal(true);
      await plain.locator('form.search input').fill('other');
      await plain.locator('form.search input').press('Enter');
      await plain.locator('.found a').first().click();
      await plain.getByText('The other page.').waitFor();
    });

    it('nothing that authors write can run', async () => {
      const make = await publisher(quire.api);
      const title = '<img src=x onerror=alert(1)>';
      const space = await make.space(`Space ${title}`);
      await make.write(space, {
        operation: 'insert_page',
        title,
        description: `"><script>alert(1)</script>`,
        document: { markdown: attacks.join('\n\n') },
      });
      await make.write(space, {
        operation: 'insert_page',
        title: `</title>${title}`,
        document: { markdown: attacks[0] },
      });
      const site = await make.site(`Site ${title}`, []);
      const { path } = site;
      for (const each of [space, await make.written(`Variant ${title}`, { [title]: attacks[1]! })]) {
        await quire.api.post(`${path}/sections`, { spaceId: each.id, title: `Section ${title}` }, { expect: 201 });
      }
      await quire.api.post(`${path}/share-links`, { name: title }, { expect: 201 });
      const { body: defaults } = await quire.api.get(`${path}/customization`, { expect: 200 });
      const to = { kind: 'url', url: 'javascript:alert(1)' };
      const links = [
        { title, to, links: [] },
        { title, to: null, style: 'button-primary', links: [{ title, to: { kind: 'url', url: 'https://ok.test' } }] },
      ];
      const image = { light: `https://x.test/"onerror="alert(1)`, dark: `https://x.test/'><script>alert(1)</script>` };
      const settings = {
        ...defaults,
        title: `Named ${title}`,
        header: { ...defaults.header, logo: image, links },
        favicon: { icon: image },
        footer: {
          logo: image,
          copyright: title,
          groups: [{ title, links: [{ title, to: { ...to, url: 'https://ok.test' } }] }],
        },
        announcement: { enabled: true, message: title, style: 'info', link: { title, to } },
        privacyPolicy: { url: image.light },
        socialPreview: { url: image.dark },
      };
      await quire.api.put(`${path}/customization`, settings, { expect: 200 });
      for (const bad of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>']) {
        const logo = { light: bad, dark: bad };
        const refused = { ...settings, header: { ...settings.header, logo } };
        await quire.api.put(`${path}/customization`, refused, { expect: 400 });
      }
      const root = (await quire.api.get(path, { expect: 200 })).body.urls.published as string;
      await readUntil(root, 'Named &lt;img');
      const { page, mishaps } = await open();
      const addresses = [
        root,
        `${root}/~/search?q=${encodeURIComponent(`"><script>alert(1)</script>${title}`)}`,
        `${root}/${encodeURIComponent(title)}`,
      ];
      for (const address of addresses) {
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        for (const link of await page.locator('a').all()) {
          const protocol = await link.evaluate((each: HTMLAnchorElement) => each.protocol);
          expect(protocol, await link.innerHTML()).to.match(/^(?:https?|mailto)?:$/);
        }
        const foreign = await page
          .locator('script, iframe, object, embed, base, form')
          .evaluateAll((elements) =>
            elements
              .map((each) => each.outerHTML)
              .filter((html) => !/^<script (?:defer="" )?src="\/s\/~\/|^<form class="search/.test(html)),
          );
        expect(foreign).to.deep.equal([]);
      }
      await page.goto(root);
      await page.locator('input[name=q]').fill('img');
      await page.locator('.results').locator('a, p').first().waitFor();
      // Pictures that do not exist, and the page that is not there, are told of as errors: nothing ran.
      expect(mishaps.filter((text) => !/Failed to load resource/.test(text))).to.deep.equal([]);
    });
  });
});

async function readUntilGone(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await fetch(url)).status === 404) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} is still there`);
}

const everything = `# Everything

A paragraph with **bold**, *italic*, \`code\`, a [link](https://example.com) and inline math $$a^2$$.

## Code

\`\`\`ts
const greeting: string = "hello"; // a comment
\`\`\`

{% hint style="warning" %}
Mind the gap.
{% endhint %}

{% tabs %}
{% tab title="One" %}
The first tab.
{% endtab %}
{% tab title="Two" %}
The second tab.
{% endtab %}
{% endtabs %}

## Tables and lists

| Name | Value |
| ---- | ----- |
| One  | A long value that has to wrap somewhere on a narrow screen, or scroll |

* [x] Done
* [ ] To do

1. First
2. Second

{% stepper %}
{% step %}
### Install
Run it.
{% endstep %}
{% step %}
### Use
Read on.
{% endstep %}
{% endstepper %}

<details>
<summary>More</summary>

Hidden at first.

</details>

$$
\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}
$$
`;

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](data:text/html,<script>alert(1)</script>)',
  '<a href="java&#10;script:alert(1)">x</a> <a href="&#106;avascript:alert(1)">x</a>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<form action="javascript:alert(1)"><input type=submit></form><base href="https://evil.test/">',
  '<style>*{display:none}</style><link rel=stylesheet href="https://evil.test/x.css"><meta http-equiv=refresh content="0;url=https://evil.test">',
  '</article></main><script>alert(1)</script>',
  '{% hint style="x\\" onclick=alert(1)" %}\n<details ontoggle=alert(1) open><summary>s</summary></details>\n{% endhint %}',
  '{% embed url="javascript:alert(1)" %}',
  '![x](x"onerror="alert(1))',
  '```html" onload="alert(1)\n<script>alert(1)</script>\n```',
  '$$\\href{javascript:alert(1)}{x}$$',
  '<details><summary><img src=x onerror=alert(1)></summary><script>alert(1)</script></details>',
  '<table data-view="cards"><thead><tr><th></th><th data-card-target></th></tr></thead><tbody><tr><td><b onmouseover=alert(1)>x</b></td><td><a href="javascript:alert(1)">x</a></td></tr></tbody></table>',
];
