import type { Comment } from '@quire/contract';
import { newId, type Principal } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { readDocument } from '../../src/document/read-document.js';
import { commentPlaces, homePage } from '../comment-places.js';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';

describe('comments', () => {
  const content = contentService();
  const make = factories(content);

  for (const { suffix, state } of commentPlaces(content)) {
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
        expect(posted.postedAt).to.equal(content.now.toISOString());
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
        for (const text of ['Else.\n', homePage])
          await make.edit(admin, path, [{ operation: 'update_page', page: ids.Home, document: { markdown: text } }]);
        expect((await get(id)).target.page?.outdated).to.equal(false);
      });

      it('comments on a block of a page, by its key or its anchor, with a preview of it', async () => {
        const { ids, post } = await state();
        const keys = readDocument(homePage).nodes.map(({ key }) => key);
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
        const { comments, client, ids, open } = await state({ Home: homePage });
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
          [400, { body: { document: { object: 'document', data: {}, nodes: [] } } }, 'body.body.document'],
          [
            400,
            { body: { document: { object: 'document', data: {}, nodes: [{}] } } },
            'body.body.document.nodes.0.type',
          ],
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

      it('takes a JSON document and keeps it as Markdown', async () => {
        const { client, comments } = await state();
        const document = readDocument('See **[here](https://a.test)**, then:\n\n- one\n- two\n');
        const { body } = await client.post(comments, { body: { document } }, { expect: 200 });
        expect(body.body).to.deep.equal({ markdown: 'See [**here**](https://a.test), then:\n\n- one\n- two' });
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
  }
});
