import type { Comment } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import type { Content } from '../../src/context.js';
import { readComments } from '../../src/domain/comments/read-comments.js';
import { ContentStore } from '../../src/domain/store/content-store.js';
import { linksOf } from '../../src/present/links.js';
import { commentPlaces } from '../comment-places.js';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

describe('lists of comments', () => {
  const content = contentService();
  const make = factories(content);

  for (const { suffix, state } of commentPlaces(content)) {
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
  }
});
