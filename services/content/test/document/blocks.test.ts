import { expect } from 'chai';
import { BlockReader } from '../../src/document/read-blocks.js';
import { readDocument } from '../../src/document/read-document.js';
import type { Block, Node } from '../../src/document/types.js';
import { type TokenNode, treeOf } from '../../src/document/token-tree.js';
import { writeDocument } from '../../src/document/write-document.js';
import { createTokenizer } from '../../src/markdown/tokenizer.js';

/** A document in short: `type{data}(what is in it)`, marks in front of their text. */
function outline(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') {
        return node.leaves
          .map(({ text, marks }) => marks.map(({ type }) => `${type}:`).join('') + JSON.stringify(text))
          .join(' ');
      }
      const data = Object.keys(node.data).length > 0 ? JSON.stringify(node.data).replace(/\\?"/g, '') : '';
      const fragments = node.object === 'block' ? (node.fragments ?? []) : [];
      const inner = [
        outline(node.nodes ?? []),
        ...fragments.map((part) => `${part.fragment}: ${outline(part.nodes)}`),
      ].filter((part) => part !== '');
      return `${node.type}${data}${inner.length > 0 ? `(${inner.join(' ')})` : ''}`;
    })
    .join(' ');
}

const cases: [name: string, markdown: string, expected: string][] = [
  ['headings, the lower ones with their level', '# A\n\n#### B', 'heading-1("A") heading-3{level:4}("B")'],
  ['a custom anchor', '## A <a href="#b" id="b"></a>', 'heading-2{id:b}("A")'],
  [
    'marks',
    '**b** _i_ ~~s~~ `c` <sup>u</sup><sub>d</sub> <kbd>k</kbd> <mark style="color:red;">r</mark>',
    'paragraph(bold:"b" " " italic:"i" " " strikethrough:"s" " " code:"c" " " superscript:"u" subscript:"d" " " keyboard:"k" " " color:"r")',
  ],
  ['marks in marks', '**a _b_** c', 'paragraph(bold:"a " bold:italic:"b" " c")'],
  ['line breaks', 'a\\\nb<br>c\nd', 'paragraph("a\\nb\\nc d")'],
  ['links', '[a **b**](c.md "d")', 'paragraph(link{ref:{kind:url,url:c.md},title:d}("a " bold:"b"))'],
  ['images in text', 'a ![b](c.png)', 'paragraph("a " inline-image{ref:{kind:url,url:c.png},alt:b})'],
  ['images', '![b](c.png)', 'images(image{ref:{kind:url,url:c.png},alt:b})'],
  [
    'figures',
    '<div align="left"><figure><img src="c.png" alt="" width="10"><figcaption><p>A <b>b</b></p></figcaption></figure></div>',
    'images{align:left}(image{ref:{kind:url,url:c.png},width:10}(caption: paragraph("A " bold:"b")))',
  ],
  [
    'lists',
    '3. a\n   * b',
    'list-ordered{start:3}(list-item(paragraph("a") list-unordered(list-item(paragraph("b")))))',
  ],
  [
    'tasks',
    '- [x] a\n- [ ] b',
    'list-tasks(list-item{checked:true}(paragraph("a")) list-item{checked:false}(paragraph("b")))',
  ],
  ['what only looks like a task', '- \\[ ] a', 'list-unordered(list-item(paragraph("[ ] a")))'],
  ['quotes', '> a\n> > b', 'blockquote(paragraph("a") blockquote(paragraph("b")))'],
  ['code', '```js\na\n\nb\n```', 'code{syntax:js}(code-line("a") code-line("") code-line("b"))'],
  [
    'code with a title',
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
    'code{syntax:js,title:a.js,overflow:wrap,lineNumbers:true}(code-line("a"))',
  ],
  ['hints', '{% hint style="warning" %}\na\n{% endhint %}', 'hint{style:warning}(paragraph("a"))'],
  [
    'tabs',
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}',
    'tabs(tabs-item{title:A}(paragraph("a")) tabs-item{title:B}(paragraph("b")))',
  ],
  [
    'steppers and columns',
    '{% stepper %}\n{% step %}\n### A\n{% endstep %}\n{% endstepper %}\n\n{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    'stepper(stepper-step(heading-3("A"))) columns(column{width:50%}(paragraph("a")))',
  ],
  [
    'a tab whose tabs are not whole',
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\nb\n{% endtabs %}',
    'markdown{markdown:{% tabs %}} markdown{markdown:{% tab title=A %}} paragraph("a") markdown{markdown:{% endtab %}} paragraph("b") markdown{markdown:{% endtabs %}}',
  ],
  [
    'a step alone',
    '{% step %}\na\n{% endstep %}',
    'markdown{markdown:{% step %}} paragraph("a") markdown{markdown:{% endstep %}}',
  ],
  [
    'expandables',
    '<details>\n\n<summary>A &amp; <b>b</b></summary>\n\nc\n\n</details>',
    'expandable(expandable-title: paragraph("A & " bold:"b") expandable-body: paragraph("c"))',
  ],
  [
    'references and embeds',
    '{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}\n\n{% embed url="https://e.test" %}\n\n{% file src="a.pdf" %}\nA caption\n{% endfile %}',
    'content-ref{ref:{kind:url,url:a.md}} embed{url:https://e.test} file{ref:{kind:url,url:a.pdf}}(caption: paragraph("A caption"))',
  ],
  ['math', '$$\nx^2_3\n$$\n\na $$y_1$$', 'math{formula:x^2_3} paragraph("a " inline-math{formula:y_1})'],
  ['dividers', '---', 'divider'],
  ['conditions', '{% if visitor.claims.beta %}\na\n{% endif %}', 'if{expression:visitor.claims.beta}(paragraph("a"))'],
  [
    'API operations',
    '{% openapi src="a.yaml" path="/b" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}',
    'swagger{ref:{kind:url,url:a.yaml},path:/b,method:get}',
  ],
  [
    'unknown tags and HTML',
    '{% foo a="b" %}\n\n<video src="a"></video>',
    'markdown{markdown:{% foo a=b %}} paragraph(markdown{markdown:<video src=a>} markdown{markdown:</video>})',
  ],
];

describe('readDocument', () => {
  for (const [name, markdown, expected] of cases) {
    it(`reads ${name}`, () => {
      const document = readDocument(markdown);
      expect(outline(document.nodes)).to.equal(expected);
      expect(outline(readDocument(writeDocument(document)).nodes), 'written and read again').to.equal(
        outline(document.nodes),
      );
    });
  }

  it('leaves front matter out, and reads nothing as an empty paragraph', () => {
    expect(outline(readDocument('---\ndescription: a\n---\nb').nodes)).to.equal('paragraph("b")');
    expect(outline(readDocument('').nodes)).to.equal('paragraph("")');
  });

  it('reads tables, and cards with what their columns mean', () => {
    const [grid, cards] = readDocument(
      '| A | B |\n|:-:|---|\n| **a** | `x\\|y` |\n\n<table data-view="cards" data-card-size="large"><thead><tr><th>T</th><th data-hidden data-card-target data-type="content-ref">L</th></tr></thead><tbody><tr><td>One</td><td><a href="one.md">one.md</a></td></tr></tbody></table>',
    ).nodes as [Block, Block];
    expect(grid.data).to.deep.equal({
      view: { type: 'grid', hideHeader: false, columns: ['c1', 'c2'] },
      records: { r1: { orderIndex: '000001', values: { c1: 'r1-c1', c2: 'r1-c2' } } },
      definition: {
        c1: { id: 'c1', title: 'A', type: 'text', textAlignment: 'center' },
        c2: { id: 'c2', title: 'B', type: 'text', textAlignment: 'left' },
      },
    });
    expect(outline([grid])).to.contain('r1-c1: paragraph(bold:"a") r1-c2: paragraph(code:"x|y")');
    expect(cards.data).to.deep.include({
      view: { type: 'cards', cardSize: 'large', targetDefinition: 'c2', columns: ['c1'] },
      records: { r1: { orderIndex: '000001', values: { c1: 'r1-c1', c2: { kind: 'url', url: 'one.md' } } } },
    });
  });
});

describe('BlockReader', () => {
  const nests = {
    'tags that nobody knows': ['{% foo %}', '{% endfoo %}'],
    'tabs in tabs': ['{% tabs %}\n{% tab %}', '{% endtab %}\n{% endtabs %}'],
    'embeds of nothing': ['{% embed %}', '{% endembed %}'],
    'expandables without a summary': ['<details>\n', '</details>\n'],
  };
  for (const [what, [open, close]] of Object.entries(nests)) {
    it(`copies each block a few times at most, however deep ${what} are nested`, () => {
      let copied = 0;
      class Siblings extends Array<TokenNode> {
        override slice(start?: number, end?: number) {
          const copy = super.slice(start, end);
          copied += copy.length;
          return copy;
        }
      }
      const source = `${`${open}\n`.repeat(800)}\n${`${close}\n`.repeat(800)}`;
      const siblings = Siblings.from(treeOf(createTokenizer().parse(source, {})));
      new BlockReader().read(siblings);
      expect(copied).to.be.at.most(16 * siblings.length);
    });
  }
});

describe('writeDocument', () => {
  it('writes what a person would write', () => {
    const markdown = [
      '# Title',
      'A **bold** and _italic_ text with `code`, snake_case and [a link](other.md#part).',
      '- one\n- two\n  - three',
      '1. first\n2. second',
      '| A | B |\n| --- | ---: |\n| a | b |',
      '> quoted',
      '```ts\nconst a = 1;\n```',
      '{% hint style="info" %}\nHinted\n{% endhint %}',
    ].join('\n\n');
    expect(writeDocument(readDocument(markdown))).to.equal(`${markdown}\n`);
  });

  it('keeps lists apart that follow each other', () => {
    const document = readDocument('- a\n\n* b\n\n- c');
    expect(document.nodes).to.have.length(3);
    expect(readDocument(writeDocument(document)).nodes).to.have.length(3);
  });
});
