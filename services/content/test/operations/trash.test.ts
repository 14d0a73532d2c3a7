import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { sweepTrash } from '../../src/domain/tree/sweep-trash.js';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { type Shape, trees } from '../tree.js';

const day = 24 * 60 * 60 * 1_000;

describe('the trash', () => {
  const content = contentService();
  const make = factories(content);

  async function tree(shape: Shape) {
    const { id, admin, member } = make.organization();
    const made = trees(content, admin, id);
    await made.make(shape);
    return { ...made, organization: id, admin, member };
  }

  const typesAbout = async (subject: string | undefined) =>
    (await outboxEvents(content.db))
      .filter((event) => event.subject === subject)
      .map(({ type }) => type.replace(/^content\.|\.v1$/g, ''));
  const later = (ms: number) => {
    content.now = new Date(content.now.getTime() + ms);
  };

  describe('deleteSpaceById', () => {
    it('takes a space from every list, and leaves it to be read with the moment of its deletion', async () => {
      const { client, paths, ids, listed, organization, member } = await tree(['kept', { shelf: ['gone'] }]);
      const before = (await client.get(paths.gone!)).body;
      const answer = await client.delete(paths.gone!, { expect: 205 });
      expect(answer.body).to.equal(undefined);
      expect(await listed(`/v1/orgs/${organization}/spaces`)).to.deep.equal(['kept']);
      expect((await client.get(`${paths.shelf}/spaces`)).body).to.deep.equal({ items: [], count: 0 });
      const read = await content.as(member('read')).get(paths.gone!, { expect: 200 });
      expect((await client.get(paths.gone!)).body).to.deep.equal({ ...before, deletedAt: content.now.toISOString() });
      expect(read.body.deletedAt).to.equal(content.now.toISOString());
      expect(await typesAbout(ids.gone)).to.deep.equal(['space.created', 'space.deleted']);
      const told = (await outboxEvents(content.db)).filter(({ subject }) => subject === ids.gone).at(-1)!;
      expect(told.data).to.deep.include({ deletedAt: content.now.toISOString(), parent: ids.shelf });
    });

    it('leaves nothing in it to be read or written', async () => {
      const { spaceId, admin, ids } = await make.written();
      const main = `/v1/spaces/${spaceId}`;
      const request = await make.changeRequest(admin, spaceId);
      const client = content.as(admin);
      await client.delete(main, { expect: 205 });
      for (const path of ['content', 'content/pages', `content/page/${ids.Home}`, 'revisions', 'search?query=home'])
        expect((await client.get(`${main}/${path}`)).status, path).to.equal(404);
      for (const path of ['', '/content', '/conflicts', '/comments'])
        expect((await client.get(`${request.path}${path}`)).status, path).to.equal(404);
      await client.patch(main, { title: 'New' }, { expect: 404 });
      await client.post(
        `${main}/content`,
        { changes: [{ operation: 'delete_page', page: ids.Home }] },
        { expect: 404 },
      );
      await client.post(`${main}/change-requests`, {}, { expect: 404 });
      await client.post(`${request.path}/merge`, undefined, { expect: 404 });
      await client.post(`${main}/move`, { parent: null }, { expect: 404 });
      await client.post(`${main}/duplicate`, undefined, { expect: 404 });
      await client.post(`${main}/transfer`, { organization: 'x' }, { expect: 404 });
      await client.delete(main, { expect: 404 });
    });

    it('deletes what the caller has read, and nothing newer', async () => {
      const { client, paths } = await tree(['s']);
      const { headers } = await client.get(paths.s!);
      await client.patch(paths.s!, { title: 'New' }, { expect: 200 });
      await client.delete(paths.s!, { headers: { 'if-match': headers.get('etag')! }, expect: 412 });
      const { headers: now } = await client.get(paths.s!);
      await client.delete(paths.s!, { headers: { 'if-match': now.get('etag')! }, expect: 205 });
    });
  });

  describe('restoreSpace', () => {
    it('puts a space back to its place, with its content', async () => {
      const { client, paths, ids, read } = await tree([{ shelf: ['a', 'b', 'c'] }]);
      const before = (await client.get(paths.b!)).body;
      await client.delete(paths.b!, { expect: 205 });
      expect(await read()).to.deep.equal([{ shelf: ['a', 'c'] }]);
      const { body } = await client.post(`${paths.b}/restore`, undefined, { expect: 200 });
      expect(body).to.deep.equal(before);
      expect((await client.get(paths.b!)).body).to.deep.equal(before);
      expect(await read()).to.deep.equal([{ shelf: ['a', 'b', 'c'] }]);
      expect(await typesAbout(ids.b)).to.deep.equal(['space.created', 'space.deleted', 'space.restored']);
    });

    it('puts it behind what has taken its place meanwhile', async () => {
      const { client, paths, pointer, read } = await tree(['a', 'b', 'c', 'd']);
      await client.delete(paths.b!, { expect: 205 });
      // Between a and c, the middle is where b was.
      await client.post(`${paths.d}/move`, { position: { after: pointer('a') } }, { expect: 200 });
      await client.post(`${paths.b}/restore`, undefined, { expect: 200 });
      expect((await read()).indexOf('b')).to.be.oneOf([1, 2]);
      expect(await read()).to.have.members(['a', 'b', 'c', 'd']);
    });

    it('is refused for a space that is not deleted, or that there is none of', async () => {
      const { client, paths, member } = await tree(['s']);
      await client.post(`${paths.s}/restore`, undefined, { expect: 409 });
      await client.post('/v1/spaces/nope/restore', undefined, { expect: 404 });
      await client.delete(paths.s!, { expect: 205 });
      await content.as(member('create')).post(`${paths.s}/restore`, undefined, { expect: 403 });
      await content.as(principalOf({})).post(`${paths.s}/restore`, undefined, { expect: 404 });
      await client.post(`${paths.s}/restore`, undefined, { expect: 200 });
      await client.post(`${paths.s}/restore`, undefined, { expect: 409 });
    });

    it('works until seven days have passed to the millisecond, sweep or no sweep', async () => {
      const { client, paths } = await tree(['s']);
      await client.delete(paths.s!, { expect: 205 });
      later(7 * day - 1);
      await client.get(paths.s!, { expect: 200 });
      await client.post(`${paths.s}/restore`, undefined, { expect: 200 });
      await client.delete(paths.s!, { expect: 205 });
      later(7 * day);
      await client.post(`${paths.s}/restore`, undefined, { expect: 404 });
      await client.get(paths.s!, { expect: 404 });
      expect(await content.db('spaces').where({ id: paths.s!.split('/').at(-1) })).to.have.length(1);
    });
  });

  describe('deleteCollectionById', () => {
    const shape: Shape = ['top', { c: ['one', { inner: ['two', { innermost: ['three'] }] }] }, { other: ['four'] }];

    it('removes the collections in it, and puts their spaces in the trash', async () => {
      const { client, paths, ids, read, listed, organization } = await tree(shape);
      await client.delete(paths.c!, { expect: 205 });
      expect(await read()).to.deep.equal(['top', { other: ['four'] }]);
      for (const title of ['c', 'inner', 'innermost']) {
        await client.get(paths[title]!, { expect: 404 });
        expect(await typesAbout(ids[title])).to.deep.equal(['collection.created', 'collection.deleted']);
      }
      expect(await listed(`/v1/orgs/${organization}/collections`)).to.deep.equal(['other']);
      for (const title of ['one', 'two', 'three']) {
        const { body } = await client.get(paths[title]!, { expect: 200 });
        expect(body.deletedAt).to.equal(content.now.toISOString());
        expect(body).not.to.have.property('parent');
        expect(await typesAbout(ids[title])).to.deep.equal(['space.created', 'space.deleted']);
      }
      await client.delete(paths.c!, { expect: 404 });
    });

    it('leaves each space to be restored by itself, to the end of the top', async () => {
      const { client, paths, read } = await tree(shape);
      await client.delete(paths.c!, { expect: 205 });
      await client.post(`${paths.three}/restore`, undefined, { expect: 200 });
      await client.post(`${paths.one}/restore`, undefined, { expect: 200 });
      expect(await read()).to.deep.equal(['top', { other: ['four'] }, 'three', 'one']);
    });

    it('counts the days of what was in the trash before from then', async () => {
      const { client, paths, ids } = await tree(shape);
      await client.delete(paths.two!, { expect: 205 });
      const { deletedAt } = (await client.get(paths.two!)).body;
      later(day);
      await client.delete(paths.c!, { expect: 205 });
      const { body } = await client.get(paths.two!, { expect: 200 });
      expect(body.deletedAt).to.equal(deletedAt);
      expect(body).not.to.have.property('parent');
      expect(await typesAbout(ids.two)).to.deep.equal(['space.created', 'space.deleted', 'space.deleted']);
      await client.post(`${paths.two}/restore`, undefined, { expect: 200 });
    });

    it('opens nothing that was closed: a space keeps the level that it inherited', async () => {
      const { client, paths, member } = await tree(shape);
      await client.patch(paths.c!, { defaultLevel: null }, { expect: 200 });
      await client.patch(paths.innermost!, { defaultLevel: 'comment' }, { expect: 200 });
      await client.delete(paths.c!, { expect: 205 });
      const reader = content.as(member('read'));
      await reader.get(paths.one!, { expect: 404 });
      await client.post(`${paths.one}/restore`, undefined, { expect: 200 });
      await reader.get(paths.one!, { expect: 404 });
      expect((await client.get(paths.one!)).body.defaultLevel).to.equal(null);
      expect((await client.post(`${paths.three}/restore`)).body.defaultLevel).to.equal('comment');
    });

    it('closes nothing that was open: what was granted on a collection is granted on the spaces', async () => {
      const { client, paths, ids, organization } = await tree(shape);
      const [owner, reader] = [principalOf({ [organization]: null }), principalOf({ [organization]: null })];
      const grant = (column: string, title: string, subject: string, level: string) =>
        content.db('permissions').insert({
          organization_id: organization,
          [column]: ids[title],
          subject_id: subject,
          kind: 'user',
          level,
        });
      await grant('collection_id', 'c', owner.userId, 'admin');
      await grant('collection_id', 'innermost', reader.userId, 'read');
      await grant('space_id', 'three', reader.userId, 'edit');
      await grant('space_id', 'three', owner.userId, 'comment');
      const levels = async () =>
        Promise.all(
          [owner, reader].flatMap((caller) =>
            ['one', 'three'].map(async (title) => (await content.as(caller).get(paths[title]!)).body.permissions),
          ),
        );
      const before = await levels();
      await content.as(owner).delete(paths.inner!, { expect: 205 });
      await content.as(owner).delete(paths.c!, { expect: 205 });
      expect(await levels()).to.deep.equal(before);
      for (const title of ['one', 'two', 'three'])
        await content.as(owner).post(`${paths[title]}/restore`, undefined, { expect: 200 });
      expect(await levels()).to.deep.equal(before);
      expect((await client.get(paths.three!)).body).not.to.have.property('parent');
      const told = (await outboxEvents(content.db))
        .filter(({ type, subject }) => type === 'content.permissions.changed.v1' && subject === ids.three)
        .map(({ data }) => (data as { users: string[] }).users);
      expect(told.at(-1)).to.have.members([owner.userId, reader.userId]);
    });

    it('takes nothing away that the caller does not administer', async () => {
      const { client, paths, read, member } = await tree(shape);
      await client.patch(paths.c!, { defaultLevel: 'admin' }, { expect: 200 });
      await client.patch(paths.three!, { defaultLevel: null }, { expect: 200 });
      const owner = content.as(member('read'));
      const before = await read();
      await owner.delete(paths.c!, { expect: 403 });
      await owner.post(`${paths.c}/transfer`, { organization: 'x' }, { expect: 404 });
      expect(await read()).to.deep.equal(before);
      await client.patch(paths.three!, { defaultLevel: 'inherit' }, { expect: 200 });
      await owner.delete(paths.c!, { expect: 205 });
    });

    it('deletes what the caller has read, and nothing newer', async () => {
      const { client, paths } = await tree([{ c: [] }]);
      const { headers } = await client.get(paths.c!);
      await client.patch(paths.c!, { title: 'New' }, { expect: 200 });
      await client.delete(paths.c!, { headers: { 'if-match': headers.get('etag')! }, expect: 412 });
    });
  });

  describe('the sweep', () => {
    it('removes for good what was deleted seven days ago, with all that belongs to it, and says so', async () => {
      const { organizationId, spaceId, admin, ids } = await make.written();
      const main = `/v1/spaces/${spaceId}`;
      const client = content.as(admin);
      const rename = (title: string) => [{ operation: 'update_page', page: ids.Home, title }];
      const request = await make.changeRequest(admin, spaceId, rename('Ours'));
      await make.edit(admin, main, rename('Theirs'));
      await client.post(`${request.path}/update`, undefined, { expect: 200 });
      const comment = await client.post(`${main}/comments`, { body: { markdown: 'Hm' } });
      expect(comment.status).to.be.oneOf([200, 501]);
      const kept = await make.space(admin, organizationId);
      await client.delete(main, { expect: 205 });
      await client.delete(`/v1/spaces/${kept.id}`, { expect: 205 });
      later(7 * day - 1);
      await client.post(`/v1/spaces/${kept.id}/restore`, undefined, { expect: 200 });
      await sweepTrash({ db: content.db, now: () => content.now });
      expect(await content.db('spaces').where({ id: spaceId })).to.have.length(1);
      later(1);
      await sweepTrash({ db: content.db, now: () => content.now });

      for (const table of ['spaces', 'revisions', 'change_requests', 'main_pages']) {
        const left = await content.db(table).where({ [table === 'spaces' ? 'id' : 'space_id']: spaceId });
        expect(left, table).to.deep.equal([]);
      }
      for (const table of ['conflicts', 'contributors'])
        expect(await content.db(table).where({ change_request_id: request.id }), table).to.deep.equal([]);
      const told = (await outboxEvents(content.db)).filter(({ subject }) => subject === spaceId);
      expect(told.at(-1)).to.deep.include({
        type: 'content.space.purged.v1',
        sequence: told.at(-2)!.sequence + 1,
        data: { space: spaceId, organization: organizationId },
      });
      await client.get(main, { expect: 404 });
      await client.post(`${main}/restore`, undefined, { expect: 404 });
      await client.get(`/v1/spaces/${kept.id}`, { expect: 200 });
    });

    it('is done once by any number of replicas at once', async () => {
      const { client, paths, ids } = await tree(Array.from({ length: 12 }, (_, index) => `s${index}`));
      for (const path of Object.values(paths)) await client.delete(path, { expect: 205 });
      later(7 * day);
      await Promise.all(Array.from({ length: 4 }, () => sweepTrash({ db: content.db, now: () => content.now })));
      for (const id of Object.values(ids))
        expect((await typesAbout(id)).filter((type) => type === 'space.purged')).to.have.length(1);
      expect(await content.db('spaces').whereIn('id', Object.values(ids))).to.deep.equal([]);
    });

    it('goes on behind a space that cannot be removed, and reports it', async () => {
      const { client, paths, ids } = await tree(['stuck', 'free']);
      await client.delete(paths.stuck!, { expect: 205 });
      later(1);
      await client.delete(paths.free!, { expect: 205 });
      later(7 * day);
      await content.db.raw('CREATE TABLE holds (space_id text COLLATE "C" REFERENCES spaces (id))');
      await content.db('holds').insert({ space_id: ids.stuck });
      try {
        const failure = await sweepTrash({ db: content.db, now: () => content.now }).catch((error: Error) => error);
        expect(failure).to.be.instanceOf(AggregateError);
        expect((failure as Error).message).to.contain(ids.stuck);
        expect(await content.db('spaces').whereIn('id', [ids.stuck!, ids.free!]).pluck('id')).to.deep.equal([
          ids.stuck,
        ]);
      } finally {
        await content.db.raw('DROP TABLE holds');
      }
      await sweepTrash({ db: content.db, now: () => content.now });
      expect(await content.db('spaces').where({ id: ids.stuck })).to.deep.equal([]);
    });

    it('a restore at the last moment and the sweep agree on what becomes of the space', async () => {
      const { client, paths, ids } = await tree(Array.from({ length: 8 }, (_, index) => `s${index}`));
      for (const path of Object.values(paths)) await client.delete(path, { expect: 205 });
      const sweptAt = new Date(content.now.getTime() + 7 * day);
      later(7 * day - 1);
      const [, ...answers] = await Promise.all([
        sweepTrash({ db: content.db, now: () => sweptAt }),
        ...Object.values(paths).map((path) => client.post(`${path}/restore`)),
      ]);
      for (const [index, id] of Object.values(ids).entries()) {
        const left = await content.db('spaces').where({ id });
        expect(answers[index]!.status).to.equal(left.length === 1 ? 200 : 404);
        expect(await typesAbout(id)).to.deep.equal([
          'space.created',
          'space.deleted',
          left.length === 1 ? 'space.restored' : 'space.purged',
        ]);
      }
    });
  });
});
