import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { planImport } from '../../src/import/plan.js';
import { allPages, outlineOf, planOf, rejection, withArchive, zipOf } from './zips.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGNgYPgPQVAKAB3qBfv9Bi7AAAAAAElFTkSuQmCC',
  'base64',
);
const refusal = async (files: Record<string, string | Buffer>) => {
  const error = await rejection(planOf(files));
  expect(error.status).to.equal(400);
  return error.message;
};

describe('planImport', () => {
  it('builds the tree of a GitBook repository', async () => {
    const plan = await planOf({
      'SUMMARY.md':
        '# T\n* [Home](README.md)\n## Group A\n* [Über uns](about/README.md)\n  * [Team](about/team.md)\n* [Web](https://example.com)\n',
      'README.md': '---\ndescription: Hello\nicon: house\n---\n# Home page\n',
      'about/README.md': '# About',
      'about/team.md': '# Team',
    });
    expect(outlineOf(plan.pages)).to.deep.equal([
      'Home (readme)',
      '# Group A (group-a)',
      '  Über uns (about)',
      '    Team (team)',
      '  Web (https://example.com)',
    ]);
    expect(plan.pages[0]).to.include({ description: 'Hello', icon: 'house', sourcePath: 'README.md' });
    expect(plan).to.deep.include({ warnings: [], totalResources: 4, importedResources: 4, files: [] });
  });

  it('follows .gitbook.yaml', async () => {
    const plan = await planOf({
      '.gitbook.yaml':
        'root: ./docs/\nstructure:\n  readme: ./start.md\n  summary: toc.md\nredirects:\n  old/page: sub/new.md\n  /with%20blank/: sub/new.md#part\n  gone: nowhere.md\n  ../up: start.md\n  "%E0%A4%A": start.md\n  "/": start.md\n',
      'docs/toc.md': '* [New](sub/new.md)',
      'docs/start.md': '# Start here',
      'docs/sub/new.md': '[root](/start.md)',
      'README.md': 'not part of it',
    });
    expect(outlineOf(plan.pages)).to.deep.equal(['Start here (start)', 'New (new)']);
    expect(plan.redirects).to.deep.equal([
      { from: 'old/page', sourcePath: 'docs/sub/new.md' },
      { from: 'with blank', sourcePath: 'docs/sub/new.md' },
    ]);
    expect(plan.warnings.map(({ message }) => message)).to.deep.equal([
      'The redirect of gone leads to nowhere.md, which is no page.',
      ...['../up', '%E0%A4%A', '/'].map((from) => `The redirect of ${from} is for no path that an address can have.`),
    ]);
    expect(plan.pages[1]!.references).to.deep.equal({ '/start.md': { kind: 'page', sourcePath: 'docs/start.md' } });
  });

  it('follows book.toml', async () => {
    const plan = await planOf({
      'book.toml': '[book]\ntitle = "B"\nsrc = "text"\n[output.html]\nsrc = "no"\n',
      'text/SUMMARY.md': '# Summary\n[A](a.md)\n- [B](b.md)\n',
      'text/a.md': '[next](b.html#x)',
      'text/b.md': '# X',
      'text/README.md': 'no chapter',
    });
    expect(outlineOf(plan.pages)).to.deep.equal(['A (a)', 'B (b)']);
    expect(plan.pages[0]!.references).to.deep.equal({
      'b.html#x': { kind: 'page', sourcePath: 'text/b.md', anchor: 'x' },
    });
    expect(plan.warnings[0]!.message).to.contain('left out (1): text/README.md');
  });

  it('takes folders for pages when there is no table of contents', async () => {
    const plan = await planOf({
      'zebra.md': 'no heading',
      'README.md': '# Welcome',
      'chapter-10/page.md': '# Ten',
      'chapter-2/README.md': '# Two',
      'chapter-2/b.md': '---\ntitle: Bee\n---\n# B',
      'guide.md': '# Guide',
      'guide/part.md': '# Part',
      '.github/README.md': '# no',
    });
    expect(outlineOf(plan.pages)).to.deep.equal([
      'Welcome (readme)',
      'Two (chapter-2)',
      '  Bee (b)',
      '# Chapter 10 (chapter-10)',
      '  Ten (page)',
      'Guide (guide)',
      '  Part (part)',
      'Zebra (zebra)',
    ]);
  });

  it('imports what it can and warns of missing and repeated pages', async () => {
    const plan = await planOf({
      'SUMMARY.md':
        '* [A](a.md)\n* [Gone](gone.md)\n  * [B](b.md)\n* [A again](a.md)\n  * [C](c.md)\n* [Part](a.md#part)\n* [Gone too](gone.md#x)\n* [S](javascript:x)\n* [P](x.pdf)\n',
      'a.md': '',
      'b.md': '',
      'c.md': '',
      'x.pdf': '%PDF-1',
    });
    expect(outlineOf(plan.pages)).to.deep.equal([
      'A (a)',
      '# Gone (gone)',
      '  B (b)',
      '# A again (a-again)',
      '  C (c)',
    ]);
    expect(plan).to.include({ importedResources: 3, totalResources: 6 });
    expect(plan.warnings.map(({ path }) => path)).to.deep.equal(Array(6).fill('SUMMARY.md'));
    expect(plan.warnings.map(({ message }) => message)).to.deep.equal([
      '"Gone" (gone.md) is not in the archive and was left out.',
      '"A again" (a.md) is listed more than once: it stays at its first place.',
      '"Part" (a.md#part) is a part of a page that is listed too, and was left out.',
      '"Gone too" (gone.md#x) is not in the archive and was left out.',
      '"S" (javascript:x) is not a web address and was left out.',
      '"P" (x.pdf) is not a Markdown page and was left out.',
    ]);
  });

  it('imports pages that only links lead to, hidden and beside their folder', async () => {
    const plan = await planOf({
      'SUMMARY.md': '* [A](a/README.md)\n## G\n* [B](b/one.md)\n',
      'README.md': '[x](c/deep/x.md) [t](SUMMARY.md)',
      'a/README.md': '[hidden](extra/hidden.md)',
      'a/extra/hidden.md': '[more](more) [sub](./)',
      'a/extra/more.md': '',
      'a/extra/README.md': '',
      'b/one.md': '[two](two.md)',
      'b/two.md': '',
      'c/deep/x.md': '',
      'unlinked.md': '',
    });
    expect(outlineOf(plan.pages)).to.deep.equal([
      'README (readme)',
      'A (a)',
      '  Extra (extra) hidden',
      '    Hidden (hidden) hidden',
      '    More (more) hidden',
      '# G (g)',
      '  B (one)',
      '  Two (two) hidden',
      'X (x) hidden',
    ]);
    expect(plan.warnings.map(({ message }) => message)).to.deep.equal([
      'Neither named here nor linked from a page, so left out (1): unlinked.md',
    ]);
  });

  it('keeps Markdown byte for byte', async () => {
    const markdown = '\uFEFF---\r\ndescription: x\r\n---\r\n# T \t\r\n\r\nno end';
    const { pages } = await planOf({ 'a.md': markdown });
    expect(pages[0]).to.include({ markdown, title: 'T', description: 'x' });
  });

  it('resolves links as readers mean them', async () => {
    const { pages } = await planOf({
      'SUMMARY.md': '* [P](d/p.md)',
      'd/p.md': [
        '[](q.md) [](q) [](q.md?x=1#a%20b) [](../d/q.md#A) [](#self) [](/d/q) [](e) [](e/) [](%C3%A9.md) [](<e\u0301.md>) [](a%20b.md)',
        '[](../../out.md) [](gone.md) [](https://x.y/q.md) [](mailto:q.md) [](//q.md) [](%zz) [](100%25.txt) [](d/q.md)',
      ].join('\n'),
      'd/q.md': '',
      'd/e/README.md': '',
      'd/é.md': '',
      'd/a b.md': '',
      'd/100%.txt': '',
    });
    const page = (sourcePath: string, anchor?: string) => ({ kind: 'page', sourcePath, ...(anchor && { anchor }) });
    expect(pages[0]!.references).to.deep.equal({
      'q.md': page('d/q.md'),
      q: page('d/q.md'),
      'q.md?x=1#a%20b': page('d/q.md', 'a b'),
      '../d/q.md#A': page('d/q.md', 'A'),
      '#self': page('d/p.md', 'self'),
      '/d/q': page('d/q.md'),
      e: page('d/e/README.md'),
      'e/': page('d/e/README.md'),
      '%C3%A9.md': page('d/é.md'),
      'e\u0301.md': page('d/é.md'),
      'a%20b.md': page('d/a b.md'),
      '100%25.txt': { kind: 'file', sourcePath: 'd/100%.txt' },
    });
  });

  it('takes files that pages use and all assets, with their true types', async () => {
    const plan = await planOf({
      'a.md':
        '---\ncover: .gitbook/assets/cover.png\n---\n![](i.png) ![](fake.png) ![](s.svg) {% file src="a.cs" %} [n](named-png.jpg)',
      '.gitbook/assets/cover.png': png,
      '.gitbook/assets/unused.pdf': '%PDF-1.4',
      'i.png': png,
      'fake.png': '<script>',
      's.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>',
      'a.cs': 'class A {}',
      'named-png.jpg': png,
      'unused.png': png,
    });
    expect(plan.files.map(({ sourcePath, contentType }) => [sourcePath, contentType])).to.have.deep.members([
      ['i.png', 'image/png'],
      ['fake.png', 'application/octet-stream'],
      ['s.svg', 'image/svg+xml'],
      ['a.cs', 'text/plain'],
      ['named-png.jpg', 'image/png'],
      ['.gitbook/assets/cover.png', 'image/png'],
      ['.gitbook/assets/unused.pdf', 'application/pdf'],
    ]);
    expect(plan.pages[0]!.references['.gitbook/assets/cover.png']).to.deep.equal({
      kind: 'file',
      sourcePath: '.gitbook/assets/cover.png',
    });
    const image = plan.files.find(({ sourcePath }) => sourcePath === 'i.png')!;
    expect(image).to.deep.include({
      name: 'i.png',
      size: png.length,
      dimensions: { width: 2, height: 3 },
      sha256: createHash('sha256').update(png).digest('hex'),
    });
    expect(plan.files.find(({ sourcePath }) => sourcePath === 's.svg')!.dimensions).to.deep.equal({
      width: 7,
      height: 5,
    });
    expect(plan.importedResources).to.equal(8);
  });

  it('numbers slugs among siblings', async () => {
    const plan = await planOf({
      'SUMMARY.md': '* [A](x/a.md)\n* [B](y/a.md)\n* [日本 語](<日本語 ガイド.md>)\n## A\n',
      'x/a.md': '',
      'y/a.md': '',
      '日本語 ガイド.md': '',
    });
    expect(plan.pages.map(({ slug }) => slug)).to.deep.equal(['a', 'a-2', '日本語-ガイド', 'a-3']);
  });

  it('lets other work run while it computes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`${index}.md`, '# Title\n\nText [a](b).\n'.repeat(1000)]),
    );
    const bytes = await zipOf(files);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await withArchive(bytes, ({ entries }) => planImport(entries));
    clearInterval(timer);
    expect(ticks).to.be.greaterThan(5);
  });

  describe('refuses with 400', () => {
    it('an archive without Markdown', async () => {
      expect(await refusal({ 'a.txt': 'a' })).to.contain('no Markdown');
    });
    it('a table of contents that leads nowhere', async () => {
      expect(await refusal({ 'SUMMARY.md': '* [A](a.md)', 'b.md': '' })).to.contain(
        'SUMMARY.md leads to no Markdown file',
      );
    });
    it('a page that is not UTF-8, by name', async () => {
      expect(await refusal({ 'docs/a.md': Buffer.from([0x61, 0xff]), 'b.md': '' })).to.contain(
        'docs/a.md is not valid UTF-8',
      );
    });
    it('a page with a NUL character, by name', async () => {
      expect(await refusal({ 'b.md': 'a\0b' })).to.contain('b.md holds a NUL character');
    });
    it('a page of 5 MB, by name and limit', async () => {
      const text = Array.from({ length: 700_000 }, (_, index) => index).join(' ');
      expect(await refusal({ 'big.md': text })).to.contain('big.md is larger than 1024 KiB');
    });
    it('more than 10,000 pages', async () => {
      const files = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.md`, '']));
      expect(await refusal(files)).to.contain('more than 10000 pages');
    });
    it('a broken .gitbook.yaml', async () => {
      expect(await refusal({ '.gitbook.yaml': 'root: [', 'a.md': '' })).to.contain('.gitbook.yaml is not YAML');
      expect(await refusal({ '.gitbook.yaml': 'root: 5', 'a.md': '' })).to.contain('check root');
    });
    it('a root that is not in the archive', async () => {
      expect(await refusal({ '.gitbook.yaml': 'root: ../x', 'a.md': '' })).to.contain('not in the archive');
      expect(await refusal({ '.gitbook.yaml': 'root: x', 'a.md': '' })).to.contain('not in the archive');
    });
  });

  it('needs no table of contents to be right: an empty or missing one gives folders and a warning', async () => {
    const empty = await planOf({ 'SUMMARY.md': '# Table of contents\n', 'a.md': '' });
    expect(outlineOf(empty.pages)).to.deep.equal(['A (a)']);
    expect(empty.warnings).to.have.length(1);
    const missing = await planOf({ '.gitbook.yaml': 'structure: {summary: toc.md}', 'a.md': '' });
    expect(allPages(missing.pages)).to.have.length(1);
    expect(missing.warnings[0]!.message).to.contain('toc.md, which does not exist');
  });
});
