import type { Comment, CommentReply } from '@quire/contract';
import { newId, type Principal } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import type { Content } from '../../src/context.js';
import { readComments } from '../../src/domain/comments/read-comments.js';
import { ContentStore } from '../../src/domain/store/content-store.js';
import { readDocument } from '../../src/document/read-document.js';
import { linksOf } from '../../src/present/links.js';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

const markdown =
  '# Home\n\nWelcome to **all** of [us](other.md).\n\n## Next steps\n\nSame.\n\nSame.\n\n![A cat](a.png)\n';

describe('comments', () => {
  const content = contentService();
  const make = factories(content);

  for (const { suffix, place } of [
    { suffix: 'InSpace', place: (spaceId: string) => Promise.resolve(`/v1/spaces/${spaceId}`) },
    {
      suffix: 'InChangeRequest',
      place: async (spaceId: string, caller: Principal) => (await make.changeRequest(caller, spaceId)).path,
    },
  ]) {
    async function state(pages: Record<string, string> = { Home: markdown, Other: 'Other.\n' }) {
      const made = await make.written(pages);
      const path = await place(made.spaceId, made.admin);
      const comments = `${path}/comments`;
      const client = content.as(made.admin);
      const post = async (body: object | string = 'Hello', caller = made.admin): Promise<Comment> => {
        const sent = typeof body === 'string' ? { body: { markdown: body } } : { body: { markdown: 'Hello' }, ...body };
        return (await content.as(caller).post(comments, sent, { expect: 200 })).body;
      };
      const reply = async (comment: string, text = 'Yes', caller = made.admin): Promise<CommentReply> => {
        const sent = { body: { markdown: text } };
        return (await content.as(caller).post(`${comments}/${comment}/replies`, sent, { expect: 200 })).body;
      };
      const get = async (id: string, caller = made.admin): Promise<Comment> =>
        (await content.as(caller).get(`${comments}/${id}`, { expect: 200 })).body;
      const put = async (id: string, body: object, caller = made.admin) =>
        (await content.as(caller).put(`${comments}/${id}`, body, { expect: 200 })).body;
      const open = async (): Promise<number> => (await client.get(path, { expect: 200 })).body.comments;
      const told = async (subject: string) =>
        (await outboxEvents(content.db))
          .filter((event) => event.subject === subject)
          .map(({ type, sequence, data }) => ({
            type: type.replace(/^content\.comment\.|\.v1$/g, ''),
            sequence,
            data,
          }));
      return { ...made, path, comments, client, post, reply, get, put, open, told };
    }

    describe(`postComment${suffix}`, () => {
      it('comments on all of it', async () => {
        const { path, comments, client, admin, spaceId, organizationId, post, get, open, told } = await state();
        const revision = (await client.get(path)).body.revision;
        const posted = await post('Hello @[Ada](user:1), **bold**\n');
        const changeRequest = suffix === 'InSpace' ? {} : { changeRequest: path.split('/').at(-1) };
        const user = {
          object: 'user',
          id: admin.userId,
          displayName: 'Ada',
          email: admin.email,
          urls: { location: `${publicUrl}/v1/users/${admin.userId}` },
        };
        expect(posted).to.deep.equal({
          object: 'comment',
          id: posted.id,
          postedBy: user,
          postedAt: posted.postedAt,
          reactions: [],
          body: { markdown: 'Hello @[Ada](user:1), **bold**\n' },
          urls: { location: `${publicUrl}${comments}/${posted.id}` },
          permissions: { view: true, edit: true, reply: true, delete: true },
          replies: 0,
          target: { ...changeRequest, space: spaceId, revision },
          status: 'open',
        });
        expect(Math.abs(Date.parse(posted.postedAt) - Date.now())).to.be.below(60_000);
        expect(await get(posted.id)).to.deep.equal(posted);
        expect(await open()).to.equal(1);
        expect(await told(posted.id)).to.deep.equal([
          {
            type: 'posted',
            sequence: 1,
            data: {
              comment: posted.id,
              space: spaceId,
              organization: organizationId,
              ...changeRequest,
              postedBy: admin.userId,
            },
          },
        ]);
      });

      it('comments on a page and says when it has changed since', async () => {
        const { path, admin, ids, post, get, told, client } = await state();
        const { id, target } = await post({ page: ids.Home });
        expect(target.page).to.deep.include({ id: ids.Home, title: 'Home', path: 'home', outdated: false });
        expect((await told(id))[0]!.data).to.deep.include({ page: ids.Home });
        const pageNow = async () => (await get(id)).target.page;

        await make.edit(admin, path, [
          { operation: 'update_page', page: ids.Other, document: { markdown: 'Different.\n' } },
          { operation: 'insert_page', title: 'Below', into: ids.Home, document: { markdown: '' } },
          { operation: 'update_page', page: ids.Home, into: ids.Other },
        ]);
        expect(await pageNow(), 'moved').to.deep.include({ path: 'other/home', outdated: false });
        await make.edit(admin, path, [{ operation: 'update_page', page: ids.Home, title: 'Start', emoji: '🏠' }]);
        const { body: page } = await client.get(`${path}/content/page/${ids.Home}`);
        const { createdAt, updatedAt } = page;
        const now = { id: ids.Home, title: 'Start', emoji: '🏠', createdAt, updatedAt, path: 'other/home' };
        expect(await pageNow(), 'renamed').to.deep.equal({ ...now, outdated: true });
        expect((await post({ page: ids.Home })).target.page?.outdated).to.equal(false);
        await make.edit(admin, path, [{ operation: 'update_page', page: ids.Home, document: { markdown: 'New.\n' } }]);
        await make.edit(admin, path, [{ operation: 'delete_page', page: ids.Home }]);
        expect(await pageNow(), 'gone: as it was then').to.deep.include({
          title: 'Home',
          path: 'home',
          outdated: true,
        });
      });

      it('a page that says again what it said is not outdated', async () => {
        const { path, admin, ids, post, get } = await state();
        const { id } = await post({ page: ids.Home });
        for (const text of ['Else.\n', markdown])
          await make.edit(admin, path, [{ operation: 'update_page', page: ids.Home, document: { markdown: text } }]);
        expect((await get(id)).target.page?.outdated).to.equal(false);
      });

      it('comments on a block of a page, by its key or its anchor, with a preview of it', async () => {
        const { ids, post } = await state();
        const keys = readDocument(markdown).nodes.map(({ key }) => key);
        expect(new Set(keys).size).to.equal(keys.length);
        const previews = [];
        for (const node of [...keys, 'next-steps', 'home'])
          previews.push((await post({ page: ids.Home, node })).target.node?.preview);
        const words = ['Home', 'Welcome to all of us.', 'Next steps', 'Same.', 'Same.', 'A cat'];
        expect(previews).to.deep.equal([...words, 'Next steps', 'Home']);
      });

      it('a long block is shortened to 200 characters, one without words has no preview', async () => {
        const [long, fits, silent] = ['😀'.repeat(201), '😀'.repeat(200), '***\n'];
        const { ids, post } = await state({ Long: long, Fits: fits, Silent: silent });
        const node = async (page: string | undefined, text: string) => {
          const { target } = await post({ page, node: readDocument(text).nodes[0]!.key });
          return target.node;
        };
        expect((await node(ids.Long, long))?.preview).to.equal(`${'😀'.repeat(199)}…`);
        expect((await node(ids.Fits, fits))?.preview).to.equal(fits);
        expect(await node(ids.Silent, silent)).to.deep.equal({ id: readDocument(silent).nodes[0]!.key });
      });

      it('refuses targets that are not there and texts that say nothing, and nothing has happened', async () => {
        const { comments, client, ids, open } = await state({ Home: markdown });
        const body = { markdown: 'Hello' };
        const events = (await outboxEvents(content.db)).length;
        for (const [status, sent, path] of [
          [404, { body, page: 'nope' }],
          [404, { body, page: ids.Home, node: 'nope' }],
          [404, { body, page: ids.Home, node: newId() }],
          [400, { body, node: 'next-steps' }, 'body.page'],
          [400, { body, page: '' }, 'body.page'],
          [400, {}, 'body.body'],
          [400, { body: {} }, 'body.body'],
          [400, { body: 'Hello' }, 'body.body'],
          [400, { body: { markdown: '' } }, 'body.body.markdown'],
          [400, { body: { markdown: ' \n\t\u00A0\u200B' } }, 'body.body.markdown'],
          [400, { body: { markdown: 'a\0' } }, 'body.body.markdown'],
          [400, { body: { markdown: '😀'.repeat(10_001) } }, 'body.body.markdown'],
          [501, { body: { document: { object: 'document', data: {}, nodes: [] } } }],
        ] as const) {
          const answer = await client.post(comments, sent, { expect: status });
          const paths = (answer.body.error.details ?? []).map((detail: { path: string }) => detail.path);
          expect(paths, JSON.stringify(sent)).to.deep.equal(path === undefined ? [] : [path]);
        }
        expect((await client.get(comments)).body).to.deep.equal({ items: [], count: 0 });
        expect(await open()).to.equal(0);
        expect(await outboxEvents(content.db)).to.have.length(events);
      });

      it('takes 10,000 characters, each a code point', async () => {
        const { post } = await state();
        const text = '😀'.repeat(10_000);
        expect((await post(text)).body).to.deep.equal({ markdown: text });
      });

      it('is done once under one Idempotency-Key', async () => {
        const { comments, client, open } = await state();
        const send = () =>
          client.post(comments, { body: { markdown: 'Once' } }, { headers: { 'idempotency-key': 'k1' }, expect: 200 });
        const answers = await Promise.all([send(), send(), send()]);
        expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
        expect(await open()).to.equal(1);
      });
    });

    describe(`getComment${suffix}`, () => {
      it('answers 404 for a comment of another place', async () => {
        const { comments, client, post, spaceId, admin, reply } = await state();
        const { id } = await post();
        const { id: replyId } = await reply(id);
        const elsewhere =
          suffix === 'InSpace' ? (await make.changeRequest(admin, spaceId)).path : `/v1/spaces/${spaceId}`;
        const { id: other } = (
          await client.post(`${elsewhere}/comments`, { body: { markdown: 'There' } }, { expect: 200 })
        ).body;
        for (const missing of [other, replyId, 'nope', id.toLowerCase()]) {
          await client.get(`${comments}/${missing}`, { expect: 404 });
          await client.put(`${comments}/${missing}`, { resolved: true }, { expect: 404 });
          await client.delete(`${comments}/${missing}`, { expect: 404 });
          await client.get(`${comments}/${missing}/replies`, { expect: 404 });
          await client.post(`${comments}/${missing}/replies`, { body: { markdown: 'A' } }, { expect: 404 });
          await client.get(`${comments}/${missing}/replies/${replyId}`, { expect: 404 });
        }
        expect((await client.get(`${elsewhere}/comments/${other}`, { expect: 200 })).body.status).to.equal('open');
        const another = await state();
        await content.as(another.admin).get(`${another.comments}/${id}`, { expect: 404 });
        await content.as(another.admin).get(`${comments}/${id}`, { expect: 404 });
      });

      it('answers with a JSON document where one is asked for', async () => {
        const { comments, client, post, reply } = await state();
        const { id } = await post('Hello **you**\n');
        const { id: replyId } = await reply(id, 'Yes');
        const bodies = async (path: string) => {
          const { body } = await client.get(`${comments}${path}`, { query: { format: 'document' }, expect: 200 });
          return 'items' in body ? body.items.map((item: Comment) => item.body) : body.body;
        };
        const [one, two] = [{ document: readDocument('Hello **you**\n') }, { document: readDocument('Yes') }];
        expect(await bodies('')).to.deep.equal([one]);
        expect(await bodies(`/${id}`)).to.deep.equal(one);
        expect(await bodies(`/${id}/replies`)).to.deep.equal([two]);
        expect(await bodies(`/${id}/replies/${replyId}`)).to.deep.equal(two);
      });

      it('says what the caller may do', async () => {
        const { comments, organizationId, post } = await state();
        const author = principalOf({ [organizationId]: 'comment' });
        const { id } = await post('Mine', author);
        const permissions = async (caller: Principal) =>
          (await content.as(caller).get(`${comments}/${id}`, { expect: 200 })).body.permissions;
        const as = (role: 'read' | 'comment' | 'create' | 'admin', userId?: string) =>
          permissions(principalOf({ [organizationId]: role }, userId));
        expect(await permissions(author)).to.deep.equal({ view: true, edit: true, reply: true, delete: true });
        expect(await as('read')).to.deep.equal({ view: true, edit: false, reply: false, delete: false });
        expect(await as('comment')).to.deep.equal({ view: true, edit: false, reply: true, delete: false });
        expect(await as('create')).to.deep.equal({ view: true, edit: false, reply: true, delete: false });
        expect(await as('admin')).to.deep.equal({ view: true, edit: false, reply: true, delete: true });
        expect(await as('read', author.userId)).to.deep.equal({ view: true, edit: false, reply: false, delete: false });
      });
    });

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
        await content.as(author).put(`${comments}/${id}`, { resolved: true, body: { document } }, { expect: 501 });
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

    describe(`listComments${suffix}`, () => {
      it('filters by status, page and authors, in either order, and counts what it lists', async () => {
        const { comments, client, organizationId, ids, post, put, reply, path, admin } = await state();
        const [ada, bob] = [principalOf({ [organizationId]: 'comment' }), principalOf({ [organizationId]: 'comment' })];
        const one = await post({ page: ids.Home }, ada);
        const two = await post({ page: ids.Other }, bob);
        const three = await post({ page: ids.Home }, bob);
        const four = await post({}, admin);
        await reply(one.id, 'Not a comment', bob);
        await put(two.id, { resolved: true });
        await put(three.id, { resolved: true });
        const list = async (query: object) => {
          const { body } = await client.get(comments, { query: query as any, expect: 200 });
          expect(body.count).to.equal(body.items.length);
          const names = new Map([one, two, three, four].map(({ id }, index) => [id, index + 1]));
          return body.items.map(({ id }: Comment) => names.get(id));
        };
        expect(await list({})).to.deep.equal([4, 3, 2, 1]);
        expect(await list({ order: 'asc' })).to.deep.equal([1, 2, 3, 4]);
        expect(await list({ order: 'desc', status: 'all' })).to.deep.equal([4, 3, 2, 1]);
        expect(await list({ status: 'open' })).to.deep.equal([4, 1]);
        expect(await list({ status: 'resolved', order: 'asc' })).to.deep.equal([2, 3]);
        expect(await list({ targetPage: ids.Home })).to.deep.equal([3, 1]);
        expect(await list({ targetPage: ids.Home, status: 'open' })).to.deep.equal([1]);
        expect(await list({ authors: bob.userId })).to.deep.equal([3, 2]);
        expect(await list({ authors: [ada.userId, admin.userId] })).to.deep.equal([4, 1]);
        expect(await list({ authors: [bob.userId, 'nobody'], targetPage: ids.Other })).to.deep.equal([2]);
        expect(await list({ authors: ['nobody'] })).to.deep.equal([]);
        const many = Array.from({ length: 999 }, () => newId());
        expect(await list({ authors: [...many, ada.userId] })).to.deep.equal([1]);
        await client.get(comments, { query: { authors: [...many, ada.userId, 'x'] }, expect: 400 });

        for (const query of [
          { status: 'closed' },
          { order: 'up' },
          { format: 'html' },
          { targetPage: '' },
          { limit: 0 },
        ])
          await client.get(comments, { query, expect: 400 });
        await client.get(comments, { query: { targetPage: 'nope' }, expect: 404 });
        await make.edit(admin, path, [{ operation: 'delete_page', page: ids.Home }]);
        expect(await list({ targetPage: ids.Home }), 'a page that is gone').to.deep.equal([3, 1]);
      });

      it('neither repeats nor skips one while others come and go', async () => {
        const { comments, client, admin, post } = await state();
        const stay: string[] = [];
        const goes: string[] = [];
        for (let turn = 0; turn < 6; turn += 1) {
          stay.push((await post()).id);
          goes.push((await post()).id);
        }
        const between = async () => {
          await post();
          const gone = goes.pop();
          if (gone !== undefined) await client.delete(`${comments}/${gone}`, { expect: 205 });
        };
        for (const order of ['asc', 'desc']) {
          const path = `${comments}?order=${order}`;
          const seen = (await listAll(content, admin, path, { limit: 3, between })).filter((id) => stay.includes(id));
          expect(seen).to.deep.equal(order === 'asc' ? stay : stay.toReversed());
        }
      });

      it('shows each with its own reactions, replies and page', async () => {
        const { comments, client, ids, organizationId, post, reply, put, get } = await state();
        const people = Array.from({ length: 3 }, () => principalOf({ [organizationId]: 'comment' }));
        const posted: string[] = [];
        for (let turn = 0; turn < 12; turn += 1) {
          const { id } = await post(turn % 3 === 0 ? {} : { page: turn % 3 === 1 ? ids.Home : ids.Other });
          posted.push(id);
          for (const person of people.slice(0, turn % 4)) await put(id, { addedReactions: ['👍'] }, person);
          for (let answers = 0; answers < turn % 5; answers += 1) await reply(id);
        }
        const { body } = await client.get(comments, { query: { order: 'asc' }, expect: 200 });
        expect(body.items).to.deep.equal(await Promise.all(posted.map((id) => get(id))));
      });

      it('asks the database as often for thirty comments as for one', async () => {
        const { admin, spaceId, path, ids, post, put, reply } = await state();
        for (let turn = 0; turn < 30; turn += 1) {
          const { id } = await post({ page: turn % 2 === 0 ? ids.Home : ids.Other });
          await put(id, { addedReactions: ['👍', '🎉'], resolved: turn % 3 === 0 });
          await reply(id);
        }
        const changeRequestId = suffix === 'InSpace' ? undefined : path.split('/').at(-1)!;
        const address = { spaceId, ...(changeRequestId === undefined ? {} : { changeRequestId }) };
        const queriesFor = async (limit: number) => {
          const queries: string[] = [];
          const note = ({ sql }: { sql: string }) => void queries.push(sql);
          const context = { db: content.db, store: new ContentStore(), links: linksOf(publicUrl) } as Content;
          content.db.on('query', note);
          try {
            const query = { format: 'markdown', order: 'desc', status: 'all', limit } as const;
            expect((await readComments(address, query, admin, context)).items).to.have.length(limit);
          } finally {
            content.db.removeListener('query', note);
          }
          return queries;
        };
        const one = await queriesFor(1);
        expect(one).to.have.length.above(2);
        expect((await queriesFor(30)).length, 'as many').to.equal(one.length);
      });
    });

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
