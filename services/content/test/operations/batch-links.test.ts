import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { editor, idsOf, insertPage, updatePage } from '../editor.js';

describe('links in batches of edits', () => {
  const content = contentService();
  const { written } = editor(content);

  it('links between inserted pages and files are references, in any order', async () => {
    const { edit, references } = await written();
    const { changes, insertedFiles } = await edit(
      insertPage('A', {
        ref: 'a',
        document: { markdown: '[b](b) [b](./b.md#part) ![f](f) [no](nope) [o](constructor) [](__proto__)' },
      }),
      insertPage('B', { ref: 'b', document: { markdown: '[a](a)' } }),
      {
        operation: 'insert_files',
        files: [{ ref: 'f', name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }],
      },
    );
    const [a, b] = idsOf(changes);
    expect(await references(a!)).to.deep.equal({
      b: { kind: 'page', page: b },
      './b.md#part': { kind: 'page', page: b, anchor: 'part' },
      f: { kind: 'file', file: insertedFiles[0].id },
    });
    expect(await references(b!)).to.deep.equal({ a: { kind: 'page', page: a } });
  });

  it('a page may be called like something every object has', async () => {
    const { edit, references } = await written();
    const { changes } = await edit(
      insertPage('A', { document: { markdown: '[c](constructor.md) [p](__proto__.md) [t](toString)' } }),
      insertPage('constructor', { ref: 'toString' }),
      insertPage('__proto__', { ref: '__proto__' }),
    );
    const [a, constructor, proto] = idsOf(changes);
    const found = await references(a!);
    expect(Object.entries(found)).to.deep.equal(
      [
        ['constructor.md', { kind: 'page', page: constructor }],
        ['__proto__.md', { kind: 'page', page: proto }],
        ['toString', { kind: 'page', page: constructor }],
      ].sort(([one], [other]) => (one! < other! ? -1 : 1)),
    );
  });

  it('references survive when the target is renamed and moved, and when the text is edited after that', async () => {
    const { edit, references, ids } = await written({ One: '', Two: '' });
    const markdown = '[two](two.md) and [two](/pages/two.md#x)';
    await edit(updatePage(ids.One, { document: { markdown } }));
    const expected = {
      'two.md': { kind: 'page', page: ids.Two },
      '/pages/two.md#x': { kind: 'page', page: ids.Two, anchor: 'x' },
    };
    expect(await references(ids.One!)).to.deep.equal(expected);
    await edit(insertPage('Group', { ref: 'g' }), updatePage(ids.Two, { slug: 'zwei', title: 'Zwei', into: 'g' }));
    expect(await references(ids.One!)).to.deep.equal(expected);
    await edit(updatePage(ids.One, { document: { markdown: `More: ${markdown}` } }), insertPage('Two'));
    expect(await references(ids.One!)).to.deep.equal(expected);
    await edit({ operation: 'delete_page', page: ids.Two });
    await edit(updatePage(ids.One, { document: { markdown: 'Only [two](zwei.md)' } }));
    expect(await references(ids.One!)).to.deep.equal({});
  });

  it('ids work as links: /pages/<id> and /files/<id>', async () => {
    const { edit, references, ids } = await written({ One: '', Two: '' });
    const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
    const { insertedFiles } = await edit({ operation: 'insert_files', files });
    const [two, file] = [`/pages/${ids.Two}#x`, `/files/${insertedFiles[0].id}`];
    await edit(updatePage(ids.One, { document: { markdown: `[t](${two}) ![f](${file}) [n](/pages/nope)` } }));
    expect(await references(ids.One!)).to.deep.equal({
      [two]: { kind: 'page', page: ids.Two, anchor: 'x' },
      [file]: { kind: 'file', file: insertedFiles[0].id },
    });
  });

  it('a ref is used once, and before it is needed for a place', async () => {
    const { refuse } = await written();
    const file = (ref: string) => ({ ref, name: 'a', contentType: 'text/plain', base64: '' });
    expect((await refuse(400, insertPage('A', { ref: 'x' }), insertPage('B', { ref: 'x' }))).paths).to.deep.equal([
      'body.changes.1.ref',
    ]);
    const twice = { operation: 'insert_files', files: [file('x'), file('x')] };
    expect((await refuse(400, twice)).paths).to.deep.equal(['body.changes.0.files.1.ref']);
    const mixed = { operation: 'insert_files', files: [file('x')] };
    expect((await refuse(400, insertPage('A', { ref: 'x' }), mixed)).paths).to.deep.equal([
      'body.changes.1.files.0.ref',
    ]);
    const early = await refuse(400, insertPage('A', { into: 'later' }), insertPage('B', { ref: 'later' }));
    expect(early.paths).to.deep.equal(['body.changes.0.into']);
  });
});
