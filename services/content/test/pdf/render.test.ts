import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { References } from '../../src/domain/pages/page-record.js';
import { bookOf } from '../../src/pdf/book.js';
import { Fonts } from '../../src/pdf/fonts.js';
import type { JobFile, JobPage, PdfJob } from '../../src/pdf/job.js';
import { renderInWorker } from '../../src/pdf/render-in-worker.js';
import { renderPdf } from '../../src/pdf/render.js';
import { dearestDocument } from '../../src/pdf/svg/budget.js';
import { pngOf } from './pictures.js';
import { type ReadPdf, readPdf } from './read-pdf.js';

const pageOf = (page: Partial<JobPage>): JobPage => ({
  id: 'page',
  depth: 0,
  type: 'document',
  title: 'Page',
  markdown: '',
  references: {},
  ...page,
});

describe('renderPdf', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-pdf-test-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const jobOf = (job: Partial<PdfJob>): PdfJob => ({
    title: 'Book',
    changedAt: '2026-03-01T12:00:00.000Z',
    isSinglePage: true,
    pages: [],
    files: {},
    pageUrl: 'https://docs.example.com/app/space/s?page=',
    output: join(folder, 'output.pdf'),
    ...job,
  });

  async function render(job: Partial<PdfJob>): Promise<ReadPdf> {
    await renderPdf(jobOf(job));
    return readPdf(await readFile(join(folder, 'output.pdf')));
  }

  const page = (markdown: string, references: References = {}, files: Record<string, JobFile> = {}) =>
    render({ pages: [pageOf({ markdown, references })], files });
  const textOf = ({ pages }: ReadPdf) => pages.join('\n').replace(/\s+/g, ' ');

  // The marker of a list's item is written after its text.
  const blocks: [what: string, markdown: string, shown: string[]][] = [
    ['paragraphs and marks', '**bold** *italic* ~~gone~~ `code` <kbd>Esc</kbd>', ['bold italic gone code Esc']],
    ['headings', '## One\n\n### Two\n\n###### Six', ['One', 'Two', 'Six']],
    ['nested lists', '- a\n  - b\n    1. c\n    2. d', ['a b c1. d2.']],
    ['lists that begin later', '7. seven\n8. eight', ['seven7. eight8.']],
    [
      'lists below a heading, with all their numbers',
      `# H\n\n${'1. some item\n'.repeat(30)}`,
      ['some item1. some item2. ', 'some item30.'],
    ],
    ['tasks', '- [x] done\n- [ ] open', ['done', 'open']],
    ['quotes and hints', '> quoted\n\n{% hint style="danger" %}\nBeware\n{% endhint %}', ['quoted', 'Beware']],
    [
      'code with title and numbers',
      '{% code title="a.ts" lineNumbers="true" %}\n```ts\nlet a;\n  let b;\n```\n{% endcode %}',
      ['a.ts', '1 let a;', '2 let b;'],
    ],
    ['tables', '| A | B |\n|---|:-:|\n| c | **d** |', ['A', 'B', 'c', 'd']],
    [
      'tables with more columns than there is room for',
      `|${' x |'.repeat(30)}\n|${'---|'.repeat(30)}\n|${' y |'.repeat(30)}`,
      ['x: y'],
    ],
    [
      'cards',
      '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>First</td><td>More</td></tr></tbody></table>',
      ['First', 'More'],
    ],
    ['tabs', '{% tabs %}\n{% tab title="npm" %}\ninstall\n{% endtab %}\n{% endtabs %}', ['npm', 'install']],
    [
      'steps',
      '{% stepper %}\n{% step %}\n### Begin\n\nDo it.\n{% endstep %}\n{% endstepper %}',
      ['1. Begin', 'Do it.'],
    ],
    ['what can be unfolded', '<details>\n<summary>Title</summary>\n\nInside\n\n</details>', ['Title', 'Inside']],
    [
      'columns',
      '{% columns %}\n{% column %}\nLeft\n{% endcolumn %}\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}',
      ['Left', 'Right'],
    ],
    ['formulas', '$$\na^2\n$$\n\nand $$b^2$$', ['a^2', 'and b^2']],
    [
      'embeds',
      '{% embed url="https://example.com/film" %}\nA film\n{% endembed %}',
      ['https://example.com/film', 'A film'],
    ],
    ['HTML that has no meaning here', '<div><b>seen</b><script>alert(1)</script></div>', ['seen']],
    [
      'every script',
      'é ő Ж Ω ệ 中文 日本語 한국어 देव → ├ 😀 👩‍👩‍👧',
      ['é ő Ж Ω ệ 中文 日本語 한국어', '→ ├ 😀 👩‍👩‍👧'],
    ],
  ];
  for (const [what, markdown, shown] of blocks) {
    it(`shows ${what}`, async () => {
      const text = textOf(await page(markdown));
      for (const part of shown) expect(text).to.include(part);
      expect(text).not.to.include('alert');
    });
  }

  it('embeds a font for each script, and only the letters that are used', async () => {
    const { fonts } = await page('Latin, Кириллица, 中文, 한국어 😀');
    for (const name of ['NotoSans-', 'NotoSansSC', 'NotoSansKR', 'NotoEmoji'])
      expect(
        fonts.some((font) => font.includes(`+${name}`)),
        name,
      ).to.equal(true);
    expect((await readFile(join(folder, 'output.pdf'))).length).to.be.below(80_000);
  });

  it('follows links to pages, headings, groups and pages that are not in it', async () => {
    const references: References = {
      a: { kind: 'page', page: 'two' },
      b: { kind: 'page', page: 'two', anchor: 'end' },
      c: { kind: 'page', page: 'two', anchor: 'no-such' },
      d: { kind: 'page', page: 'group' },
      e: { kind: 'page', page: 'elsewhere' },
      f: { kind: 'file', file: 'file' },
    };
    const markdown =
      '[a](a) [b](b) [c](c) [d](d) [e](e) [f](f) [g](#top) [h](#nowhere) [i](mailto:a@example.com) [j](../x.md)\n\n## Top';
    const pdf = await render({
      isSinglePage: false,
      pages: [
        pageOf({ id: 'one', title: 'One', markdown, references }),
        pageOf({ id: 'group', title: 'Group', type: 'group' }),
        pageOf({ id: 'two', title: 'Two', depth: 1, markdown: '## End' }),
        pageOf({ id: 'link', title: 'Away', type: 'link', target: { kind: 'url', url: 'https://example.com/away' } }),
      ],
    });
    expect(pdf.gone).to.deep.equal([]);
    // The first ones are those of the contents: One, Group and Two, each with its number.
    expect(pdf.jumps.filter((name) => !name.startsWith('p1') || name === 'p1-1').sort()).to.deep.equal(
      ['p1-1', ...Array.from({ length: 3 + 4 }, () => 'p3'), 'p3-1'].sort(),
    );
    expect(pdf.urls).to.have.members([
      'https://example.com/away',
      'https://docs.example.com/app/space/s?page=elsewhere',
      'mailto:a@example.com',
    ]);
    expect(pdf.bookmarks).to.deep.equal(['One', '  Top', 'Group', '  Two', '    End']);
  });

  it('shows pictures once in the file, as wide as they say, and what they are of where they cannot be shown', async () => {
    const good = join(folder, 'good.png');
    const bad = join(folder, 'bad.png');
    await writeFile(good, pngOf({ width: 2, height: 1, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6] }));
    await writeFile(bad, pngOf({ width: 60_000, height: 60_000, colorType: 6, rows: [0] }));
    const references: References = Object.fromEntries(
      ['good', 'bad', 'svg'].map((file) => [file, { kind: 'file', file }] as const),
    );
    const files = { good: { name: 'g.png', path: good }, bad: { name: 'b.png', path: bad }, svg: { name: 's.svg' } };
    const markdown =
      '![one](good)\n\ntext ![two](good) text\n\n![A bomb](bad)\n\n![](svg)\n\n![Away](https://example.com/x.png)';
    const pdf = await page(markdown, references, files);
    expect(pdf.images).to.deep.equal([{ width: 2, height: 1 }]);
    expect(textOf(pdf)).to.include('[A bomb] [s.svg] [Away]').and.not.include('[one]');
  });

  it('shows pictures of HTML that has no other meaning, among its words', async () => {
    const path = join(folder, 'html.png');
    await writeFile(path, pngOf({ width: 2, height: 1, colorType: 2, rows: [0, 1, 2, 3, 4, 5, 6] }));
    const markdown =
      '<center>before <img class="x" src="a.png" style="width: 50%;"> <img src="gone.png" alt="gone"> after</center>\n\n' +
      'A line <span><img class="x" src="a.png"></span> with one.';
    const pdf = await page(markdown, { 'a.png': { kind: 'file', file: 'a' } }, { a: { name: 'a.png', path } });
    expect(pdf.images).to.deep.equal([{ width: 2, height: 1 }]);
    expect(textOf(pdf)).to.match(/before \[gone\] after A line ?with one\./);
  });

  it('draws SVG, with letters in the fonts of the document', async () => {
    const path = join(folder, 'drawing.svg');
    const text = '<text x="1" y="9">Deep 中</text>';
    await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10">${text}</svg>`);
    const references = { good: { kind: 'file', file: 'good' } } as const;
    const pdf = await page('Words of mine 中.\n\n![one](good) ![two](good)', references, { good: { name: 'g', path } });
    expect(textOf(pdf).match(/Deep ?中/g)).to.have.length(2);
    expect(pdf.fonts.map((font) => font.slice('AAAAAA+'.length)).sort()).to.deep.equal([
      'NotoSans-Bold',
      'NotoSans-Regular',
      'NotoSansSCThin-Regular',
    ]);
  });

  it('shows pictures in lines as wide as they say', () => {
    const markdown = 'A line <img class="x" src="a" style="width: 50%;"> with one.';
    const pages = [pageOf({ markdown, references: { a: { kind: 'file', file: 'a' } } })];
    const drawing = { svg: '<svg/>', width: 4_000, height: 1, size: 6, cost: 1 };
    const book = bookOf(jobOf({ pages }), { fonts: new Fonts(), pictures: new Map([['a', drawing]]) });
    const room = 595.28 - 2 * 62;
    expect((book.content as { svg?: string; width?: number }[]).find(({ svg }) => svg)!.width).to.be.closeTo(
      room / 2,
      1,
    );
  });

  it('draws SVG as long as all of it does not take too long, however often it is shown', () => {
    const pages = [
      pageOf({ markdown: '![x](slow)\n\n'.repeat(5), references: { slow: { kind: 'file', file: 'slow' } } }),
    ];
    const slow = { svg: '<svg/>', width: 1, height: 1, size: 6, cost: dearestDocument / 3 };
    const book = bookOf(jobOf({ pages }), { fonts: new Fonts(), pictures: new Map([['slow', slow]]) });
    const content = JSON.stringify(book.content);
    expect(content.match(/"<svg\/>"/g)).to.have.length(3);
    expect(content.match(/\[x\]/g)).to.have.length(2);
  });

  it('is made without drawings where they fail', async () => {
    const path = join(folder, 'failing.svg');
    await writeFile(
      path,
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="9" height="9"/></svg>',
    );
    const references = { bad: { kind: 'file', file: 'bad' } } as const;
    const renderer = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as Record<
      'default',
      { prototype: object }
    >;
    const { prototype } = renderer.default as { prototype: { renderSVG: () => void } };
    const { renderSVG } = prototype;
    prototype.renderSVG = () => {
      throw new Error('cannot draw');
    };
    const warned = once(process, 'warning');
    try {
      const pdf = await page('![A box](bad)\n\ntext', references, { bad: { name: 'b.svg', path } });
      expect(textOf(pdf)).to.include('[A box] text');
      expect((await warned)[0])
        .to.have.property('message')
        .that.includes('cannot draw');
    } finally {
      prototype.renderSVG = renderSVG;
    }
  });

  it('does not follow addresses of scripts or files', async () => {
    const references = {};
    const markdown = '<a href="javascript:alert(1)">a</a> <a href="file:///etc/passwd">b</a> [c](data:text/html,x)';
    expect((await page(markdown, references)).urls).to.deep.equal([]);
  });

  const hostile: [what: string, markdown: string, pages: number][] = [
    ['a paragraph of a million letters', 'word and more '.repeat(20_000), 50],
    ['a word that fills pages', 'x'.repeat(200_000), 20],
    [
      'lists in lists in lists',
      Array.from({ length: 40 }, (_none, depth) => `${'  '.repeat(depth)}- item`).join('\n'),
      1,
    ],
    ['quotes in quotes', `${'> '.repeat(200)}deep`, 1],
    ['a table of 5,000 rows', `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(5_000)}`, 50],
    ['10,000 headings', '# H\n'.repeat(10_000), 100],
    ['a heading that is a page long', `# ${'long '.repeat(2_000)}\n\ntext`, 2],
    ['a line of code that fills pages', `\`\`\`\n${'x'.repeat(100_000)}\n\`\`\``, 10],
    ['emoji without end', '😀'.repeat(10_000), 2],
  ];
  for (const [what, markdown, pages] of hostile) {
    it(`prints all of ${what}`, async () => {
      const pdf = await page(`${markdown}\n\nthe last words`);
      expect(pdf.pages.length).to.be.at.least(pages);
      expect(textOf(pdf).replace(/\s/g, '')).to.match(/thelastwords/);
    });
  }

  it('is ended when it takes too long', async () => {
    const job = jobOf({ pages: [pageOf({ markdown: '# H\n'.repeat(50_000) })] });
    const limits = { timeoutMs: 20, maxHeapMiB: 512 };
    const failure = await renderInWorker(job, new AbortController().signal, limits).catch((error: unknown) => error);
    expect(failure).to.include({ kind: 'too-large' }).and.to.have.property('message').that.includes('longer than');
  });

  it('is ended when it takes too much memory', async () => {
    const job = jobOf({ pages: [pageOf({ markdown: 'word '.repeat(200_000) })] });
    const limits = { timeoutMs: 60_000, maxHeapMiB: 40 };
    const failure = await renderInWorker(job, new AbortController().signal, limits).catch((error: unknown) => error);
    expect(failure).to.include({ kind: 'too-large' }).and.to.have.property('message').that.includes('too much');
  });

  it('is ended when the service stops', async () => {
    const stopping = new AbortController();
    const work = renderInWorker(jobOf({ pages: [pageOf({ markdown: '# H\n'.repeat(50_000) })] }), stopping.signal);
    stopping.abort();
    expect(await work.catch((error: unknown) => error)).to.have.property('kind', 'unavailable');
  });
});
