import type { JsonDocument } from '@quire/contract';
import { expect } from 'chai';
import type { Data } from '../../src/render/document.js';
import { renderDocument } from '../../src/render/render.js';

const text = (value: string, ...marks: object[]) => ({ object: 'text', leaves: [{ text: value, marks }] });
const block = (type: string, nodes: object[] = [], data: object = {}) => ({ object: 'block', type, data, nodes });
const paragraph = (value: string) => block('paragraph', [text(value)]);
const fragment = (name: string, ...nodes: object[]) => ({ object: 'fragment', fragment: name, nodes });
const raw = (markdown: string) => block('markdown', [], { markdown });
const link = (url: string) => ({
  object: 'inline',
  type: 'link',
  data: { ref: { kind: 'url', url } },
  nodes: [text('go')],
});

const resolve = ({ kind, url, page }: Data) =>
  kind === 'url'
    ? { href: String(url) }
    : kind === 'page'
      ? { href: `/s/${String(page)}`, title: 'A page' }
      : undefined;

const render = (...nodes: object[]) =>
  renderDocument({ object: 'document', data: {}, nodes } as JsonDocument, { resolve });
const html = async (...nodes: object[]) => (await render(...nodes)).html;

describe('renderDocument', () => {
  it('gives headings their anchors, and the outline of the page', async () => {
    const { html: page, outline } = await render(
      { ...block('heading-2', [text('First & second')]), meta: { id: 'first--second' } },
      { ...block('heading-3', [text('Deep')], { level: 4 }), meta: { id: 'deep' } },
    );
    expect(outline).to.deep.equal([
      { id: 'first--second', level: 2, text: 'First & second' },
      { id: 'deep', level: 4, text: 'Deep' },
    ]);
    expect(page).to.contain('<h2 id="first--second">First &amp; second<a').and.contain('<h4 id="deep">');
  });

  it('leads where references lead, and drops those that lead nowhere', async () => {
    const to = (ref: object) =>
      block('paragraph', [{ object: 'inline', type: 'link', data: { ref }, nodes: [text('x')] }]);
    expect(await html(to({ kind: 'page', page: 'p' }))).to.equal('<p><a href="/s/p">x</a></p>');
    expect(await html(to({ kind: 'url', url: 'https://a.test' }))).to.contain('rel="noopener"');
    expect(await html(to({ kind: 'user', user: 'u' }))).to.equal('<p>x</p>');
    expect(await html(block('content-ref', [], { ref: { kind: 'page', page: 'p' } }))).to.contain('>A page</a>');
  });

  it('colours code by classes, whatever its language', async () => {
    const code = (syntax: string, ...lines: string[]) =>
      block(
        'code',
        lines.map((line) => block('code-line', [text(line)])),
        { syntax, title: 'a.ts', lineNumbers: true },
      );
    const page = await html(code('ts', 'const a = "<b>";', ''));
    expect(page).to.contain('<span class="token-keyword">const</span>').and.contain('&lt;b&gt;');
    expect(page).to.contain('<figcaption>a.ts</figcaption>').and.contain('class="code numbered"');
    expect(page.match(/class="line"/g)).to.have.length(2);
    expect(await html(code('no such language', '<i>'))).to.contain('<span class="line">&lt;i&gt;</span>');
  });

  it('says of each block which way it runs, where letters run from right to left', async () => {
    const english = [paragraph('one'), block('list-unordered', [block('list-item', [paragraph('item')])])];
    expect(await html(...english)).not.to.contain('dir=');
    const code = block('code', [block('code-line', [text('x = 1')])]);
    const page = await html(...english, paragraph('שלום'), block('hint', [paragraph('مرحبا')]), code);
    for (const part of [
      '<p dir="auto">one',
      '<ul dir="auto">',
      '<p dir="auto">שלום',
      '<div dir="auto" class="hint hint-info" role="note" aria-label="Note">\n<p>مرحبا',
      '<pre dir="ltr" tabindex="0"><code dir="ltr">',
    ])
      expect(page).to.contain(part);
  });

  it('gives pictures that nobody described an empty description', async () => {
    const markdown = '<img src="https://x.test/a.png"><img src="https://x.test/b.png" alt="B">';
    const page = await html({ ...block('markdown'), data: { markdown } });
    expect(page).to.contain('a.png" alt=""').and.contain('b.png" alt="B"');
  });

  it('renders every kind of block', async () => {
    const page = await html(
      block('list-ordered', [block('list-item', [paragraph('one')])], { start: 3 }),
      block('list-tasks', [block('list-item', [paragraph('done')], { checked: true })]),
      block('hint', [paragraph('mind')], { style: 'warning' }),
      block('tabs', [block('tabs-item', [paragraph('tab')], { title: 'A tab' })]),
      block('stepper', [block('stepper-step', [paragraph('step')])]),
      block('columns', [block('column', [paragraph('column')])]),
      block('math', [], { formula: 'x^2' }),
      {
        ...block('expandable'),
        fragments: [fragment('expandable-title', paragraph('more')), fragment('expandable-body', paragraph('body'))],
      },
      block('images', [
        {
          ...block('image', [], { ref: { kind: 'url', url: 'a.png' }, alt: 'A', width: 10 }),
          fragments: [fragment('caption', paragraph('C'))],
        },
      ]),
      block('divider'),
    );
    for (const part of [
      '<ol start="3">',
      '<input type="checkbox" disabled checked',
      'class="hint hint-warning" role="note" aria-label="Warning"',
      '<p class="tab-title">A tab</p>',
      '<ol class="stepper">',
      '<div class="columns">',
      '<msup><mi>x</mi><mn',
      '<details><summary>more</summary>',
      '<img src="a.png" alt="A" width="10" loading="lazy" decoding="async" /><figcaption>C</figcaption>',
      '<hr />',
    ])
      expect(page, part).to.contain(part);
  });

  it('shows what stands under a condition only when it holds', async () => {
    const nodes = [block('if', [paragraph('secret')], { expression: 'visitor.claims.beta' })];
    const document = { object: 'document', data: {}, nodes } as JsonDocument;
    expect((await renderDocument(document, { resolve })).html).to.equal('');
    const seen: string[] = [];
    const holds = (expression: string) => seen.push(expression) > 0;
    expect((await renderDocument(document, { resolve, holds })).html).to.equal('<p>secret</p>');
    expect(seen).to.deep.equal(['visitor.claims.beta']);
  });

  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.test">x</a>',
    '<form action="https://evil.test"><input name=a><button>x</button></form>',
    '<style>*{display:none}</style><link rel=stylesheet href=//evil.test>',
    '<div style="position:fixed" onclick=alert(1)>x</div>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<meta http-equiv=refresh content="0;url=//evil.test"><base href=//evil.test>',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<video src=x onerror=alert(1)><source onerror=alert(1)></video>',
    '<textarea><img src=x onerror=alert(1)></textarea><title><img src=x onerror=alert(1)></title>',
    '<template><script>alert(1)</script></template>',
    '"><script>alert(1)</script>',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '</article></main><script>alert(1)</script>',
  ];
  const harmless = (page: string) => {
    const tags = page.match(/<[^>]*>/g) ?? [];
    expect(page).not.to.match(
      /<\/?(?:script|style|iframe|object|embed|form|link|meta|base|svg|template|main|article)\b/i,
    );
    for (const tag of tags) {
      expect(tag.replace(/="[^"]*"/g, ''), tag).not.to.match(/\s(?:on\w+|style|formaction|xlink:href)\b/i);
      expect(tag, tag).not.to.match(/\s(?:href|src)="\s*(?:javascript|data|vbscript|\/\/)/i);
    }
  };

  for (const payload of payloads) {
    it(`nothing runs of ${payload}`, async () => {
      harmless(await html(raw(payload)));
      harmless(await html(block('paragraph', [{ object: 'inline', type: 'markdown', data: { markdown: payload } }])));
      harmless(await html(paragraph(payload), block('heading-2', [text(payload)])));
      harmless(await html(block('paragraph', [link(payload)]), block('embed', [], { url: payload })));
      harmless(await html(block('code', [block('code-line', [text(payload)])], { title: payload, syntax: payload })));
      harmless(
        await html(
          block('math', [], { formula: payload }),
          block('tabs', [block('tabs-item', [], { title: payload })]),
        ),
      );
      harmless(await html(block('images', [block('image', [], { ref: { kind: 'url', url: payload }, alt: payload })])));
    });
  }

  it('no formula runs anything or takes for ever', async () => {
    for (const formula of [
      '\\href{javascript:alert(1)}{x}',
      '\\def\\a{\\a\\a}\\a',
      '{'.repeat(5_000),
      '\\frac'.repeat(2_000),
    ])
      harmless(await html(block('math', [], { formula })));
  });
});
