import type { PageChange } from '@quire/contract';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { editor, idsOf, insertPage, updatePage } from '../editor.js';

describe('revert_page in batches of edits', () => {
  const content = contentService();
  const { make, written } = editor(content);

  it('gives a changed page its fields and text back, where it stands', async () => {
    const { edit, ids, admin, main, outline, client } = await written({ One: 'Then.\n', Two: '' });
    const { revision } = (await client.get(main)).body;
    await edit(
      updatePage(ids.One, { title: 'Now', emoji: '🐢', slug: 'now', document: { markdown: 'Now.\n' }, into: ids.Two }),
    );
    await edit(insertPage('Later'));
    await edit({ operation: 'revert_page', page: ids.One, revision });
    expect(await outline()).to.deep.equal(['Two (two)', '  One (one)', 'Later (later)']);
    expect(await make.markdown(admin, main, ids.One!)).to.equal('Then.\n');
    expect((await client.get(`${main}/content/page/${ids.One}`)).body).not.to.have.property('emoji');
  });

  it('brings a deleted page back with what was below it, after its former neighbour', async () => {
    const { edit, ids, main, outline, client } = await written({ One: '', Two: '', Three: '' });
    await edit(insertPage('Child', { into: ids.Two, ref: 'c' }), insertPage('Grandchild', { into: 'c' }));
    const before = await outline();
    const { revision } = (await client.get(main)).body;
    await edit({ operation: 'delete_page', page: ids.Two }, insertPage('New', { at: 0 }));
    const { changes } = await edit({ operation: 'revert_page', page: ids.Two, revision });
    expect(changes.map(({ object }: PageChange) => object)).to.deep.equal(Array(3).fill('created_page'));
    expect(await outline()).to.deep.equal(['New (new)', ...before]);
    await edit(
      insertPage('Slug', { into: ids.Two }),
      { operation: 'delete_page', page: ids.Two },
      { operation: 'revert_page', page: ids.Two, revision },
    );
    expect(await outline(), 'in one batch').to.deep.equal(['New (new)', ...before]);
  });

  it('removes a page that was not there, and without a revision goes back to main', async () => {
    const { edit, ids, admin, spaceId, main, outline, client } = await written({ One: '' });
    const { revision } = (await client.get(main)).body;
    const [late] = idsOf((await edit(insertPage('Late'))).changes);
    await edit({ operation: 'revert_page', page: late, revision });
    expect(await outline()).to.deep.equal(['One (one)']);

    const { path } = await make.changeRequest(admin, spaceId, [
      insertPage('Ours'),
      updatePage(ids.One, { title: 'Ours' }),
    ]);
    const ours = (await make.outline(admin, path))[1]!;
    expect(ours).to.equal('Ours (ours)');
    const { body } = await client.get(`${path}/content/pages`);
    await make.edit(admin, path, [
      { operation: 'revert_page', page: body.pages[1].id },
      { operation: 'revert_page', page: ids.One },
    ]);
    expect(await make.outline(admin, path)).to.deep.equal(['One (one)']);
  });

  it('reverts single blocks, and the links in them lead where they led', async () => {
    const { edit, ids, admin, main, references, client, refuse } = await written({ One: '', Two: '', Three: '' });
    const text = (link: string, last: string) => `First.\n\nSee [it](${link}).\n\n${last}\n`;
    await edit(updatePage(ids.One, { document: { markdown: text('two.md', 'Last.') } }));
    const { revision } = (await client.get(main)).body;
    const led = await references(ids.One!);
    expect(led['two.md']).to.deep.equal({ kind: 'page', page: ids.Two });
    await edit(
      updatePage(ids.Two, { slug: 'renamed' }),
      updatePage(ids.One, { title: 'New', document: { markdown: text('three.md', 'Very last.') } }),
    );
    const page = `${main}/content/page/${ids.One}?format=document`;
    const { nodes } = (await client.get(page)).body.document;
    const before = (await client.get(page)).body.updatedAt;
    content.now = new Date(content.now.getTime() + 1_000);
    const { changes } = await edit({ operation: 'revert_page', page: ids.One, revision, block: [nodes[1].key] });
    expect(changes.map(({ object }: PageChange) => object)).to.deep.equal(['updated_page']);
    expect(await make.markdown(admin, main, ids.One!)).to.equal(text('two.md', 'Very last.'));
    expect(await references(ids.One!)).to.deep.equal(led);
    const now = (await client.get(page)).body;
    expect(now.title).to.equal('New');
    expect(now.updatedAt > before).to.equal(true);

    const unknown = await refuse(400, {
      operation: 'revert_page',
      page: ids.One,
      revision,
      block: [nodes[0].key, 'no'],
    });
    expect(unknown.paths).to.deep.equal(['body.changes.0.block.1']);
    await edit({ operation: 'delete_page', page: ids.One });
    const gone = await refuse(400, { operation: 'revert_page', page: ids.One, revision, block: [nodes[0].key] });
    expect(gone.paths).to.deep.equal(['body.changes.0.page']);
  });
});
