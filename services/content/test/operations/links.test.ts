import type { ContentLocation, Link, LinkList } from '@quire/contract';
import { newId, type Principal } from '@quire/runtime';
import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { editor, idsOf, insertPage, updatePage } from '../editor.js';

const file = {
  operation: 'insert_files',
  files: [{ ref: 'f', name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }],
};
const write = (id: string | undefined, markdown: string) => updatePage(id, { document: { markdown } });

/** One end of a link in a word. */
const short = (place: ContentLocation | undefined): string => {
  if (!place) return '-';
  if (place.kind === 'url') return place.url;
  if (place.kind === 'file') return `file ${place.file.name}`;
  if (place.kind === 'space') return `space ${place.space.title}`;
  if (place.kind !== 'page') throw new Error(`a ${place.kind}`);
  const { page, internalLocation } = place;
  return internalLocation?.type === 'anchor' ? `${page.title}#${internalLocation.anchor}` : page.title;
};
const line = ({ status, relation, targetReference, locationReferences }: Link) =>
  `${status} ${relation} ${short(targetReference)} < ${locationReferences.map(short).sort().join(', ')}`;
const lines = ({ items }: LinkList) => items.map(line).sort();

describe('links', () => {
  const content = contentService();
  const { make, written } = editor(content);

  const list = async (caller: Principal, path: string, query: object = {}) =>
    (await content.as(caller).get(path, { query: { ...query }, expect: 200 })).body as LinkList;

  it('listSpaceLinks tells of every link what it leads to, whether that is there, and from where', async () => {
    const { admin, main, edit, ids, spaceId, organizationId } = await written({ One: '', Two: '## Part\n' });
    await edit(
      file,
      insertPage('Three', {
        document: {
          markdown: `[t](two.md) again [t](two.md) and [also](/pages/${ids.Two}) ![f](f) [f](f)
            [p](two.md#part) [n](two.md#nothing) [s](#self) [gone](gone.md) [id](/pages/gone) [file](/files/gone)
            [web](https://example.com) <mailto:a@b.c> [app](${publicUrl}/app/collection/x)\n\n## Self\n`,
        },
      }),
      write(ids.One, '[t](two.md)'),
    );
    const answer = await list(admin, `${main}/links`);
    expect(lines(answer)).to.deep.equal(
      [
        'ok reference Two < One, Three',
        'ok dependsOn file a.txt < Three',
        'ok reference file a.txt < Three',
        'ok reference Two#part < Three',
        'broken reference Two#nothing < Three',
        'ok reference Three#self < Three',
        'broken reference gone.md < Three',
        'broken reference /pages/gone < Three',
        'broken reference /files/gone < Three',
        'ok reference https://example.com < Three',
        'ok reference mailto:a@b.c < Three',
        `in-app reference ${publicUrl}/app/collection/x < Three`,
      ].sort(),
    );
    expect(answer.count).to.equal(12);
    expect(answer.stats).to.deep.equal({ total: 12, broken: { total: 4 } });
    const found = answer.items.find(({ targetReference }) => short(targetReference) === 'Two')!;
    expect(found.locationReferences[0]).to.deep.include({ kind: 'page' });
    const place = found.locationReferences[0] as Extract<ContentLocation, { kind: 'page' }>;
    expect([place.space.id, place.organization.id, place.versionContext?.type]).to.deep.equal([
      spaceId,
      organizationId,
      'revision',
    ]);
  });

  it('listSpaceLinks takes a status; the stats are of all links', async () => {
    const { admin, main, edit, ids } = await written({ One: '', Two: '' });
    await edit(write(ids.One, `[t](two.md) [n](gone.md) [a](/app/user/x)`));
    const stats = { total: 3, broken: { total: 1 } };
    for (const [status, expected] of [
      ['ok', 'ok reference Two < One'],
      ['broken', 'broken reference gone.md < One'],
      ['in-app', 'in-app reference /app/user/x < One'],
    ]) {
      const answer = await list(admin, `${main}/links`, { status });
      expect([lines(answer), answer.count, answer.stats]).to.deep.equal([[expected], 1, stats]);
    }
    const { body } = await content.as(admin).get(`${main}/links`, { query: { status: 'dead' }, expect: 400 });
    expect(body.error.details[0].path).to.equal('query.status');
  });

  it('a page that is renamed, moved, deleted or brought back changes links elsewhere at once', async () => {
    const { admin, main, edit, client, ids } = await written({ One: '', Two: '## Part\n' });
    await edit(write(ids.One, '[t](two.md) [p](two.md#part)'));
    const { body: before } = await client.get(`/v1${main.slice(3)}`, { expect: 200 });
    const now = async () => lines(await list(admin, `${main}/links`));
    await edit(insertPage('Group', { ref: 'g' }), updatePage(ids.Two, { title: 'Zwei', slug: 'zwei', into: 'g' }));
    expect(await now()).to.deep.equal(['ok reference Zwei < One', 'ok reference Zwei#part < One']);
    await edit(write(ids.Two, '## Other\n'));
    expect(await now()).to.deep.equal(['broken reference Zwei#part < One', 'ok reference Zwei < One']);
    await edit({ operation: 'delete_page', page: ids.Two });
    expect(await now()).to.deep.equal(['broken reference two.md < One', 'broken reference two.md#part < One']);
    await edit({ operation: 'revert_page', page: ids.Two, revision: before.revision });
    expect(await now()).to.deep.equal(['ok reference Two < One', 'ok reference Two#part < One']);
  });

  it('link pages and covers lead somewhere too', async () => {
    const { admin, main, edit, ids } = await written({ One: '## Part\n' });
    const link = (title: string, target: object) => ({ operation: 'insert_page', type: 'link', title, target });
    await edit(
      link('Web', { kind: 'url', url: 'https://example.com' }),
      link('Page', { kind: 'page', page: ids.One }),
      link('Anchor', { kind: 'anchor', page: ids.One, anchor: 'part' }),
      link('Gone', { kind: 'page', page: 'gone' }),
      link('User', { kind: 'user', user: 'somebody' }),
      link('Reusable', { kind: 'reusable-content', reusableContent: 'none' }),
    );
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(
      [
        'ok reference https://example.com < Web',
        'ok reference One < Page',
        'ok reference One#part < Anchor',
        'broken reference /pages/gone < Gone',
        'in-app reference /app/user/somebody < User',
        'broken reference /reusable-contents/none < Reusable',
      ].sort(),
    );
  });

  it('what is in a space that the caller may not see is broken, as if it were nowhere', async () => {
    const { admin, organizationId, main, edit, ids } = await written({ One: '' });
    const other = await make.space(admin, organizationId, { title: 'Other' });
    const batch = await make.edit(admin, `/v1/spaces/${other.id}`, [
      insertPage('There', { document: { markdown: '## Part\n' } }),
    ]);
    const there = idsOf(batch.changes)[0]!;
    const link = (title: string, target: object) => ({ operation: 'insert_page', type: 'link', title, target });
    await edit(
      write(
        ids.One,
        `[s](${publicUrl}/app/space/${other.id}) [p](/app/space/${other.id}?page=${there}#part) [n](/app/space/nowhere)
         [e](https://elsewhere.example.com/app/space/nowhere)`,
      ),
      link('Space', { kind: 'space', space: other.id }),
      link('Page', { kind: 'page', page: there, space: other.id }),
      link('No page', { kind: 'page', page: ids.One, space: other.id }),
    );
    const seen = [
      'in-app reference space Other < One',
      'in-app reference There#part < One',
      'broken reference /app/space/nowhere < One',
      'ok reference https://elsewhere.example.com/app/space/nowhere < One',
      'ok reference space Other < Space',
      'ok reference There < Page',
      `broken reference /pages/${ids.One} < No page`,
    ];
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(seen.sort());

    const unseen = [
      `broken reference ${publicUrl}/app/space/${other.id} < One`,
      `broken reference /app/space/${other.id}?page=${there}#part < One`,
      'broken reference /app/space/nowhere < One',
      'ok reference https://elsewhere.example.com/app/space/nowhere < One',
      `broken reference /app/space/${other.id} < Space`,
      `broken reference /pages/${there} < Page`,
      `broken reference /pages/${ids.One} < No page`,
    ].sort();
    await content.as(admin).patch(`/v1/spaces/${other.id}`, { defaultLevel: null }, { expect: 200 });
    const member = principalOf({ [organizationId]: 'read' });
    expect(lines(await list(member, `${main}/links`))).to.deep.equal(unseen);
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(seen);
    await content.as(admin).delete(`/v1/spaces/${other.id}`, { expect: 205 });
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(unseen);
    await content.as(admin).post(`/v1/spaces/${other.id}/restore`, undefined, { expect: 200 });
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(seen);
  });

  it('a copy of a space has links of its own, though its pages have the same ids', async () => {
    const { admin, main, edit, client, ids } = await written({ One: '', Two: '' });
    await edit(write(ids.One, '[t](two.md)'));
    const { body: copy } = await client.post(`${main}/duplicate`, undefined, { expect: 201 });
    await edit({ operation: 'delete_page', page: ids.Two });
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(['broken reference two.md < One']);
    const copied = await list(admin, `/v1/spaces/${copy.id}/links`);
    expect(lines(copied)).to.deep.equal(['ok reference Two < One']);
    const target = copied.items[0]!.targetReference as Extract<ContentLocation, { kind: 'page' }>;
    expect(target.space.id).to.equal(copy.id);
  });

  it('a thousand links of a page, and a target of many pages, come page by page without a gap', async () => {
    const { admin, main, edit, ids } = await written({ One: '', Two: '' });
    const many = Array.from({ length: 1_000 }, (_, index) => `[${index}](https://example.com/${index})`);
    await edit(write(ids.One, many.join('\n')));
    const places = Array.from({ length: 230 }, (_, index) =>
      insertPage(`P${index}`, { document: { markdown: '[t](/two.md)' } }),
    );
    for (let start = 0; start < places.length; start += 50) await edit(...places.slice(start, start + 50));
    for (const limit of [1_000, 300, 60]) {
      const found = new Map<string, string[]>();
      let items = 0;
      for (let page: string | undefined, first = true; first || page !== undefined; first = false) {
        const answer = await list(admin, `${main}/links`, { limit, page });
        expect(answer.items.length).to.be.within(1, limit);
        expect([answer.count, answer.stats]).to.deep.equal([1_003, { total: 1_001, broken: { total: 0 } }]);
        for (const item of answer.items) {
          expect(item.locationReferences.length).to.be.at.most(100);
          const target = short(item.targetReference);
          found.set(target, [...(found.get(target) ?? []), ...item.locationReferences.map(short)]);
        }
        items += answer.items.length;
        page = answer.next?.page;
      }
      expect([items, found.size]).to.deep.equal([1_003, 1_001]);
      expect(new Set(found.get('Two'))).to.deep.equal(new Set(places.map(({ title }) => title)));
      expect(found.get('Two')).to.have.length(230);
    }
  });

  it('listPageLinksInSpace tells of one page', async () => {
    const { admin, main, edit, client, ids } = await written({ One: '', Two: '' });
    await edit(write(ids.One, '[t](two.md) [g](gone.md)'), write(ids.Two, '[t](two.md) [o](one.md)'));
    const answer = await list(admin, `${main}/content/page/${ids.One}/links`);
    expect(lines(answer)).to.deep.equal(['broken reference gone.md < One', 'ok reference Two < One']);
    expect(answer.stats).to.deep.equal({ total: 2, broken: { total: 1 } });
    const broken = await list(admin, `${main}/content/page/${ids.One}/links`, { status: 'broken' });
    expect(lines(broken)).to.deep.equal(['broken reference gone.md < One']);
    await client.get(`${main}/content/page/${newId()}/links`, { expect: 404 });
  });

  it('links in change requests are what they would be, with what is broken by the change request', async () => {
    const { admin, main, spaceId, edit, client, ids } = await written({ One: '', Two: '', Three: '' });
    await edit(write(ids.One, '[t](two.md) [g](gone.md)'), write(ids.Two, '[g](gone.md)'));
    const { path, id } = await make.changeRequest(admin, spaceId, [
      { operation: 'delete_page', page: ids.Two },
      write(ids.Three, '[g](gone.md) [o](one.md)'),
    ]);
    const answer = await list(admin, `${path}/links`);
    expect(lines(answer)).to.deep.equal([
      'broken reference gone.md < One, Three',
      'broken reference two.md < One',
      'ok reference One < Three',
    ]);
    expect(answer.stats).to.deep.equal({ total: 3, broken: { total: 2, changeRequest: 2 } });
    const place = answer.items[0]!.locationReferences[0] as Extract<ContentLocation, { kind: 'page' }>;
    expect(place.versionContext).to.deep.include({ type: 'changeRequest' });
    const by = async (brokenContext: string) => lines(await list(admin, `${path}/links`, { brokenContext }));
    expect(await by('change-request')).to.deep.equal([
      'broken reference gone.md < Three',
      'broken reference two.md < One',
    ]);
    expect(await by('space')).to.deep.equal(['broken reference gone.md < One']);
    const one = await list(admin, `${path}/content/page/${ids.One}/links`);
    expect(one.stats).to.deep.equal({ total: 2, broken: { total: 2, changeRequest: 1 } });
    const added = await list(admin, `${path}/content/page/${ids.Three}/links`);
    expect(added.stats).to.deep.equal({ total: 2, broken: { total: 1, changeRequest: 1 } });
    await client.get(`${path}/content/page/${ids.Two}/links`, { expect: 404 });

    expect((await list(admin, `${main}/links`)).stats).to.deep.equal({ total: 2, broken: { total: 1 } });
    await client.post(`${path}/merge`, undefined, { expect: 200 });
    expect(lines(await list(admin, `${main}/links`))).to.deep.equal(lines(answer));
    const merged = await list(admin, `/v1/spaces/${spaceId}/change-requests/${id}/links`);
    expect(merged.stats.broken.changeRequest, 'main is the same now').to.equal(0);
  });

  it('backlinks are the other pages that lead to a page or use a file, in spaces and change requests', async () => {
    const { admin, main, spaceId, edit, client, ids } = await written({ One: '', Two: '', Three: '' });
    const { insertedFiles } = await edit(
      file,
      write(ids.One, '[t](two.md#x) ![f](f) [f](f)'),
      write(ids.Two, '[me](#x)'),
    );
    const fileId = insertedFiles[0].id;
    const { path } = await make.changeRequest(admin, spaceId, [
      write(ids.Three, `[t](two.md) [t](/pages/${ids.Two}) [f](/files/${fileId})`),
      write(ids.One, ''),
    ]);
    const of = async (address: string, query: object = {}) => {
      const { body } = await client.get(`${address}/backlinks`, { query: { ...query }, expect: 200 });
      return { ...body, items: body.items.map(short) };
    };
    expect(await of(`${main}/content/page/${ids.Two}`)).to.deep.equal({ items: ['One'], count: 1 });
    expect(await of(`${main}/content/files/${fileId}`)).to.deep.equal({ items: ['One'], count: 1 });
    expect(await of(`${main}/content/page/${ids.Three}`)).to.deep.equal({ items: [], count: 0 });
    expect(await of(`${path}/content/page/${ids.Two}`)).to.deep.equal({ items: ['Three'], count: 1 });
    expect(await of(`${path}/content/files/${fileId}`)).to.deep.equal({ items: ['Three'], count: 1 });
    await client.post(`${path}/merge`, undefined, { expect: 200 });
    await edit(write(ids.One, '[t](two.md)'));
    const first = await of(`${main}/content/page/${ids.Two}`, { limit: 1 });
    const second = await of(`${main}/content/page/${ids.Two}`, { limit: 1, page: first.next.page });
    expect([...first.items, ...second.items]).to.have.members(['One', 'Three']);
    expect([first.count, second.count, second.next]).to.deep.equal([2, 2, undefined]);
    await client.get(`${main}/content/page/${newId()}/backlinks`, { expect: 404 });
    await client.get(`${main}/content/files/${newId()}/backlinks`, { expect: 404 });
  });

  it('strangers find no links, and a cursor of another list is refused', async () => {
    const { admin, main, spaceId, client, ids } = await written({ One: '' });
    const { path } = await make.changeRequest(admin, spaceId);
    const stranger = content.as(principalOf({ [newId()]: 'admin' }));
    for (const address of [
      `${main}/links`,
      `${path}/links`,
      ...[main, path].flatMap((at) => [
        `${at}/content/page/${ids.One}/links`,
        `${at}/content/page/${ids.One}/backlinks`,
        `${at}/content/files/x/backlinks`,
      ]),
    ])
      await stranger.get(address, { expect: 404 });
    for (const page of ['x', Buffer.from('["a"]').toString('base64url'), Buffer.from('[1,2]').toString('base64url')])
      await client.get(`${main}/links`, { query: { page }, expect: 400 });
  });

  it('anchors and addresses of any kind and length are taken', async () => {
    const { admin, main, edit, ids } = await written({ One: '' });
    const long = 'x'.repeat(5_000);
    await edit(
      write(
        ids.One,
        `[n](#%00) [p](#100%) [l](#${long}) [i](/pages/${long}) [u](https://example.com/${long}) [q](/app/space/x?page=**)\n\n<a id="${long}"></a> <a id="100%"></a>\n`,
      ),
    );
    const { items, stats } = await list(admin, `${main}/links`);
    expect(
      items.map(({ status, targetReference }) => `${status} ${short(targetReference).slice(0, 14)}`).sort(),
    ).to.deep.equal(
      [
        'broken One#\uFFFD',
        'ok One#100%',
        'ok One#xxxxxxxxxx',
        'broken /pages/xxxxxxx',
        'ok https://exampl',
        'broken /app/space/x?p',
      ].sort(),
    );
    expect(stats).to.deep.equal({ total: 6, broken: { total: 3 } });
  });

  it('content from before links were kept is read when somebody asks, by many at once too', async () => {
    const { admin, main, edit, ids } = await written({ One: '', Two: '' });
    await edit(write(ids.One, '[t](two.md) [g](gone.md)'));
    for (const table of ['links', 'anchors', 'link_sets']) await content.db(table).delete();
    await edit(updatePage(ids.Two, { title: 'Zwei' }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => list(admin, `${main}/links`)));
    for (const answer of answers)
      expect(lines(answer)).to.deep.equal(['broken reference gone.md < One', 'ok reference Zwei < One']);
    expect((await content.db('links').count())[0]).to.deep.equal({ count: '2' });
  });
});
