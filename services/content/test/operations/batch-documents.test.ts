import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { editor, idsOf, insertPage, updatePage } from '../editor.js';

const text = (value: string, ...marks: string[]) => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks: marks.map((type) => ({ object: 'mark', type })) }],
});
const block = (type: string, nodes: object[], data: object = {}) => ({ object: 'block', type, data, nodes });
const paragraph = (...nodes: object[]) => block('paragraph', nodes);
const document = (...nodes: object[]) => ({ document: { document: { object: 'document', data: {}, nodes } } });

describe('JSON documents of pages', () => {
  const { written } = editor(contentService());

  const space = async () => {
    const made = await written({ Home: '# Home\n', Guide: '# Guide\n' });
    const read = async (id: string, format: string) =>
      (await made.client.get(`${made.main}/content/page/${id}`, { query: { format }, expect: 200 })).body;
    return { ...made, read };
  };

  it('updateSpaceContent stores one as Markdown, and getPageById answers either', async () => {
    const { edit, ids, read } = await space();
    const link = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'page', page: ids.Guide } },
      nodes: [text('the guide', 'bold')],
    };
    const { changes } = await edit(
      insertPage('New', document(block('heading-2', [text('Part')]), paragraph(text('See '), link, text('.')))),
    );
    const [id] = idsOf(changes);
    expect((await read(id!, 'markdown')).markdown).to.equal(`## Part\n\nSee [**the guide**](/pages/${ids.Guide}).\n`);
    const [heading, sentence] = (await read(id!, 'document')).document.nodes;
    expect(heading).to.deep.include({ type: 'heading-2' });
    expect(sentence.nodes[1].data).to.deep.equal({ ref: { kind: 'page', page: ids.Guide } });
  });

  it('writing back what was read changes nothing', async () => {
    const { client, main, ids, read, edit } = await space();
    const markdown = 'One [two](/pages/' + ids.Guide + '#x).\n\n- three\n- [four](https://four.test)\n';
    await edit(updatePage(ids.Home, { document: { markdown } }));
    const before = (await client.get(`${main}/content/pages`)).body;
    const { document: asJson } = await read(ids.Home!, 'document');
    expect(asJson.nodes[0].nodes[1].data.ref).to.deep.equal({ kind: 'anchor', page: ids.Guide, anchor: 'x' });
    await edit(updatePage(ids.Home, { document: { document: asJson } }));
    expect((await client.get(`${main}/content/pages`)).body.pages[0].documentId).to.equal(before.pages[0].documentId);
    expect((await read(ids.Home!, 'markdown')).markdown).to.equal(markdown);
  });

  it('updateSpaceContent refuses what is no document, names the place and changes nothing', async () => {
    const { refuse } = await space();
    const deep = Array.from({ length: 120 }).reduce<object>(
      (inner) => block('blockquote', [inner]),
      paragraph(text('a')),
    );
    const at = 'body.changes.0.document.document';
    for (const [nodes, path] of [
      [[{ object: 'block', type: 'nonsense' }], `${at}.nodes.0`],
      [[text('a')], `${at}.nodes.0`],
      [[paragraph(block('paragraph', []))], `${at}.nodes.0.nodes.0`],
      [[paragraph(text('a', 'blink'))], `${at}.nodes.0.nodes.0.leaves.0.marks.0.type`],
      [[block('list-unordered', [])], `${at}.nodes.0.nodes`],
      [[block('list-unordered', [paragraph(text('a'))])], `${at}.nodes.0.nodes.0`],
      [[block('list-item', [paragraph(text('a'))])], `${at}.nodes.0`],
      [[block('paragraph', [{ object: 'text' }])], `${at}.nodes.0.nodes.0.leaves`],
      [[deep], at],
    ] as const) {
      const { paths } = await refuse(400, insertPage('New', document(...nodes)));
      expect(paths[0], JSON.stringify(nodes).slice(0, 80)).to.satisfy((found: string) => found.startsWith(path));
    }
  });
});
