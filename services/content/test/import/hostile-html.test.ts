import { expect } from 'chai';
import { toMarkdown } from '../../src/import/html/to-markdown.js';
import { Unreadable } from '../../src/import/html/unreadable.js';
import { analyse } from '../../src/markdown/parse.js';
import { createTokenizer, TEMPLATE_TAG } from '../../src/markdown/tokenizer.js';
import { safeLink } from '../../src/import/convert/documents.js';

const convert = (html: string) =>
  toMarkdown({ html, name: 'Page', anchors: new Set(), link: safeLink, image: safeLink }).markdown;

describe('toMarkdown', () => {
  const harmless: Record<string, string> = {
    'a script': '<script>alert(1)</script>x',
    'a style sheet': '<style>p{background:url(//t)}</style>x',
    'event handlers': '<p onclick="alert(1)" style="background:url(//t)">x</p>',
    'a script in an address': '<a href="JaVa\tScript:alert(1)">x</a>',
    'a script in a vector image': '<svg onload="alert(1)"><script>alert(1)</script></svg>x',
    'a script in an image': '<img src="javascript:alert(1)">x',
    'a frame that counts readers': '<iframe src="https://t.example/alert"></iframe>x',
    'a picture of one pixel': '<img src="https://t.example/alert.gif" width="1" height="1">x',
    'a hidden picture': '<img src="https://t.example/alert.gif" style="display: none">x',
    'what only shows without scripts': '<noscript><img src="https://t.example/alert"></noscript>x',
    'an object and an embed': '<object data="alert"></object><embed src="alert">x',
    'a form': '<form action="https://t.example/alert"><input value="alert"><button>alert</button>x</form>',
    'a comment': '<!-- alert -->x',
    'a base, a meta and a link':
      '<base href="https://alert/"><meta http-equiv="refresh" content="0;alert"><link href="alert">x',
    'a template': '<template><p>alert</p></template>x',
    'what nobody sees': '<p hidden>alert</p><p aria-hidden="true">alert</p>x',
    'elements that are named as ours':
      '<hint style=\'" %}alert\'>x</hint><player url="alert"></player><formula tex="alert"></formula>',
  };
  for (const [what, html] of Object.entries(harmless)) {
    it(`leaves nothing of ${what}`, () => {
      expect(convert(html)).to.equal('# Page\n\nx\n');
    });
  }

  for (const text of [
    '{% hint style="info" %}',
    '{% embed url="https://t.example" %}',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '$$x$$',
    '[a](javascript:alert(1))',
    '![a](https://t.example)',
    '---\ntitle: x\n---',
    '# not a heading',
    '```\nnot code',
    '* * *',
    '&lt;b&gt; &amp;amp;',
    '| a | b |\n| - | - |',
    '1. one',
    '<https://t.example>',
    '\\{% x %}',
  ]) {
    it(`keeps text that looks like Markdown as text: ${JSON.stringify(text)}`, () => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const markdown = convert(`<div>${escaped}</div>`);
      const tokens = createTokenizer().parse(markdown, {});
      const kinds = tokens.map(({ type }) => type);
      expect(kinds).to.deep.equal([
        'heading_open',
        'inline',
        'heading_close',
        'paragraph_open',
        'inline',
        'paragraph_close',
      ]);
      const inline = tokens[4]!.children!.map(({ type }) => type);
      expect(inline).not.to.include.members([TEMPLATE_TAG]);
      expect(
        inline.filter((type) => /html|image|link/.test(type)),
        markdown,
      ).to.deep.equal([]);
      expect(analyse(markdown).sections[0]!.body).to.equal(text.replace(/\s+/g, ' '));
    });
  }

  const large: Record<string, string> = {
    '10,000 elements in each other': `${'<div>'.repeat(10_000)}x`,
    '10,000 that close in the wrong order': '<span><div></span></div>'.repeat(10_000),
    'a million brackets': '<a'.repeat(1_000_000),
    'formats that are never closed': Array.from({ length: 5_000 }, (_, index) => `<p><font color="${index}">x`).join(
      '',
    ),
    'more than 8 MiB': 'x'.repeat(9 * 1024 * 1024),
    'a hundred thousand rows that are never closed': `<table>${'<tr>'.repeat(200_000)}`,
  };
  for (const [what, html] of Object.entries(large)) {
    it(`gives up on ${what}, or reads it, but never fails otherwise`, () => {
      try {
        expect(convert(html)).to.be.a('string');
      } catch (error) {
        expect(error).to.be.instanceOf(Unreadable);
      }
    });
  }

  it('reads 5 MB in one line', () => {
    const markdown = convert(`<p>${'a*b_c [x] '.repeat(500_000)}</p>`);
    expect(markdown.length).to.be.greaterThan(5_000_000);
  });

  it('keeps a table within its limits, however far its cells span', () => {
    const markdown = convert(
      '<table><tr><th>a</th></tr><tr><td colspan="1000000000" rowspan="1000000000">b</td></tr></table>',
    );
    expect(markdown.length).to.be.below(500);
    const wide = convert(`<table><tr>${'<td>c</td>'.repeat(500)}</tr></table>`);
    expect(wide).to.equal(`# Page\n\n${Array(500).fill('c').join(' ')}\n`);
  });

  it('has no entities to expand', () => {
    expect(convert('<!DOCTYPE html [<!ENTITY a "bomb">]>&a;&a;')).not.to.match(/bomb(?!")/);
  });

  it('knows the words of other tools', () => {
    expect(convert('<aside class="admonition tip"><p class="admonition-title">Tip</p><p>Try.</p></aside>')).to.contain(
      '{% hint style="success" %}\n\nTry.\n\n{% endhint %}',
    );
    expect(
      convert(
        '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Hot</p><p>Care.</p></div>',
      ),
    ).to.contain('{% hint style="warning" %}\n\n**Hot**\n\nCare.\n\n{% endhint %}');
    expect(convert('<div class="highlight-source-ruby"><pre>puts 1</pre></div>')).to.contain('puts 1');
    expect(convert('<pre><code class="hljs language-ts">let a;</code></pre>')).to.contain('```ts\nlet a;\n```');
    expect(
      convert('<figure><img src="https://e.com/a.png" alt="A"><figcaption>Words &lt;b&gt;</figcaption></figure>'),
    ).to.contain(
      '<figure><img src="https://e.com/a.png" alt="A"><figcaption><p>Words &lt;b&gt;</p></figcaption></figure>',
    );
    expect(convert('<iframe src="https://www.youtube.com/embed/a?b=%22%7D"></iframe>')).to.contain(
      '{% embed url="https://www.youtube.com/embed/a?b=%22%7D" %}',
    );
    expect(convert('<p>H<sub>2</sub>O <kbd>Ctrl</kbd> <del>x</del></p>')).to.contain(
      'H<sub>2</sub>O <kbd>Ctrl</kbd> ~~x~~',
    );
  });
});
