import type { RevisionFile } from '@quire/contract';
import { expect } from 'chai';
import { contentService, publicUrl } from '../content-service.js';
import { editor, idsOf, insertPage, updatePage } from '../editor.js';

describe('batches of edits', () => {
  const content = contentService();
  const { make, written } = editor(content);

  it('updateSpaceContent does all five operations and tells about each page once', async () => {
    const { edit, ids, main, outline } = await written({ One: '1', Two: '2', Three: '3' });
    await edit(updatePage(ids.Three, { title: 'Changed' }));
    const body = await edit(
      { operation: 'insert_files', files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }] },
      insertPage('Four', { ref: 'four' }),
      updatePage(ids.One, { title: 'First', into: 'four' }),
      { operation: 'delete_page', page: ids.Two },
      { operation: 'revert_page', page: ids.Three },
      updatePage('four', { emoji: '🐢' }),
      updatePage(ids.One, { hidden: true }),
    );
    const four = body.changes[0].page.id;
    const shown = (id: string | undefined) => ({
      object: 'page',
      id,
      urls: { location: `${publicUrl}${main}/content/page/${id}` },
    });
    expect(body.changes).to.deep.equal([
      { object: 'created_page', ref: 'four', page: shown(four) },
      { object: 'updated_page', page: shown(ids.One) },
      { object: 'deleted_page', page: ids.Two },
      { object: 'updated_page', page: shown(ids.Three) },
    ]);
    expect(body.insertedFiles.map(({ name }: RevisionFile) => name)).to.deep.equal(['a.txt']);
    expect(await outline()).to.deep.equal(['Three (three)', 'Four (four)', '  First (one)']);
  });

  it('updateChangeRequestContent answers older clients with the change request alone', async () => {
    const { admin, spaceId, client } = await written();
    const { path, id } = await make.changeRequest(admin, spaceId);
    const { body } = await client.post(`${path}/content`, { changes: [insertPage('A')] }, { expect: 200 });
    expect(body).to.deep.equal((await client.get(path)).body);
    const full = await client.post(
      `${path}/content`,
      { changes: [insertPage('B')] },
      { query: { compat: false }, expect: 200 },
    );
    expect(full.body).to.have.all.keys('changeRequest', 'changes');
    expect(full.body.changeRequest).to.deep.include({ id, object: 'change-request' });
    expect(full.body.changes[0].page.urls.location).to.contain(`/change-requests/${id}/content/page/`);
    await client.post(`${path}/content`, { changes: [insertPage('C')] }, { query: { compat: 'no' }, expect: 400 });
  });

  it('is applied as a whole or not at all, and names the change that cannot be', async () => {
    const { refuse, ids } = await written();
    const good = [insertPage('A'), updatePage(ids.Home, { title: 'B' })];
    for (const [bad, status, path] of [
      [updatePage('nope', { title: 'C' }), 400, 'body.changes.2.page'],
      [{ operation: 'delete_page', page: '' }, 400, 'body.changes.2.page'],
      [{ operation: 'delete_page', page: 'constructor' }, 400, 'body.changes.2.page'],
      [insertPage('C', { into: 'nope' }), 400, 'body.changes.2.into'],
      [insertPage('C', { at: 3 }), 400, 'body.changes.2.at'],
      [insertPage('C', { at: -1 }), 400, 'body.changes.2.at'],
      [insertPage('C', { slug: 'not a slug' }), 400, 'body.changes.2.slug'],
      [insertPage('C', { slug: '' }), 400, 'body.changes.2.slug'],
      [insertPage('C', { slug: '../etc' }), 400, 'body.changes.2.slug'],
      [insertPage('', {}), 400, 'body.changes.2.title'],
      [insertPage('C', { title: 'a'.repeat(1001) }), 400, 'body.changes.2.title'],
      [insertPage('C', { emoji: 'turtle' }), 400, 'body.changes.2.emoji'],
      [{ operation: 'insert_page', title: 'C' }, 400, 'body.changes.2.document'],
      [{ operation: 'insert_page', type: 'link', title: 'C' }, 400, 'body.changes.2.target'],
      [{ operation: 'revert_page', page: 'nope' }, 400, 'body.changes.2.page'],
      [{ operation: 'revert_page', page: ids.Home, revision: 'nope' }, 400, 'body.changes.2.revision'],
      [{ operation: 'rename_page', page: ids.Home }, 400, 'body.changes.2.operation'],
      [updatePage(ids.Home, { target: { kind: 'url', url: 'https://example.com' } }), 400, 'body.changes.2.target'],
      [insertPage('C', { document: { markdown: 'a\0' } }), 400, 'body.changes.2.document.markdown'],
      [insertPage('C', { document: { markdown: 'a\ud800' } }), 400, 'body.changes.2.document.markdown'],
    ] as const) {
      const { paths } = await refuse(status, ...good, bad);
      expect(paths[0], JSON.stringify(bad)).to.satisfy(
        (found: string) => path === found || path.startsWith(`${found}.`),
      );
    }
  });

  it('takes 1 to 50 changes', async () => {
    const { edit, refuse, outline } = await written();
    await edit(...Array.from({ length: 50 }, (_, index) => insertPage(`Page ${index}`)));
    expect(await outline()).to.have.length(51);
    expect((await refuse(400)).paths).to.deep.equal(['body.changes']);
    expect((await refuse(400, ...Array(51).fill(insertPage('Page')))).paths).to.deep.equal(['body.changes']);
  });

  it('takes a page of 1 MiB, and tells what to do about a larger one', async () => {
    const { edit, refuse, ids } = await written();
    const largest = 'é'.repeat(512 * 1024);
    await edit(updatePage(ids.Home, { document: { markdown: largest } }));
    const { message, paths } = await refuse(
      400,
      insertPage('A'),
      updatePage(ids.Home, { document: { markdown: `${largest}a` } }),
    );
    expect(paths).to.deep.equal(['body.changes.1.document.markdown']);
    expect(message).to.contain('Split it');
  });

  it('the same texts can be written to many spaces at once, in any order', async () => {
    const spaces = await Promise.all(Array.from({ length: 6 }, () => written()));
    const pages = Array.from({ length: 30 }, (_, index) =>
      insertPage('Page', { document: { markdown: `# Text ${index}\n\n[link](to-${index})\n` } }),
    );
    const answers = await Promise.all(
      spaces.map(({ client, main }, index) =>
        client.post(`${main}/content`, { changes: index % 2 === 0 ? pages : pages.toReversed() }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
  });

  describe('where pages go', () => {
    it('into and at place a page; without them it goes to the end', async () => {
      const { edit, ids, outline } = await written({ One: '', Two: '', Three: '' });
      await edit(
        insertPage('First', { at: 0 }),
        insertPage('Last', { at: 4 }),
        insertPage('Inner', { into: ids.Two, at: 0 }),
      );
      expect(await outline()).to.deep.equal([
        'First (first)',
        'One (one)',
        'Two (two)',
        '  Inner (inner)',
        'Three (three)',
        'Last (last)',
      ]);
      await edit(
        updatePage(ids.Three, { at: 0 }),
        updatePage(ids.One, { into: ids.Two }),
        updatePage(ids.Two, { at: 3 }),
      );
      expect(await outline()).to.deep.equal([
        'Three (three)',
        'First (first)',
        'Last (last)',
        'Two (two)',
        '  Inner (inner)',
        '  One (one)',
      ]);
      await edit(updatePage(ids.One, { into: null, at: 1 }));
      expect((await outline())[1]).to.equal('One (one)');
    });

    it('a page cannot be moved below itself', async () => {
      const { edit, refuse, ids } = await written({ One: '', Two: '' });
      await edit(updatePage(ids.Two, { into: ids.One }));
      for (const into of [ids.One, ids.Two]) {
        const { message } = await refuse(409, updatePage(ids.One, { into }));
        expect(message).to.equal('body.changes.0.into: a page cannot be moved below itself.');
      }
    });

    it('pages nest 50 deep and no deeper, whether they are inserted or moved', async () => {
      const { edit, refuse, outline } = await written({ Home: '' });
      const chain = (length: number) =>
        Array.from({ length }, (_, index) =>
          insertPage('Page', { ref: `${index}`, into: index === 0 ? null : `${index - 1}` }),
        );
      const long = idsOf((await edit(...chain(50))).changes);
      expect((await refuse(400, insertPage('Deeper', { into: long.at(-1) }))).paths).to.deep.equal([
        'body.changes.0.into',
      ]);
      const short = idsOf((await edit(...chain(3))).changes);
      expect((await refuse(400, updatePage(short[0], { into: long[47] }))).paths).to.deep.equal([
        'body.changes.0.into',
      ]);
      await edit(updatePage(short[0], { into: long[46] }));
      expect(await outline()).to.have.length(54);
    });

    it('a link has nothing below it, and at is within bounds', async () => {
      const { edit, refuse, ids } = await written({ One: '', Two: '' });
      const link = { operation: 'insert_page', type: 'link', title: 'L', target: { kind: 'url', url: 'https://a.b' } };
      const [id] = idsOf((await edit(link)).changes);
      expect((await refuse(400, updatePage(ids.One, { into: id }))).paths).to.deep.equal(['body.changes.0.into']);
      expect((await refuse(400, updatePage(ids.One, { at: 3 }))).paths).to.deep.equal(['body.changes.0.at']);
      await edit(updatePage(ids.One, { at: 2 }));
    });

    it('siblings have slugs of their own: a later one is numbered', async () => {
      const { edit, ids, outline } = await written({ One: '', Two: '' });
      await edit(
        insertPage('One'),
        insertPage('One'),
        insertPage('One', { into: ids.Two }),
        updatePage(ids.Two, { slug: 'one' }),
      );
      expect(await outline()).to.deep.equal(['One (one)', 'Two (one-4)', '  One (one)', 'One (one-2)', 'One (one-3)']);
      await edit({ operation: 'delete_page', page: ids.One }, insertPage('One'));
      expect((await outline()).at(-1)).to.equal('One (one)');
    });

    it('a numbered slug is no longer than any other', async () => {
      const { edit, client, main } = await written();
      const slug = 'é'.repeat(100);
      const { changes } = await edit(insertPage('A', { slug }), insertPage('B', { slug }));
      const { body } = await client.get(`${main}/content/page/${idsOf(changes)[1]}`);
      expect(body.slug).to.equal(`${slug.slice(2)}-2`);
      await edit(updatePage(body.id, { slug: body.slug }));
    });

    it('deleting a page deletes what is below it, and counts each', async () => {
      const { edit, refuse, outline } = await written({ One: '' });
      const { changes } = await edit(
        insertPage('A', { ref: 'a' }),
        insertPage('B', { ref: 'b', into: 'a' }),
        insertPage('C', { into: 'b' }),
      );
      const ids = idsOf(changes);
      await refuse(400, { operation: 'delete_page', page: ids[0] }, updatePage(ids[2], { title: 'Gone' }));
      const deleted = await edit({ operation: 'delete_page', page: ids[0] });
      expect(deleted.changes).to.deep.equal(ids.map((id) => ({ object: 'deleted_page', page: id })));
      expect(await outline()).to.deep.equal(['One (one)']);
      const nothing = await edit(insertPage('D', { ref: 'd' }), { operation: 'delete_page', page: 'd' });
      expect(nothing.changes).to.deep.equal([]);
    });
  });

  it('front matter sets fields, taking it out unsets them, and a heading that is the title stays it', async () => {
    const { edit, client, main } = await written();
    const document = (markdown: string) => ({ document: { markdown } });
    const [id] = idsOf(
      (await edit(insertPage('Ignored', document('---\ndescription: D\nicon: bolt\nhidden: true\n---\n# Heading\n'))))
        .changes,
    );
    const fields = async () => {
      const { title, description, icon, hidden } = (await client.get(`${main}/content/page/${id}`)).body;
      return { title, description, icon, hidden };
    };
    expect(await fields()).to.deep.equal({ title: 'Heading', description: 'D', icon: 'bolt', hidden: true });
    await edit(updatePage(id, document('---\ndescription: E\n---\n# New heading\n')));
    expect(await fields()).to.deep.equal({
      title: 'New heading',
      description: 'E',
      icon: undefined,
      hidden: undefined,
    });
    await edit(updatePage(id, { title: 'Said', description: '', emoji: null }));
    await edit(updatePage(id, document('# Another heading\n')));
    expect((await fields()).title).to.equal('Said');
  });
});
