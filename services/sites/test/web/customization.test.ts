import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { heading, paragraph } from '../fake-content.js';
import { publishedSites } from '../published-sites.js';
import { sitesService, spaceTold } from '../sites-service.js';

describe('the look of published sites', () => {
  const sites = sitesService();
  const { read, published: publish } = publishedSites(sites);
  const { pages: content } = sites.neighbours;

  async function published() {
    const made = await publish();
    const { admin, path, root } = made;
    const { body: defaults } = await admin.get(`${path}/customization`, { expect: 200 });
    const customize = async (changes: object, shown: string) => {
      await admin.put(`${path}/customization`, { ...defaults, ...changes }, { expect: 200 });
      return eventually(async () => {
        const { text } = await read(root);
        expect(text).to.contain(shown);
        return text;
      });
    };
    return { ...made, defaults, customize };
  }

  it('is that of the style sheet until somebody says otherwise', async () => {
    const { root, customize } = await published();
    const { text } = await read(root);
    expect(text).to.contain('theme-clean').and.contain('Published with Quire').and.not.contain('style.css?v=');
    expect((await read(`${root}/~/style.css`)).status).to.equal(404);
    const same = await customize({ title: 'As before' }, 'As before');
    const { text: css } = await read(/href="([^"]+style\.css\?v=[^"]+)"/.exec(same)![1]!);
    for (const value of ['--accent: light-dark(#2456d6, #8fb0ff)', '"Inter", system-ui']) expect(css).to.contain(value);
  });

  it('has colors, fonts and shapes, in a style sheet that is kept for ever and readable whatever was chosen', async () => {
    const { defaults, customize, root } = await published();
    const yellow = { light: '#ffee00', dark: '#ffee00' };
    const styling = {
      ...defaults.styling,
      primaryColor: yellow,
      font: 'Merriweather',
      corners: 'straight',
      theme: 'muted',
    };
    const header = { ...defaults.header, preset: 'bold' };
    const text = await customize({ styling, header, themes: { default: 'dark', toggeable: false } }, 'theme-muted');
    expect(text)
      .to.contain('corners-straight')
      .and.match(/<html [^>]*class="[^"]* dark"/);
    expect(text).not.to.contain('class="theme"').and.not.contain('theme.js');
    const [, href] = /href="([^"]+style\.css\?v=[^"]+)"/.exec(text)!;
    const { text: css, headers } = await read(href!);
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).to.equal('text/css; charset=utf-8');
    expect(css)
      .to.contain('"Merriweather", Georgia')
      .and.match(/\.top \{\n {2}--paper: light-dark\(#ffee00, #ffee00\)/);
    expect(css).not.to.contain('--accent: light-dark(#ffee00');
    expect((await read(`${root}/~/style.css?v=old`)).headers.get('cache-control')).to.contain('must-revalidate');
  });

  it('has logos, links, an announcement and a footer, and leaves out what leads nowhere', async () => {
    const { customize, defaults, spaces } = await published();
    const images = { light: 'https://example.com/light.png', dark: 'https://example.com/dark.png' };
    const to = (url: string) => ({ kind: 'url', url });
    const page = { kind: 'page', page: 'deep' };
    const links = [
      { title: 'Shop', to: to('https://example.com/shop'), style: 'button-primary', links: [] },
      { title: 'Menu', to: null, links: [{ title: 'More', to: page }] },
      { title: 'Else', to: { ...page, space: spaces[0]!.space }, links: [] },
      { title: 'Evil', to: to('javascript:alert(1)'), links: [] },
      { title: 'Gone', to: { kind: 'page', page: 'gone' }, links: [] },
      { title: 'Secret', to: to('https://example.com/secret'), links: [], condition: 'false' },
    ];
    const text = await customize(
      {
        header: { ...defaults.header, logo: images, links },
        favicon: { emoji: '1f980' },
        announcement: { enabled: true, message: 'New & here', style: 'warning', link: { title: 'Look', to: page } },
        footer: {
          logo: images,
          copyright: '© Acme',
          groups: [
            { title: 'Company', links: [{ title: 'Home', to: page }] },
            { title: 'Nothing', links: [{ title: 'x', to: to('javascript:1') }] },
          ],
        },
        privacyPolicy: { url: 'https://example.com/privacy' },
        socialPreview: { url: 'https://example.com/preview.png' },
        externalLinks: { target: 'blank' },
        trademark: { enabled: false },
        pageActions: { ...defaults.pageActions, markdown: false },
        pagination: { enabled: false },
      },
      'New &amp; here',
    );
    for (const part of [
      '<img class="only-light" src="https://example.com/light.png"',
      '<img class="only-dark" src="https://example.com/dark.png"',
      '<a class="button-primary" href="https://example.com/shop" target="_blank" rel="noopener">Shop</a>',
      '<summary>Menu</summary>',
      '/more/deep">Else</a>',
      'class="announcement warning"',
      '© Acme',
      '>Company<',
      'href="https://example.com/privacy"',
      '<meta property="og:image" content="https://example.com/preview.png">',
      '<link rel="icon" href="data:image/svg+xml,',
    ])
      expect(text, part).to.contain(part);
    for (const part of [
      'Evil',
      'Gone',
      'Secret',
      'Nothing',
      'javascript',
      'Published with',
      'View as Markdown',
      'rel="next"',
    ])
      expect(text, part).not.to.contain(part);
  });

  it('of a page follows its cover and its layout', async () => {
    const { spaces, root } = await published();
    const file = {
      id: 'f1',
      name: 'cover.png',
      contentType: 'image/png',
      sha256: 'c'.repeat(64),
      dimensions: { width: 768, height: 640 },
    };
    const revision = `${spaces[0]!.revision}2`;
    const pages = [
      {
        id: 'home',
        cover: { file: 'f1', yPos: 80 },
        layout: { title: false },
        nodes: [heading('HOME'), paragraph('One.')],
      },
      {
        id: 'full',
        cover: { url: 'https://ex.test/c.png' },
        layout: { coverSize: 'full' as const, width: 'wide' as const },
      },
      { id: 'bare', cover: { file: 'f1' }, layout: { cover: false, tableOfContents: false, metadata: false } },
      { id: 'quiet', description: 'For search engines', layout: { description: false } },
    ];
    content.put(revision, pages, [file]);
    await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...spaces[0]!, revision }));
    await eventually(async () => expect((await read(root)).text).to.contain('One.'));
    const home = (await read(root)).text;
    expect(home).to.contain(`<img class="cover at-30" src="${root}/~/files/f1/cover.png?v=${'c'.repeat(16)}" alt="">`);
    expect(home).to.contain('<h1 class="visually-hidden">home</h1>').and.not.contain('<h2');
    const full = (await read(`${root}/full`)).text;
    expect(full)
      .to.contain('<img class="cover at-50 full" src="https://ex.test/c.png"')
      .and.contain('class="page wide"');
    const bare = (await read(`${root}/bare`)).text;
    expect(bare).to.contain('no-contents').and.not.contain('class="cover').and.not.contain('<time');
    expect(bare).not.to.contain('class="contents"');
    const quiet = (await read(`${root}/quiet`)).text;
    expect(quiet).to.contain('content="For search engines"').and.not.contain('class="description"');
  });
});
