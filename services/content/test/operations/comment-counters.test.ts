import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { commentPlaces } from '../comment-places.js';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';

describe('numbers of comments', () => {
  const content = contentService();
  const make = factories(content);

  for (const { suffix, state } of commentPlaces(content)) {
    describe(`open comments ${suffix}`, () => {
      it('are counted right while many post, resolve, open again and delete at once', async () => {
        const { comments, client, organizationId, post, reply, open } = await state();
        const people = Array.from({ length: 4 }, () => principalOf({ [organizationId]: 'admin' }));
        const ids: string[] = [];
        for (let turn = 0; turn < 6; turn += 1) ids.push((await post()).id);
        const each = people.flatMap((person, index) => {
          const as = content.as(person);
          return [
            ...ids.slice(0, 4).map((id) => () => as.put(`${comments}/${id}`, { resolved: index % 2 === 0 })),
            ...ids.slice(3, 5).map((id) => () => as.delete(`${comments}/${id}`)),
            () => as.post(comments, { body: { markdown: 'More' } }),
            () => as.post(`${comments}/${ids[5]}/replies`, { body: { markdown: 'Yes' } }),
            () => as.put(`${comments}/${ids[5]}`, { addedReactions: ['👍'] }),
          ];
        });
        const answers = await Promise.all(each.map((send) => send()));
        for (const { status, body } of answers) expect(status, JSON.stringify(body)).to.be.oneOf([200, 205, 404]);
        const { body } = await client.get(comments, { query: { status: 'open' }, expect: 200 });
        expect(await open()).to.equal(body.count);
        const { body: last } = await client.get(`${comments}/${ids[5]}`, { expect: 200 });
        expect(last.replies).to.equal(4);
        expect(last.reactions[0].count).to.equal(4);
        await reply(ids[5]!);
      });
    });
  }

  it('comments of a space and of its change request are counted and listed apart', async () => {
    const { spaceId, admin } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    const { path, number } = await make.changeRequest(admin, spaceId);
    await client.post(`${main}/comments`, { body: { markdown: 'Main' } }, { expect: 200 });
    await client.post(`${path}/comments`, { body: { markdown: 'One' } }, { expect: 200 });
    await client.post(`${main}/change-requests/${number}/comments`, { body: { markdown: 'Two' } }, { expect: 200 });
    expect((await client.get(main)).body.comments).to.equal(1);
    expect((await client.get(path)).body.comments).to.equal(2);
    expect((await client.get(`${main}/comments`)).body.count).to.equal(1);
    expect((await client.get(`${path}/comments`)).body.count).to.equal(2);
    await client.get(`${main}/change-requests/99/comments`, { expect: 404 });
  });

  it('a change request that was merged or archived can still be talked about', async () => {
    const { spaceId, admin } = await make.written();
    const client = content.as(admin);
    const merged = await make.changeRequest(admin, spaceId);
    await client.post(`${merged.path}/merge`, undefined, { expect: 200 });
    const archived = await make.changeRequest(admin, spaceId);
    await client.patch(archived.path, { status: 'archived' }, { expect: 200 });
    for (const { path } of [merged, archived])
      await client.post(`${path}/comments`, { body: { markdown: 'Well' } }, { expect: 200 });
  });

  it('the space tells its number of open comments each time that it changes, and nothing else', async () => {
    const { spaceId, admin } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    const updatedAt = (await client.get(main)).body.updatedAt;
    const { id } = (await client.post(`${main}/comments`, { body: { markdown: 'A' } }, { expect: 200 })).body;
    await client.put(`${main}/comments/${id}`, { body: { markdown: 'B' }, addedReactions: ['👍'] }, { expect: 200 });
    await client.post(`${main}/comments/${id}/replies`, { body: { markdown: 'A' } }, { expect: 200 });
    await client.put(`${main}/comments/${id}`, { resolved: true }, { expect: 200 });
    await client.put(`${main}/comments/${id}`, { resolved: false }, { expect: 200 });
    await client.delete(`${main}/comments/${id}`, { expect: 205 });
    const told = (await outboxEvents(content.db)).filter(
      ({ subject, type }) => subject === spaceId && type === 'content.space.updated.v1',
    );
    expect(told.map(({ data }) => (data as { counts: { comments: number } }).counts.comments)).to.deep.equal([
      1, 0, 1, 0,
    ]);
    const sequences = told.map(({ sequence }) => sequence!);
    expect(sequences).to.deep.equal([...new Set(sequences)].sort((a, b) => a - b));
    expect((await client.get(main)).body.updatedAt).to.equal(updatedAt);
  });

  it('comments, merges and edits at once wait for each other, and never for ever', async () => {
    const { spaceId, admin, ids } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    const { path } = await make.changeRequest(admin, spaceId, [
      { operation: 'update_page', page: ids.Home, title: 'A' },
    ]);
    const comment = { body: { markdown: 'Hello' }, page: ids.Home };
    const { id } = (await client.post(`${path}/comments`, comment, { expect: 200 })).body;
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => client.post(`${path}/comments`, comment)),
      ...Array.from({ length: 8 }, () => client.post(`${main}/comments`, comment)),
      ...Array.from({ length: 4 }, () => client.post(`${path}/comments/${id}/replies`, comment)),
      client.post(`${path}/merge`),
      client.put(`${path}/comments/${id}`, { resolved: true }),
      client.patch(main, { title: 'New' }),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    expect((await client.get(main)).body.comments).to.equal(8);
    expect((await client.get(path)).body.comments).to.equal(8);
  });

  it('nothing is left of comments when their space is removed for good', async () => {
    const { spaceId, admin } = await make.written();
    const client = content.as(admin);
    const { path } = await make.changeRequest(admin, spaceId);
    for (const place of [`/v1/spaces/${spaceId}`, path]) {
      const { id } = (await client.post(`${place}/comments`, { body: { markdown: 'A' } }, { expect: 200 })).body;
      await client.post(`${place}/comments/${id}/replies`, { body: { markdown: 'B' } }, { expect: 200 });
      await client.put(`${place}/comments/${id}`, { addedReactions: ['👍'] }, { expect: 200 });
    }
    await content.db.transaction(async (tx) => void (await tx('spaces').where({ id: spaceId }).delete()));
    expect(await content.db('comments').where({ space_id: spaceId })).to.deep.equal([]);
    const orphans = await content.db('reactions').whereNotIn('comment_id', content.db('comments').select('id'));
    expect(orphans).to.deep.equal([]);
  });
});
