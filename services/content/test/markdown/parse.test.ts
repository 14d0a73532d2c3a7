import { expect } from 'chai';
import fc from 'fast-check';
import { analyse } from '../../src/markdown/parse.js';
import { hostilePieces, markdownText } from './arbitraries.js';

const links = (markdown: string) =>
  analyse(markdown).links.map(({ kind, destination, text }) => [kind, destination, text]);

describe('analyse', () => {
  it('cuts a page into sections', () => {
    const { title, sections, anchors } = analyse(`---
description: Not searched
---

# The *title*

Intro with [a link](x.md) and \`code\`.

## First & second

- one
- **two**

\`\`\`js
const kept = '**as is**';
\`\`\`

### Same
#### Same
Text
===
`);
    expect(title).to.equal('The title');
    expect(sections).to.deep.equal([
      { anchor: '', heading: '', level: 0, body: 'Intro with a link and code.' },
      { anchor: 'first--second', heading: 'First & second', level: 2, body: "one\n\ntwo\n\nconst kept = '**as is**';" },
      { anchor: 'same', heading: 'Same', level: 3, body: '' },
      { anchor: 'same-1', heading: 'Same', level: 4, body: '' },
      { anchor: 'text', heading: 'Text', level: 1, body: '' },
    ]);
    expect(anchors).to.deep.equal(['the-title', 'first--second', 'same', 'same-1', 'text']);
  });

  it('reads front matter, known and unknown', () => {
    const { frontMatter } = analyse(
      '---\ndescription: >-\n  In two\n  lines\nicon: bolt\nhidden: true\ncover: a b.png\ncoverY: -12.5\nlayout:\n  outline:\n    visible: false\nother: [1]\n---\n',
    );
    expect(frontMatter).to.deep.include({
      description: 'In two lines',
      icon: 'bolt',
      hidden: true,
      cover: 'a b.png',
      coverY: -12.5,
      layout: { outline: { visible: false } },
    });
    expect(frontMatter.raw).to.deep.include({ other: [1] });
  });

  const noFrontMatter: [what: string, markdown: string, body: string][] = [
    ['a rule at the top', '---\n\ntext\n\n---\n', 'text'],
    ['no end', '---\na: 1\n', 'a: 1'],
    ['a list', '---\n- a\n---\n', 'a'],
  ];
  for (const [what, markdown, body] of noFrontMatter) {
    it(`sees no front matter in ${what}`, () => {
      const { frontMatter, sections } = analyse(markdown);
      expect(frontMatter.raw).to.deep.equal({});
      expect(sections.map(({ heading, body: text }) => heading + text).join('')).to.equal(body);
    });
  }

  it('reads front matter with mistakes, explosions and CRLF as far as it can', () => {
    expect(analyse('\uFEFF---\r\ndescription: a: b\r\nicon: x\r\n---\r\n# T\r\n')).to.deep.include({ title: 'T' });
    expect(analyse('---\ndescription: "x\n---\ntext').sections[0]!.body).to.equal('text');
    const bomb = `---\na: &a [1]\n${Array.from({ length: 20 }, (_, i) => `b${i}: &b${i} [${i ? `*b${i - 1},`.repeat(9) : '*a'}]`).join('\n')}\n---\ntext`;
    expect(analyse(bomb).sections[0]!.body).to.equal('text');
    expect(analyse(`---\na: ${'['.repeat(20_000)}\n---\ntext`).frontMatter.raw).to.be.an('object');
    expect(analyse('---\n__proto__: {hidden: true}\n---\n').frontMatter.hidden).to.equal(undefined);
  });

  it('finds links and images of Markdown as they were written', () => {
    expect(
      links(
        '[a](x%20y.md#z) [b](<c d.md> "t") ![alt *x*](i.png) [![](in.png)](out.md) <https://e.org> [r]\n\n[r]: ../r.md?a=1&amp;b\\_',
      ),
    ).to.deep.equal([
      ['link', 'x%20y.md#z', 'a'],
      ['link', 'c d.md', 'b'],
      ['image', 'i.png', 'alt x'],
      ['link', 'out.md', undefined],
      ['image', 'in.png', undefined],
      ['link', 'https://e.org', 'https://e.org'],
      ['link', '../r.md?a=1&b_', 'r'],
    ]);
  });

  it('finds the links of GitBook blocks', () => {
    const markdown = `{% content-ref url="a/b.md" %}
[b.md](a/b.md)
{% endcontent-ref %}

{% embed url="https://e.org/v" %}

* list
{% file src="../.gitbook/assets/f (1).pdf" %} Caption {% endfile %}

{% include "../.gitbook/includes/i.md" %}
{% openapi src="api.yaml" path="/x" method="get" %}
{% hint style="info" %}
Inside **hint**
{% endhint %}`;
    expect(links(markdown)).to.deep.equal([
      ['content-ref', 'a/b.md', undefined],
      ['link', 'a/b.md', 'b.md'],
      ['embed', 'https://e.org/v', undefined],
      ['file', '../.gitbook/assets/f (1).pdf', undefined],
      ['include', '../.gitbook/includes/i.md', undefined],
      ['openapi', 'api.yaml', undefined],
    ]);
    const { body } = analyse(markdown).sections[0]!;
    expect(body)
      .to.match(/Caption/)
      .and.match(/Inside hint/);
    expect(body).to.not.match(/[{}%*]/);
  });

  it('finds the links of HTML', () => {
    const markdown = `<figure><img src="a&amp;b.png" alt="Alt"><figcaption><p>Cap</p></figcaption></figure>

Text <a href='x.md'>in <b>line</b></a> <picture><source srcset="dark.png 2x, darker.png"><img src=light.png></picture>

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card</td><td><a href="cover.png">cover.png</a></td><td><a href="t.md">t.md</a></td></tr></tbody></table>

<script>var a = '<a href="no.md">';</script>
<a href="javascript:alert(1)">x</a><img src="data:image/png;base64,AAAA">`;
    expect(links(markdown)).to.deep.equal([
      ['image', 'a&b.png', undefined],
      ['link', 'x.md', 'in line'],
      ['image', 'dark.png', undefined],
      ['image', 'darker.png', undefined],
      ['image', 'light.png', undefined],
      ['image', 'cover.png', undefined],
      ['content-ref', 't.md', 't.md'],
    ]);
    expect(analyse(markdown).sections[0]!.body).to.not.match(/<|var a/);
  });

  it('takes custom anchors of headings', () => {
    const { sections, anchors } = analyse(
      '## Listing\uFEFF <a href="#list" id="list"></a>\n\n## Other {#custom}\n\n<span id="old"></span>\n\n## 日本語 «x»\n\n## ???',
    );
    expect(sections.map(({ heading, anchor }) => `${heading} #${anchor}`)).to.deep.equal([
      ' #',
      'Listing #list',
      'Other #custom',
      '日本語 «x» #日本語-x',
      '??? #section',
    ]);
    expect(anchors).to.include.members(['list', 'custom', 'old']);
  });

  it('takes text of tables, tabs and quotes', () => {
    const { sections } = analyse(
      '| a | b |\n|---|---|\n| c | *d* |\n\n{% tabs %}\n{% tab title="Node JS" %}\n> quoted\n{% endtab %}\n{% endtabs %}\n\n1. x\n   y',
    );
    expect(sections[0]!.body.replace(/\s+/g, ' ')).to.equal('a b c d Node JS quoted x y');
  });

  it('never throws, and needs little time, on any text', () => {
    fc.assert(
      fc.property(markdownText, (markdown) => {
        const { sections, links: found } = analyse(markdown);
        const anchors = sections.slice(1).map(({ anchor }) => anchor);
        expect(new Set(anchors).size).to.equal(anchors.length);
        expect(anchors).to.not.include('');
        for (const { destination } of found) expect(destination.trim()).to.not.equal('');
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time in proportion to the length of hostile text', function () {
    this.timeout(120_000);
    for (const piece of hostilePieces) {
      const started = performance.now();
      analyse(piece.repeat(Math.floor(200_000 / piece.length)));
      // Linear needs below half a second on a slow machine, quadratic minutes.
      expect(performance.now() - started, JSON.stringify(piece)).to.be.lessThan(5000);
    }
  });
});
