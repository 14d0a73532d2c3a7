import type { CommentReply } from '@quire/contract';
import { expect } from 'chai';
import { commentPlaces } from '../comment-places.js';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { listAll } from '../list-all.js';

describe('replies to comments', () => {
  const content = contentService();

  for (const { suffix, state } of commentPlaces(content)) {
    describe(`postCommentReply${suffix}`, () => {
      it('answers a comment, resolved or not, and is counted', async () => {
        const { comments, path, client, admin, spaceId, organizationId, post, reply, get, put, open, told } =
          await state();
        const { id } = await post();
        await put(id, { resolved: true });
        const author = principalOf({ [organizationId]: 'comment' });
        const posted = await reply(id, 'Yes, @[Ada](user:1)', author);
        expect(posted).to.deep.equal({
          object: 'comment-reply',
          id: posted.id,
          postedBy: posted.postedBy,
          postedAt: posted.postedAt,
          reactions: [],
          body: { markdown: 'Yes, @[Ada](user:1)' },
          urls: { location: `${publicUrl}${comments}/${id}/replies/${posted.id}` },
          permissions: { view: true, edit: true, reply: true, delete: true },
        });
        expect(posted.postedBy.id).to.equal(author.userId);
        expect(await get(id)).to.deep.include({ replies: 1, status: 'resolved' });
        expect(await open(), 'open comments').to.equal(0);
        const changeRequest = suffix === 'InSpace' ? {} : { changeRequest: path.split('/').at(-1) };
        expect(await told(posted.id)).to.deep.equal([
          {
            type: 'posted',
            sequence: 1,
            data: {
              comment: posted.id,
              parent: id,
              space: spaceId,
              organization: organizationId,
              ...changeRequest,
              postedBy: author.userId,
            },
          },
        ]);
        await client.post(`${comments}/${posted.id}/replies`, { body: { markdown: 'Deeper' } }, { expect: 404 });
        await client.post(`${comments}/${id}/replies`, { body: { markdown: '  ' } }, { expect: 400 });
        await content
          .as(principalOf({ [organizationId]: 'read' }))
          .post(`${comments}/${id}/replies`, { body: { markdown: 'No' } }, { expect: 403 });
        expect((await get(id, admin)).replies).to.equal(1);
      });
    });

    describe(`listCommentReplies${suffix}`, () => {
      it('lists them as they were posted', async () => {
        const { comments, client, admin, post, reply } = await state();
        const { id } = await post();
        const other = await post();
        const ids: string[] = [];
        for (const text of ['a', 'b', 'c', 'd', 'e']) ids.push((await reply(id, text)).id);
        await reply(other.id);
        const { body } = await client.get(`${comments}/${id}/replies`, { expect: 200 });
        expect(body.count).to.equal(5);
        expect(body.items.map((item: CommentReply) => 'markdown' in item.body && item.body.markdown)).to.deep.equal([
          'a',
          'b',
          'c',
          'd',
          'e',
        ]);
        const listed = await listAll(content, admin, `${comments}/${id}/replies`, {
          limit: 2,
          between: () => reply(other.id),
        });
        expect(listed).to.deep.equal(ids);
        const { body: one } = await client.get(`${comments}/${id}/replies/${ids[2]}`, { expect: 200 });
        expect(one).to.deep.equal(body.items[2]);
      });
    });

    describe(`updateCommentReply${suffix} and deleteCommentReply${suffix}`, () => {
      it('edits and reacts, and removes it for its author and for admins', async () => {
        const { comments, client, organizationId, post, reply, get, told, open } = await state();
        const [author, stranger] = [
          principalOf({ [organizationId]: 'comment' }),
          principalOf({ [organizationId]: 'create' }),
        ];
        const { id } = await post();
        const { id: replyId } = await reply(id, 'Teh', author);
        const path = `${comments}/${id}/replies/${replyId}`;
        const change = { body: { markdown: 'The' }, addedReactions: ['👍'] };
        await content.as(stranger).put(path, change, { expect: 403 });
        await content.as(author).put(path, { ...change, addedReactions: ['x'] }, { expect: 400 });
        expect((await client.get(path)).body).to.deep.include({ body: { markdown: 'Teh' }, reactions: [] });
        const { body } = await content.as(author).put(path, change, { expect: 200 });
        expect(body.body).to.deep.equal({ markdown: 'The' });
        expect(body.editedAt).to.be.a('string');
        const { body: reacted } = await content.as(stranger).put(path, { addedReactions: ['👍'] }, { expect: 200 });
        expect(reacted.reactions[0].count).to.equal(2);
        expect(reacted.permissions).to.deep.equal({ view: true, edit: false, reply: true, delete: false });

        await content.as(stranger).delete(path, { expect: 403 });
        expect((await get(id)).replies).to.equal(1);
        await content.as(author).delete(path, { expect: 205 });
        await client.delete(path, { expect: 404 });
        await client.get(path, { expect: 404 });
        expect((await get(id)).replies).to.equal(0);
        expect(await open()).to.equal(1);
        expect((await told(replyId)).map(({ type, sequence }) => [type, sequence])).to.deep.equal([
          ['posted', 1],
          ['deleted', 3],
        ]);
        const { id: another } = await reply(id, 'Theirs', author);
        await client.delete(`${comments}/${id}/replies/${another}`, { expect: 205 });
      });
    });
  }
});
