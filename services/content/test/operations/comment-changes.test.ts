import type { Comment } from '@quire/contract';
import { expect } from 'chai';
import { commentPlaces } from '../comment-places.js';
import { contentService, principalOf } from '../content-service.js';

describe('changes to comments', () => {
  const content = contentService();

  for (const { suffix, state } of commentPlaces(content)) {
    describe(`updateComment${suffix}`, () => {
      it('resolves once and opens again', async () => {
        const { organizationId, post, put, get, open, told } = await state();
        const { id } = await post();
        const [one, two] = [principalOf({ [organizationId]: 'comment' }), principalOf({ [organizationId]: 'edit' })];
        const resolved: Comment = await put(id, { resolved: true }, one);
        expect(resolved.status).to.equal('resolved');
        expect(resolved.resolvedBy?.id).to.equal(one.userId);
        expect(resolved.editedAt).to.equal(undefined);
        expect(await open()).to.equal(0);
        const again: Comment = await put(id, { resolved: true }, two);
        expect([again.resolvedAt, again.resolvedBy]).to.deep.equal([resolved.resolvedAt, resolved.resolvedBy]);
        expect(await open()).to.equal(0);

        for (let turn = 0; turn < 2; turn += 1) {
          const { status, resolvedAt, resolvedBy } = await put(id, { resolved: false }, two);
          expect([status, resolvedAt, resolvedBy]).to.deep.equal(['open', undefined, undefined]);
          expect(await open()).to.equal(1);
        }
        await put(id, {});
        expect((await get(id)).status).to.equal('open');
        expect((await told(id)).map(({ type, sequence }) => [type, sequence])).to.deep.equal([
          ['posted', 1],
          ['resolved', 2],
        ]);
      });

      it('lets the author alone edit, and says when', async () => {
        const { comments, organizationId, post, put, get } = await state();
        const author = principalOf({ [organizationId]: 'comment' });
        const { id, postedAt } = await post('Frist', author);
        expect((await put(id, { body: { markdown: 'Frist' } }, author)).editedAt, 'no change').to.equal(undefined);
        content.now = new Date(Date.parse(postedAt) + 60_000);
        const edited = await put(id, { body: { markdown: 'First' }, addedReactions: ['👍'] }, author);
        expect(edited).to.deep.include({ body: { markdown: 'First' }, editedAt: content.now.toISOString(), postedAt });
        content.now = new Date();

        const before = await get(id);
        const admin = content.as(principalOf({ [organizationId]: 'admin' }));
        const all = { body: { markdown: 'Mine' }, resolved: true, addedReactions: ['🎉'] };
        await admin.put(`${comments}/${id}`, all, { expect: 403 });
        for (const refused of ['', ' ', 'a\0', 'x'.repeat(10_001)])
          await content.as(author).put(`${comments}/${id}`, { body: { markdown: refused } }, { expect: 400 });
        await content.as(author).put(`${comments}/${id}`, { body: {} }, { expect: 400 });
        const document = { object: 'document', data: {}, nodes: [] };
        await content.as(author).put(`${comments}/${id}`, { resolved: true, body: { document } }, { expect: 400 });
        expect(await get(id)).to.deep.equal(before);
      });

      it('adds and takes back reactions, each once per user and emoji', async () => {
        const { comments, client, organizationId, admin, post, put, get } = await state();
        const { id } = await post();
        const other = principalOf({ [organizationId]: 'comment' });
        await put(id, { addedReactions: ['👍', '👍', '1f44d'] });
        const first = (await get(id)).reactions;
        expect(first).to.have.length(1);
        expect(first[0]).to.deep.include({ emoji: '👍', count: 1 });
        expect(first[0]!.users[0]!.user.id).to.equal(admin.userId);

        content.now = new Date(Date.now() + 1000);
        await put(id, { addedReactions: ['👍', '❤'] });
        content.now = new Date(Date.now() + 2000);
        await put(id, { addedReactions: ['❤️', '👍'] }, other);
        content.now = new Date();
        const shown = (await get(id)).reactions.map(({ emoji, count, users }) => [
          emoji,
          count,
          users.map(({ user }) => user.id),
        ]);
        const both = [admin.userId, other.userId];
        expect(shown).to.deep.equal([
          ['👍', 2, both],
          ['❤️', 2, both],
        ]);
        expect((await get(id)).reactions[0]!.users[0], 'as it was').to.deep.equal(first[0]!.users[0]);

        await put(id, { removedReactions: ['👍', '🎉'] });
        content.now = new Date(Date.now() + 3000);
        await put(id, { removedReactions: ['👍', '2764'], addedReactions: ['🎉'] }, other);
        content.now = new Date();
        const left = (await get(id)).reactions.map(({ emoji, users }) => [emoji, users.map(({ user }) => user.id)]);
        expect(left).to.deep.equal([
          ['❤️', [admin.userId]],
          ['🎉', [other.userId]],
        ]);

        const before = await get(id);
        for (const refused of [
          { addedReactions: ['like'] },
          { addedReactions: ['👍', ':+1:'] },
          { addedReactions: ['👍👍'] },
          { addedReactions: [''] },
          { addedReactions: '👍' },
          { removedReactions: ['x'] },
          { addedReactions: ['🚀', '👀'], removedReactions: ['1f440'] },
        ])
          await client.put(`${comments}/${id}`, { resolved: true, ...refused }, { expect: 400 });
        expect(await get(id)).to.deep.equal(before);
      });

      it('holds 50 different emoji and no more', async () => {
        const { comments, client, post, get } = await state();
        const { id } = await post();
        const emojis = Array.from({ length: 51 }, (_, index) => String.fromCodePoint(0x1f400 + index));
        await client.put(`${comments}/${id}`, { addedReactions: emojis.slice(0, 50) }, { expect: 200 });
        await client.put(`${comments}/${id}`, { addedReactions: emojis.slice(50) }, { expect: 409 });
        await client.put(`${comments}/${id}`, { addedReactions: emojis.slice(0, 1) }, { expect: 200 });
        expect((await get(id)).reactions).to.have.length(50);
      });

      it('answers 412 when it was changed since it was read', async () => {
        const { comments, client, post, reply } = await state();
        const { id } = await post();
        const { id: replyId } = await reply(id);
        for (const path of [`${comments}/${id}`, `${comments}/${id}/replies/${replyId}`]) {
          const { headers } = await client.get(path, { expect: 200 });
          const held = { 'if-match': String(headers.get('etag')) };
          await client.put(path, { addedReactions: ['👍'] }, { headers: held, expect: 200 });
          await client.put(path, { addedReactions: ['🎉'] }, { headers: held, expect: 412 });
          await client.delete(path, { headers: held, expect: 412 });
        }
      });
    });

    describe(`deleteComment${suffix}`, () => {
      it('takes replies and reactions along, for its author and for admins', async () => {
        const { comments, client, organizationId, post, reply, put, open, told } = await state();
        const author = principalOf({ [organizationId]: 'comment' });
        const [mine, theirs, resolved] = [await post('A', author), await post('B', author), await post('C', author)];
        const { id: replyId } = await reply(mine.id);
        await put(mine.id, { addedReactions: ['👍'] });
        await put(resolved.id, { resolved: true });
        const stranger = content.as(principalOf({ [organizationId]: 'create' }));
        await stranger.delete(`${comments}/${mine.id}`, { expect: 403 });
        expect(await open()).to.equal(2);

        const { headers } = await content.as(author).delete(`${comments}/${mine.id}`, { expect: 205 });
        expect(headers.get('content-length')).to.equal('0');
        expect(await open()).to.equal(1);
        await client.delete(`${comments}/${theirs.id}`, { expect: 205 });
        await client.delete(`${comments}/${resolved.id}`, { expect: 205 });
        expect(await open()).to.equal(0);
        await client.delete(`${comments}/${mine.id}`, { expect: 404 });
        await client.get(`${comments}/${mine.id}/replies/${replyId}`, { expect: 404 });
        await client.post(`${comments}/${mine.id}/replies`, { body: { markdown: 'Late' } }, { expect: 404 });
        expect(await content.db('comments').where({ id: replyId })).to.deep.equal([]);
        expect(await content.db('reactions').where({ comment_id: mine.id })).to.deep.equal([]);
        const types = async (id: string) => (await told(id)).map(({ type, sequence }) => [type, sequence]);
        expect(await types(mine.id)).to.deep.equal([
          ['posted', 1],
          ['deleted', 2],
        ]);
        expect(await types(resolved.id)).to.deep.equal([
          ['posted', 1],
          ['resolved', 2],
          ['deleted', 3],
        ]);
      });
    });
  }
});
