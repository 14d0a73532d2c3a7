import { expect } from 'chai';
import { dot, planOfFile, planOfZip, referencesOf, textOf } from './plan-of-source.js';
import { outlineOf, rejection, zipOf } from './zips.js';

const id = (digit: number) => String(digit).repeat(32);

describe('import from exports', () => {
  describe('github-wiki', () => {
    const wiki = {
      'acme.wiki/Home.md':
        'See [[First Steps]], [[the steps|First-Steps#run-it]], [[Missing Page]], [steps](First-Steps).\n\n[[dot.png|alt=A dot]] `[[First Steps]]`\n\n```\n[[First Steps]]\n```\n',
      'acme.wiki/First-Steps.md': '# Steps\n\n## Run it\n\nBack [[home]], or [[out|https://example.com/]].\n',
      'acme.wiki/deep/Other.md': 'Other, see [[First Steps]].\n',
      'acme.wiki/Old.textile': 'h1. Old',
      'acme.wiki/_Sidebar.md': '# Acme\n\n* [[Start|Home]]\n* [[First Steps]]\n* [Web](https://example.com)\n',
      'acme.wiki/_Footer.md': 'Footer',
      'acme.wiki/dot.png': dot,
    };

    it('takes the sidebar as table of contents and links by the names of pages', async () => {
      const plan = await planOfZip('github-wiki', wiki);
      expect(outlineOf(plan.pages)).to.deep.equal([
        'Start (home)',
        'First Steps (first-steps)',
        'Web (https://example.com)',
        'Other (other)',
      ]);
      expect(textOf(plan, 'Home.md')).to.equal(
        'See [First Steps](First-Steps.md), [the steps](First-Steps.md#run-it), Missing Page, [steps](First-Steps).\n\n![A dot](<dot.png>) `[[First Steps]]`\n\n```\n[[First Steps]]\n```\n',
      );
      expect(textOf(plan, 'deep/Other.md')).to.equal('Other, see [First Steps](../First-Steps.md).\n');
      expect(textOf(plan, 'First-Steps.md')).to.contain('Back [home](Home.md), or [out](<https://example.com/>).');
      expect(referencesOf(plan, 'Home.md')).to.deep.include({
        kind: 'page',
        sourcePath: 'First-Steps.md',
        anchor: 'run-it',
      });
      expect(plan.warnings).to.deep.equal([{ path: 'Old.textile', message: 'is not Markdown and was left out.' }]);
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([5, 6]);
    });

    it('lists all pages, Home first, without a sidebar', async () => {
      const plan = await planOfZip('github-wiki', { 'B-page.md': 'b', 'Home.md': 'h', 'A-page.md': 'a' });
      expect(outlineOf(plan.pages)).to.deep.equal(['Home (home)', 'A page (a-page)', 'B page (b-page)']);
    });

    it('needs no time to speak of for a page of brackets or backticks', async () => {
      for (const text of ['[['.repeat(100_000), '`` ` '.repeat(50_000), '[[a|'.repeat(50_000)]) {
        const plan = await planOfFile(
          'github-wiki',
          await zipOf({ 'Home.md': `${text}\n${Math.random()}`, 'x.bin': noise }),
        );
        expect(plan.pages).to.have.length(1);
      }
    });
  });

  describe('confluence', () => {
    const page = (title: string, body: string) =>
      `<html><head><title>Acme : ${title}</title><script src="x.js"></script></head><body><div id="page"><div id="main"><div id="main-header"><ol id="breadcrumbs"><li><a href="index.html">Acme</a></li></ol><h1 id="title-heading" class="pagetitle"><span id="title-text"> Acme : ${title} </span></h1></div><div id="content" class="view"><div class="page-metadata">Created by Ada</div><div id="main-content" class="wiki-content group">${body}</div><div class="pageSection group"><h2 id="attachments">Attachments:</h2></div></div></div></div></body></html>`;
    const space = {
      'ACME/index.html':
        '<html><body><div id="content"><h2>Space Details:</h2><table><tr><td>Key</td></tr></table><div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a> <img src="images/icons/contenttypes/home_page_16.png"/><ul><li><a href="Install_2.html">Install</a><ul><li><a href="3.html">Größe</a></li></ul></li><li><a href="Gone_9.html">Gone</a></li></ul></li></ul></div></div></body></html>',
      'ACME/Home_1.html': page(
        'Home',
        '<h1 id="Home-Intro">Intro</h1><p>See <a href="Install_2.html#Install-Run">install</a>.</p>' +
          '<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Take care</p><span class="aui-icon aui-icon-small"></span><div class="confluence-information-macro-body"><p>Hot.</p></div></div>' +
          '<div class="toc-macro"><ul><li><a href="#Home-Intro">Intro</a></li></ul></div>' +
          '<div id="expander-1" class="expand-container"><div id="expander-control-1" class="expand-control"><span class="expand-control-icon">&nbsp;</span><span class="expand-control-text">More</span></div><div id="expander-content-1" class="expand-content"><p>Inside.</p></div></div>' +
          '<ul class="inline-task-list"><li class="checked"><span>Done</span></li><li><span>Open</span></li></ul>' +
          '<div class="panel" style="border-width: 1px;"><div class="panelHeader"><b>Panel</b></div><div class="panelContent"><p>Words.</p></div></div>',
      ),
      'ACME/Install_2.html': page(
        'Install',
        '<h2 id="Install-Run">Run</h2><div class="code panel pdl"><div class="codeHeader panelHeader pdl"><b>run.sh</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false">echo 1\necho 2</pre></div></div><p><img class="confluence-embedded-image" src="attachments/2/5.png" alt="dot"></p>' +
          '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh">A</th></tr><tr><td class="confluenceTd"><p>x</p><p>y</p></td></tr></tbody></table></div>',
      ),
      'ACME/3.html': page('Größe', '<p>Three.</p>'),
      'ACME/Loose_4.html': page('Loose', '<p>Not listed.</p>'),
      'ACME/attachments/2/5.png': dot,
      'ACME/attachments/2/6.pdf': '%PDF-1.4',
      'ACME/images/icons/bullet.gif': dot,
      'ACME/styles/site.css': '',
    };

    it('takes the tree of its index, what macros say, code, pictures and attachments', async () => {
      const plan = await planOfZip('confluence', space);
      expect(outlineOf(plan.pages)).to.deep.equal([
        'Home (home)',
        '  Install (install)',
        '    Größe (größe)',
        'Loose (loose_4)',
      ]);
      expect(textOf(plan, 'Home_1.md')).to.equal(
        '# Home\n\n# Intro <a href="#Home-Intro" id="Home-Intro"></a>\n\nSee [install](Install_2.md#Install-Run).\n\n' +
          '{% hint style="danger" %}\n\n**Take care**\n\nHot.\n\n{% endhint %}\n\n<details>\n\n<summary>More</summary>\n\nInside.\n\n</details>\n\n' +
          '* [x] Done\n* [ ] Open\n\n{% hint style="info" %}\n\n**Panel**\n\nWords.\n\n{% endhint %}\n',
      );
      expect(textOf(plan, 'Install_2.md')).to.equal(
        '# Install\n\n## Run <a href="#Install-Run" id="Install-Run"></a>\n\n{% code title="run.sh" %}\n\n```bash\necho 1\necho 2\n```\n\n{% endcode %}\n\n![dot](attachments/2/5.png)\n\n| A |\n| - |\n| x<br>y |\n',
      );
      expect(plan.files.map(({ sourcePath }) => sourcePath)).to.have.members([
        'attachments/2/5.png',
        'attachments/2/6.pdf',
      ]);
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([6, 6]);
    });

    it('refuses an export as XML and what is no zip file', async () => {
      expect((await rejection(planOfZip('confluence', { 'entities.xml': '<x/>' }))).message).to.match(
        /Export the space as HTML/,
      );
      expect((await rejection(planOfFile('confluence', '<html>'))).message).to.match(/no zip file/);
    });
  });

  describe('notion', () => {
    const markdown = {
      [`Handbook ${id(1)}.md`]: `# Handbook\n\n<aside>\n💡 Read this.\n\n</aside>\n\n[Rules](Handbook/Rules%20${id(2)}.md) ![](Handbook/dot.png)\n`,
      [`Handbook/Rules ${id(2)}.md`]: `# Rules\n\nBack to [Handbook](../Handbook%20${id(1)}.md).\n`,
      [`Handbook/Tasks ${id(3)}.csv`]: '\uFEFFName,Done\nWrite,No\n',
      [`Handbook/Tasks ${id(3)}_all.csv`]: '\uFEFFName,Done,"Not | e"\nWrite,No,"a, ""b""\nc"\n<b>,Yes,\n',
      [`Handbook/Tasks/Write ${id(4)}.md`]: '# Write\n\nDone: No\n',
      'Handbook/dot.png': dot,
    };

    it('takes an export as Markdown: the tree, callouts, databases as tables that lead to their rows', async () => {
      const plan = await planOfZip('notion', markdown);
      expect(outlineOf(plan.pages)).to.deep.equal([
        'Handbook (handbook)',
        '  Rules (rules)',
        '  Tasks (tasks)',
        '    Write (write)',
      ]);
      expect(textOf(plan, `Handbook ${id(1)}.md`)).to.contain(
        '{% hint style="info" %}\n💡 Read this.\n\n{% endhint %}',
      );
      expect(textOf(plan, `Handbook/Tasks ${id(3)}.md`)).to.equal(
        `# Tasks\n\n| Name | Done | Not \\| e |\n| --- | --- | --- |\n| [Write](Tasks/Write%20${id(4)}.md) | No | a, "b" c |\n| \\<b\\> | Yes |  |\n`,
      );
      expect(referencesOf(plan, `Handbook/Tasks ${id(3)}.md`)).to.deep.equal([
        { kind: 'page', sourcePath: `Handbook/Tasks/Write ${id(4)}.md` },
      ]);
      expect(referencesOf(plan, `Handbook ${id(1)}.md`)).to.have.length(2);
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([5, 5]);
    });

    it('takes the zip file inside of the one that Notion sends', async () => {
      const plan = await planOfZip('notion', { 'ExportBlock-1-Part-1.zip': await zipOf(markdown) });
      expect(plan.pages).to.have.length(1);
      expect(plan.importedResources).to.equal(5);
    });

    it('takes an export as HTML: toggles, callouts, tasks, code, formulas, bookmarks', async () => {
      const page =
        '<html><head><title>Top</title><style>.x{}</style></head><body><article id="a" class="page sans"><header><h1 class="page-title">Top</h1></header><div class="page-body">' +
        '<ul class="toggle"><li><details open=""><summary>More</summary><p>Inside.</p></details></li></ul>' +
        '<figure class="callout" style="white-space:pre-wrap"><div style="font-size:1.5em"><span class="icon">⚠️</span></div><div style="width:100%">Hot</div></figure>' +
        '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Done</span></li></ul>' +
        '<pre class="code"><code class="language-JavaScript">let a = 1;</code></pre>' +
        '<figure class="equation"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></figure>' +
        `<figure class="link-to-page"><a href="Top/Sub%20${id(2)}.html">Sub</a></figure>` +
        '<figure class="image"><a href="Top/dot.png"><img src="Top/dot.png"/></a></figure></div></article></body></html>';
      const plan = await planOfZip('notion', {
        'index.html': '<a href="x">index</a>',
        [`Top ${id(1)}.html`]: page,
        [`Top/Sub ${id(2)}.html`]: '<article><h1 class="page-title">Sub</h1></article>',
        'Top/dot.png': dot,
      });
      expect(outlineOf(plan.pages)).to.deep.equal(['Top (top)', '  Sub (sub)']);
      expect(textOf(plan, `Top ${id(1)}.md`)).to.equal(
        `# Top\n\n<details>\n\n<summary>More</summary>\n\nInside.\n\n</details>\n\n{% hint style="warning" %}\n\nHot\n\n{% endhint %}\n\n* [x] Done\n\n\`\`\`javascript\nlet a = 1;\n\`\`\`\n\n$$x^2$$\n\n[Sub](Top/Sub%20${id(2)}.md)\n\n![](Top/dot.png)\n`,
      );
      expect([plan.importedResources, plan.totalResources]).to.deep.equal([3, 3]);
    });
  });
});

/** Keeps an archive of repetitions from looking like a bomb. */
const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * 7919) % 251));
