import { expect } from 'chai';
import { docxOf, paragraph, picture } from './docx.js';
import { dot, planOfFile, planOfZip, referencesOf, textOf } from './plan-of-source.js';
import { outlineOf, rejection, zipOf } from './zips.js';

describe('import from documents', () => {
  describe('markdown', () => {
    const page = '---\ntitle: "Notes"\ndescription: What I know.\n---\r\n\r\n# Other\r\n\r\nText <b>as it is</b>.\r\n';

    it('takes one file byte for byte, its front matter read', async () => {
      const plan = await planOfFile('markdown', page, { name: 'My notes.md' });
      expect(outlineOf(plan.pages)).to.deep.equal(['Notes (my-notes)']);
      expect(plan.pages[0]).to.deep.include({ description: 'What I know.', markdown: page });
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([1, 1]);
    });

    it('takes a zip file as `zip` does', async () => {
      const plan = await planOfZip('markdown', { 'SUMMARY.md': '* [A](a.md)\n', 'a.md': page });
      expect(outlineOf(plan.pages)).to.deep.equal(['A (a)']);
      expect(textOf(plan, 'a.md')).to.equal(page);
    });
  });

  describe('html', () => {
    const site = {
      'index.html':
        '<title>Start | Acme</title><body><h1>Start</h1><p>To <a href="guide/first.html#part">the guide</a>, <a href="/guide/">its folder</a>, <a href="paper.pdf">a paper</a>, <a href="https://example.com/a?b=c&amp;d">out</a>.</p>',
      'guide/index.html': '<h1>Guide</h1>',
      'guide/first.html':
        '<meta name="description" content="The first: part"><h1>First</h1><h2 id="part">A part</h2><p><img src="../img/dot.png" alt="A dot"><img src="data:image/png;base64,' +
        `${dot.toString('base64')}"></p><p><a href="../index.html">back</a> <a href="gone.html">gone</a></p>`,
      'img/dot.png': dot,
      'img/unused.png': dot,
      'paper.pdf': '%PDF-1.4',
      'style.css': 'body { color: red }',
    };

    it('makes the folders of a zip file the tree, with pictures, files and links between pages', async () => {
      const plan = await planOfZip('html', site);
      expect(outlineOf(plan.pages)).to.deep.equal(['Start (index)', 'Guide (guide)', '  First (first)']);
      expect(textOf(plan, 'index.md')).to.equal(
        '# Start\n\nTo [the guide](guide/first.md#part), [its folder](guide/index.md), [a paper](paper.pdf), [out](https://example.com/a?b=c\\&d).\n',
      );
      expect(referencesOf(plan, 'index.md')).to.deep.equal([
        { kind: 'page', sourcePath: 'guide/first.md', anchor: 'part' },
        { kind: 'page', sourcePath: 'guide/index.md' },
        { kind: 'file', sourcePath: 'paper.pdf' },
      ]);
      expect(textOf(plan, 'guide/first.md')).to.match(
        /^---\ndescription: "The first: part"\n---\n\n# First\n\n## A part <a href="#part" id="part"><\/a>\n\n!\[A dot\]\(\.\.\/img\/dot\.png\)!\[\]\(\.\.\/\.gitbook\/assets\/[0-9a-f]{16}\.png\)\n\n\[back\]\(\.\.\/index\.md\) \[gone\]\(gone\.html\)\n$/,
      );
      expect(
        plan.files.map(({ name, contentType }) => [name.replace(/^[0-9a-f]{16}/, 'hash'), contentType]),
      ).to.have.deep.members([
        ['paper.pdf', 'application/pdf'],
        ['dot.png', 'image/png'],
        ['hash.png', 'image/png'],
      ]);
      for (const [path, bytes] of plan.bytesOf) if (path.endsWith('.png')) expect(bytes.equals(dot)).to.equal(true);
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([6, 6]);
      expect(plan.warnings).to.deep.equal([]);
    });

    it('takes one page, named by its title, in the encoding that it names', async () => {
      const plan = await planOfFile(
        'html',
        Buffer.from('<meta charset="iso-8859-1"><title>Gr\xFC\xDFe</title>\xE4', 'latin1'),
        {
          name: 'page.html',
        },
      );
      expect(outlineOf(plan.pages)).to.deep.equal(['Grüße (page)']);
      expect(textOf(plan, 'page.md')).to.equal('# Grüße\n\nä\n');
    });

    it('leaves out a page that is too large, and says so', async () => {
      const large = Array.from(
        { length: 30_000 },
        (_, index) => `<p>${index * 7919} and ${index ** 3} and ${index ** 4}</p>`,
      ).join('');
      const plan = await planOfZip('html', { 'a.html': '<h1>A</h1>', 'large.html': large });
      expect(outlineOf(plan.pages)).to.deep.equal(['A (a)']);
      expect(plan.warnings).to.deep.equal([
        { path: 'large.html', message: 'is larger than 1 MiB as Markdown, and was left out.' },
      ]);
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([1, 2]);
    });
  });

  describe('docx', () => {
    const body = [
      paragraph('Report', 'Title'),
      paragraph('Summary', 'Heading1'),
      paragraph(
        '<w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t xml:space="preserve"> and &lt;script&gt; {% hint %}</w:t></w:r>',
      ),
      paragraph('<w:hyperlink r:id="rId6"><w:r><w:t>a link</w:t></w:r></w:hyperlink>'),
      picture('r:embed="rId5"'),
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>B</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
    ].join('');

    it('takes a document with its pictures, links and tables', async () => {
      const plan = await planOfFile('docx', await docxOf({ body }), { name: 'Annual report.docx' });
      expect(outlineOf(plan.pages)).to.deep.equal(['Report (annual-report)']);
      expect(textOf(plan, 'Annual report.md').replace(/[0-9a-f]{16}/, 'hash')).to.equal(
        '# Report\n\n# Summary\n\n**Bold** and \\<script> \\{% hint %}\n\n[a link](https://example.com/)\n\n![A dot](.gitbook/assets/hash.png)\n\n| | |\n| - | - |\n| A | B |\n',
      );
      expect([...plan.bytesOf.values()].map((bytes) => bytes.equals(dot))).to.deep.equal([true]);
    });

    it('takes a zip file of documents', async () => {
      const docx = await docxOf({ body: paragraph('One', 'Title') });
      const plan = await planOfZip('docx', { 'a/one.docx': docx, 'two.docx': docx, '~$two.docx': 'lock' });
      expect(outlineOf(plan.pages)).to.deep.equal(['# A (a)', '  One (one)', 'One (two)']);
    });

    it('reads no file and no address that the document names', async () => {
      const links = ['file:///etc/passwd', '/etc/passwd', 'http://127.0.0.1:1/x.png']
        .map(
          (target, index) =>
            `<Relationship Id="x${index}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/>`,
        )
        .join('');
      for (const index of [0, 1, 2]) {
        const hostile = await docxOf({ body: paragraph('Text') + picture(`r:link="x${index}"`), links });
        const plan = await planOfFile('docx', hostile, { name: 'a.docx' }).catch((error: Error) => error.message);
        if (typeof plan === 'string') expect(plan).to.match(/is not a readable Word document/);
        else {
          expect(plan.files).to.deep.equal([]);
          expect(textOf(plan, 'a.md')).to.equal('# A\n\nText\n');
        }
      }
    });

    it('expands no entities', async () => {
      const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
      const prolog = `<!DOCTYPE x [<!ENTITY e0 "bomb"><!ENTITY file SYSTEM "file:///etc/passwd">${levels.join('')}]>`;
      for (const entity of ['&e12;', '&file;']) {
        const hostile = await docxOf({ body: paragraph(`Text ${entity}`), prolog });
        const plan = await planOfFile('docx', hostile, { name: 'a.docx' }).catch((error: Error) => error.message);
        const text = typeof plan === 'string' ? plan : textOf(plan, 'a.md');
        expect(text).not.to.match(/bombbomb|root:/);
        expect(text.length).to.be.below(1_000);
      }
    });

    it('refuses what expands without measure, and what is no document', async () => {
      const bomb = await docxOf({ body: paragraph('Text'), parts: { 'word/media/a.png': Buffer.alloc(30_000_000) } });
      expect((await rejection(planOfFile('docx', bomb))).message).to.match(/expands more than 200-fold/);
      const noise = Buffer.from(Array.from({ length: 2_400_000 }, (_, index) => `${index * 7919},`).join(''));
      const large = await docxOf({ body: '', parts: { 'word/document.xml': noise } });
      expect((await rejection(planOfFile('docx', large))).message).to.match(/more than 20 MiB of text/);
      const broken = await docxOf({ body: '', parts: { 'word/document.xml': '<w:document' } });
      expect((await rejection(planOfFile('docx', broken))).message).to.match(/is not a readable Word document/);
      expect((await rejection(planOfFile('docx', 'plain text'))).message).to.match(
        /neither a \.docx document nor a zip/,
      );
      const old = Buffer.from('D0CF11E0A1B11AE1', 'hex');
      expect((await rejection(planOfFile('docx', old))).message).to.match(/old format. Save it as \.docx/);
    });
  });

  describe('google-docs', () => {
    const html =
      '<html><head><style>.c1{font-weight:700}.c2{font-style:italic}</style></head><body class="c0">' +
      '<p class="c3 title" id="h.1"><span class="c4">Plan</span></p>' +
      '<p><span class="c1">Bold</span> <span class="c2">soft</span> <a href="https://www.google.com/url?q=https://example.com/x%3Fa%3D1&amp;sa=D">x</a><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>' +
      '<ul class="c5 lst-kix_abc-0 start"><li>One</li></ul><ul class="lst-kix_abc-1 start"><li>Deep</li></ul><ul class="lst-kix_abc-0"><li>Two</li></ul>' +
      '<p><img alt="" src="images/image1.png"></p><div class="c9"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Really?</span></p></div></body></html>';

    it('takes the export as HTML: styles, lists, addresses, without comments', async () => {
      const plan = await planOfFile('google-docs', await zipOf({ 'Plan.html': html, 'images/image1.png': dot }));
      expect(outlineOf(plan.pages)).to.deep.equal(['Plan (plan)']);
      expect(textOf(plan, 'Plan.md')).to.equal(
        '# Plan\n\n**Bold** *soft* [x](https://example.com/x?a=1)\n\n* One\n  * Deep\n* Two\n\n![](images/image1.png)\n',
      );
      expect(plan.files).to.have.length(1);
    });

    it('takes a .docx', async () => {
      const plan = await planOfFile('google-docs', await docxOf({ body: paragraph('Plan', 'Title') }), {
        name: 'Plan.docx',
      });
      expect(outlineOf(plan.pages)).to.deep.equal(['Plan (plan)']);
    });
  });

  it('dropbox-paper and quip take Markdown, HTML and Word documents alike', async () => {
    const docx = await docxOf({ body: paragraph('Word', 'Title') });
    for (const source of ['dropbox-paper', 'quip'] as const) {
      const plan = await planOfZip(source, { 'a.md': '# A\n', 'b.html': '<h1>B</h1>', 'c.docx': docx });
      expect(outlineOf(plan.pages), source).to.deep.equal(['A (a)', 'B (b)', 'Word (c)']);
    }
    expect((await planOfFile('dropbox-paper', '# One\n', { name: 'One.md' })).pages).to.have.length(1);
    expect((await planOfFile('quip', '<h1>One</h1>', { name: 'One.html' })).pages[0]!.title).to.equal('One');
  });
});
