import { internalContract } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { editor, insertPage, updatePage } from '../editor.js';

/** What sites asks for published pages. */
describe('internal routes of published content', () => {
  const content = contentService();
  const { written } = editor(content);
  const options = (secret = content.internalSecret): InternalClientOptions => ({
    baseUrl: content.baseUrl,
    service: 'sites',
    secret,
  });
  const pagesOf = (revisionId: string) =>
    internalCall(internalContract.getRevisionPages, options())({ params: { revisionId }, body: {} });

  async function guide() {
    const space = await written({ Home: '# Home\n\n[Go](/guide).\n', Guide: 'Text about zebras.\n' });
    await space.edit(
      { operation: 'insert_page', type: 'group', title: 'More' },
      insertPage('Hidden', { hidden: true, description: 'Quiet', emoji: '1f600' }),
    );
    return space;
  }
  const revisionOf = async ({ client, main }: Awaited<ReturnType<typeof guide>>): Promise<string> =>
    (await client.get(main)).body.revision;

  it('getRevisionPages tells of every page in order, of an earlier revision too', async () => {
    const space = await guide();
    const revision = await revisionOf(space);
    const { pages, files } = await pagesOf(revision);
    expect(pages.map(({ title, path, type }) => [title, path, type])).to.deep.equal([
      ['Home', 'home', 'document'],
      ['Guide', 'guide', 'document'],
      ['More', 'more', 'group'],
      ['Hidden', 'hidden', 'document'],
    ]);
    expect(pages[3]).to.include({ hidden: true, noIndex: false, description: 'Quiet' });
    const markdown = '---\ncover: https://ex.test/c.png\ncoverY: 3\nlayout:\n  width: wide\n---\n\nText.\n';
    await space.edit(updatePage(space.ids.Home, { title: 'Start', slug: 'start', document: { markdown } }));
    const later = await pagesOf(await revisionOf(space));
    expect(later.pages[0]).to.deep.include({ title: 'Start', path: 'start', layout: { width: 'wide' } });
    expect(later.pages[0]!.cover).to.deep.equal({ url: 'https://ex.test/c.png', yPos: 3 });
    expect(later.files).to.equal(files);
    expect((await pagesOf(revision)).pages).to.deep.equal(pages);
  });

  it('getText gives a text as Markdown and as a document whose links lead to ids', async () => {
    const space = await guide();
    const { pages } = await pagesOf(await revisionOf(space));
    const { document, references } = pages[0]!;
    const text = await internalCall(
      internalContract.getText,
      options(),
    )({
      params: {},
      body: { document: document!, ...(references === undefined ? {} : { references }) },
    });
    expect(text.markdown).to.equal('# Home\n\n[Go](/guide).\n');
    expect(JSON.stringify(text.document)).to.contain(`"ref":{"kind":"page","page":"${space.ids.Guide}"}`);
  });

  it('getText gives the Markdown of a reader of whom conditions hold', async () => {
    const space = await guide();
    const markdown =
      '---\nicon: x\n---\n\nFor all.\n\n{% if visitor.claims.a %}\nFor a.\n\n{% if visitor.claims.b %}\nFor both.\n{% endif %}\n{% endif %}\n\n' +
      '<details>\n\n<summary>More</summary>\n\n{% if visitor.claims.b %}\nFor b.\n{% endif %}\n\nRest.\n\n</details>\n\n```\n{% if visitor.claims.b %}\n```\n';
    await space.edit({ operation: 'update_page', page: space.ids.Home!, document: { markdown } });
    const { pages } = await pagesOf(await revisionOf(space));
    const call = internalCall(internalContract.getText, options());
    const textFor = async (...conditions: string[]) =>
      (await call({ params: {}, body: { document: pages[0]!.document!, conditions } })).markdown;
    const nobody = await textFor();
    expect(nobody).to.contain('For all.').and.contain('Rest.').and.contain('```\n{% if visitor.claims.b %}\n```');
    expect(nobody).not.to.match(/For (a|b|both)\./);
    expect(await textFor('visitor.claims.a'))
      .to.contain('For a.')
      .and.not.match(/For b(oth)?\./);
    expect(await textFor('visitor.claims.b'))
      .to.contain('For b.')
      .and.not.match(/For (a|both)\./);
    expect(await textFor('visitor.claims.a', 'visitor.claims.b'))
      .to.contain('For both.')
      .and.contain('For b.');
  });

  it('getRevisionFiles and getFilePath lead to the bytes of files', async () => {
    const space = await guide();
    const base64 = Buffer.from('bytes').toString('base64');
    await space.edit({ operation: 'insert_files', files: [{ name: 'a b.txt', contentType: 'text/plain', base64 }] });
    const revisionId = await revisionOf(space);
    const { files } = await internalCall(
      internalContract.getRevisionFiles,
      options(),
    )({ params: { revisionId }, body: {} });
    expect(files).to.have.length(1);
    const { path } = await internalCall(internalContract.getFilePath, options())({ params: {}, body: files[0]! });
    const answer = await fetch(content.baseUrl + path);
    expect(await answer.text()).to.equal('bytes');
  });

  it('getFormerPages tells where pages were, those only that were moved themselves', async () => {
    const space = await written({ Home: '', Guide: '', Other: '' });
    const { Home, Guide, Other } = space.ids;
    await space.edit(updatePage(Guide, { into: Home }), updatePage(Other, { into: Guide }));
    await space.edit(updatePage(Home, { slug: 'start' }), updatePage(Other, { title: 'Else', slug: 'else' }));
    const former = internalCall(internalContract.getFormerPages, options());
    const paths = ['home', 'guide', 'other', 'home/guide', 'home/guide/other', 'start', 'start/guide/else'];
    const { pages } = await former({ params: {}, body: { space: space.spaceId, paths } });
    expect(pages).to.have.deep.members([
      { path: 'home', page: Home },
      { path: 'guide', page: Guide },
      { path: 'other', page: Other },
      { path: 'home/guide/other', page: Other },
    ]);
    expect((await former({ params: {}, body: { space: 'another', paths } })).pages).to.deep.equal([]);
  });

  it('searchSpaces finds pages of the given spaces only', async () => {
    const [one, other] = [await guide(), await guide()];
    const search = internalCall(internalContract.searchSpaces, options());
    const { pages } = await search({ params: {}, body: { spaces: [one.spaceId], query: 'zebra', limit: 10 } });
    expect(pages).to.deep.equal([
      {
        space: one.spaceId,
        page: one.ids.Guide,
        title: 'Guide',
        path: 'guide',
        sections: [{ anchor: '', heading: '', excerpt: 'Text about zebras.' }],
      },
    ]);
    const spaces = [one.spaceId, other.spaceId];
    const both = await search({ params: {}, body: { spaces, query: 'zebra', limit: 10 } });
    expect(both.pages.map(({ space }) => space)).to.have.members(spaces);
  });

  it('answers 404 for a revision that does not exist, and nobody but a service', async () => {
    const missing = await pagesOf('nothing').catch((error: { kind: string }) => error);
    expect(missing).to.include({ kind: 'not-found' });
    const answer = await fetch(`${content.baseUrl}/internal/texts`, { method: 'POST' });
    expect(answer.status).to.equal(401);
  });
});
