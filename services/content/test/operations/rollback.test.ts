import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';

const update = (page: string | undefined, fields: object) => ({ operation: 'update_page', page, ...fields });
const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });

describe('restoreSpaceRevision', () => {
  const content = contentService();
  const make = factories(content);

  async function state() {
    const { spaceId, admin, member, ids } = await make.written({ Home: 'Walrus.\n', Guide: 'Guide.\n' });
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    const revision = async () => (await client.get(main, { expect: 200 })).body.revision as string;
    const before = await revision();
    const pages = (await client.get(`${main}/content/pages`)).body;
    return { spaceId, main, admin, member, ids, client, revision, before, pages };
  }

  it('gives main the content of an earlier revision as a new one; search, history and events follow', async () => {
    const { spaceId, main, admin, ids, client, revision, before, pages } = await state();
    const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
    await make.edit(admin, main, [
      update(ids.Home, { document: { markdown: 'Penguin.\n' } }),
      { operation: 'delete_page', page: ids.Guide },
      insert('Late'),
      { operation: 'insert_files', files },
    ]);
    const undone = await revision();
    const events = (await outboxEvents(content.db)).length;
    const { body } = await client.post(`${main}/revisions/${before}/restore`, undefined, { expect: 200 });
    expect(body).to.deep.equal({ revision: await revision() });
    expect(body.revision).not.to.be.oneOf([before, undone]);

    expect((await client.get(`${main}/content/pages`)).body).to.deep.equal(pages);
    expect((await client.get(`${main}/content/files`)).body.items).to.deep.equal([]);
    const { body: restored } = await client.get(`${main}/content`);
    expect(restored).to.deep.include({ id: body.revision, type: 'rollback', parents: [undone] });
    const { body: history } = await client.get(`${main}/revisions`, { expect: 200 });
    expect(history.items.slice(0, 3).map(({ id }: { id: string }) => id)).to.deep.equal([
      body.revision,
      undone,
      before,
    ]);
    expect(history.items[0].createdBy.id).to.equal(admin.userId);

    const finds = async (query: string) => (await client.get(`${main}/search`, { query: { query } })).body.count;
    expect([await finds('walrus'), await finds('penguin'), await finds('late')]).to.deep.equal([1, 0, 0]);
    const told = (await outboxEvents(content.db)).slice(events);
    expect(told.map(({ type, subject }) => [type, subject])).to.deep.equal([
      ['content.space.content-updated.v1', spaceId],
    ]);
    expect(told[0]!.data).to.deep.include({ revision: body.revision, previousRevision: undone });
    const { body: changes } = await client.get(`${main}/revisions/${body.revision}/changes`, { expect: 200 });
    expect(changes.changes.map(({ type }: { type: string }) => type)).to.have.members([
      'page_edited',
      'page_created',
      'page_deleted',
      'file_deleted',
    ]);
    await client.post(`${main}/revisions/${undone}/restore`, undefined, { expect: 200 });
    expect(await finds('penguin'), 'what was undone can be had again').to.equal(1);
  });

  it('is a change of main like any other to change requests', async () => {
    const { spaceId, main, admin, ids, client, before } = await state();
    await make.edit(admin, main, [update(ids.Guide, { title: 'Theirs' })]);
    const { path } = await make.changeRequest(admin, spaceId, [update(ids.Home, { title: 'Ours' })]);
    await client.post(`${main}/revisions/${before}/restore`, undefined, { expect: 200 });
    expect((await client.get(path)).body.outdated).to.equal(true);
    expect((await client.post(`${path}/merge`, undefined, { expect: 200 })).body.result).to.equal('merge');
    expect(await make.outline(admin, main)).to.deep.equal(['Ours (home)', 'Guide (guide)']);
  });

  it('takes the level review while the space is locked', async () => {
    const { main, member, ids, admin, client, before, revision } = await state();
    await make.edit(admin, main, [update(ids.Home, { title: 'New' })]);
    await client.patch(main, { editMode: 'locked' }, { expect: 200 });
    const restore = `${main}/revisions/${before}/restore`;
    const now = await revision();
    await content.as(member('edit')).post(restore, undefined, { expect: 403 });
    expect(await revision()).to.equal(now);
    await content.as(member('review')).post(restore, undefined, { expect: 200 });
    expect(await make.outline(admin, main)).to.deep.equal(['Home (home)', 'Guide (guide)']);
  });

  it('refuses what main holds already, revisions of change requests and those of other spaces', async () => {
    const { spaceId, main, admin, ids, client, revision, before } = await state();
    const other = await state();
    const { path } = await make.changeRequest(admin, spaceId, [update(ids.Home, { title: 'Ours' })]);
    const proposed = (await client.get(path)).body.revision;
    const events = (await outboxEvents(content.db)).length;
    await client.post(`${main}/revisions/${before}/restore`, undefined, { expect: 409 });
    await client.post(`${main}/revisions/${proposed}/restore`, undefined, { expect: 409 });
    for (const unknown of [other.before, 'nope', '0'])
      await client.post(`${main}/revisions/${unknown}/restore`, undefined, { expect: 404 });
    expect(await revision()).to.equal(before);
    expect((await outboxEvents(content.db)).length).to.equal(events);
  });

  it('loses no edit: one that lands at the same time is before it or after it', async () => {
    const { main, admin, ids, client, before } = await state();
    await make.edit(admin, main, [update(ids.Home, { title: 'New' })]);
    const [, restored, again] = await Promise.all([
      make.edit(admin, main, [insert('Late')]),
      client.post(`${main}/revisions/${before}/restore`),
      client.post(`${main}/revisions/${before}/restore`),
    ]);
    expect([200, 409]).to.include(again.status).and.include(restored.status);
    const { body } = await client.get(`${main}/revisions`, { expect: 200 });
    const history = body.items as { id: string; parents: string[] }[];
    for (const [index, { parents }] of history.slice(0, -1).entries())
      expect(parents, 'one line').to.deep.equal([history[index + 1]!.id]);
  });

  it('heeds If-Match', async () => {
    const { main, admin, ids, client, before } = await state();
    await make.edit(admin, main, [update(ids.Home, { title: 'New' })]);
    const etag = (await client.get(main)).headers.get('etag')!;
    await make.edit(admin, main, [update(ids.Home, { title: 'Newer' })]);
    const restore = `${main}/revisions/${before}/restore`;
    await client.post(restore, undefined, { headers: { 'if-match': etag }, expect: 412 });
    const fresh = (await client.get(main)).headers.get('etag')!;
    await client.post(restore, undefined, { headers: { 'if-match': fresh }, expect: 200 });
  });
});
