import type { RequestedReviewer, Review } from '@quire/contract';
import { newId, type Principal, type Role } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { people } from '../people.js';

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });

describe('reviews', () => {
  const content = contentService();
  const make = factories(content);

  async function state() {
    const { spaceId, organizationId, admin } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const { member, tell } = people(content, organizationId);
    const request = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    const reviews = `${request.path}/reviews`;
    const requested = `${request.path}/requested-reviewers`;
    const review = async (reviewer: Principal, body: object = { status: 'approved' }): Promise<Review> =>
      (await content.as(reviewer).post(reviews, body, { expect: 201 })).body;
    const asked = async (): Promise<string[]> => {
      const { body } = await content.as(admin).get(requested, { expect: 200 });
      expect(body.count).to.equal(body.items.length);
      return body.items.map(({ user }: RequestedReviewer) => user.id);
    };
    const ask = async (users: readonly Principal[], more: object = {}, asker = admin) =>
      content.as(asker).post(requested, { users: users.map(({ userId }) => userId), ...more }, { expect: 200 });
    const client = content.as(admin);
    return {
      spaceId,
      organizationId,
      main,
      admin,
      member,
      tell,
      request,
      reviews,
      requested,
      review,
      asked,
      ask,
      client,
    };
  }

  const person = (principal: Principal) => ({
    object: 'user',
    id: principal.userId,
    displayName: 'Ada',
    email: principal.email,
    urls: { location: `${publicUrl}/v1/users/${principal.userId}` },
  });

  describe('submitChangeRequestReview', () => {
    it('says what the caller thinks of the change request as it is', async () => {
      const { request, reviews, member, client } = await state();
      const bob = await member('review');
      const revision = (await client.get(request.path)).body.revision;
      const events = (await outboxEvents(content.db)).length;
      const { body, headers } = await content.as(bob).post(reviews, { status: 'changes-requested' }, { expect: 201 });
      const location = `${publicUrl}${reviews}/${body.id}`;
      expect(body).to.deep.equal({
        object: 'change-request-review',
        id: body.id,
        revision,
        reviewer: person(bob),
        status: 'changes-requested',
        outdated: false,
        createdAt: content.now.toISOString(),
        updatedAt: content.now.toISOString(),
        urls: { location },
      });
      expect(headers.get('location')).to.equal(location);
      expect((await client.get(`${reviews}/${body.id}`, { expect: 200 })).body).to.deep.equal(body);
      expect((await outboxEvents(content.db)).length, 'no fact of the change request changed').to.equal(events);
    });

    it('is always by the caller, whatever the body says', async () => {
      const { review, member, admin } = await state();
      const bob = await member('review');
      const { reviewer } = await review(bob, { status: 'approved', reviewer: admin.userId, user: admin.userId });
      expect(reviewer.id).to.equal(bob.userId);
    });

    it('comes with a comment that is one of the change request', async () => {
      const { request, review, client, reviews, member } = await state();
      const bob = await member('review');
      const made = await review(bob, { status: 'approved', comment: { markdown: 'Well *done*' } });
      const comment = made.comment!;
      expect(comment.body).to.deep.equal({ markdown: 'Well *done*' });
      expect(comment.target).to.deep.include({ review: made.id, changeRequest: request.id, revision: made.revision });
      expect((await client.get(`${request.path}/comments/${comment.id}`, { expect: 200 })).body).to.deep.equal({
        ...comment,
        permissions: { ...comment.permissions, edit: false, delete: true },
      });
      expect((await client.get(request.path)).body.comments).to.equal(1);
      const told = (await outboxEvents(content.db)).filter(({ subject }) => subject === comment.id);
      expect(told.map(({ type, sequence }) => [type, sequence])).to.deep.equal([['content.comment.posted.v1', 1]]);
      const query = { format: 'document' };
      const { body: asDocument } = await client.get(`${reviews}/${made.id}`, { query, expect: 200 });
      expect(asDocument.comment.body.document.nodes[0].type).to.equal('paragraph');
      await client.delete(`${request.path}/comments/${comment.id}`, { expect: 205 });
      expect((await client.get(`${reviews}/${made.id}`, { expect: 200 })).body).to.not.have.property('comment');
    });

    it('takes a JSON document as comment, and an empty one for none', async () => {
      const { member, review } = await state();
      const bob = await member('review');
      const node = { object: 'block', type: 'paragraph', data: {}, nodes: [] };
      const words = { object: 'text', leaves: [{ object: 'leaf', text: 'Good', marks: [] }] };
      const document = { object: 'document', data: {}, nodes: [{ ...node, nodes: [words] }] };
      const made = await review(bob, { status: 'approved', comment: { document } });
      expect(made.comment?.body).to.deep.equal({ markdown: 'Good' });
      expect(await review(bob, { status: 'approved', comment: {} })).to.not.have.property('comment');
    });

    it('refuses what is no review, and nothing has happened', async () => {
      const { reviews, client, admin, request } = await state();
      const events = (await outboxEvents(content.db)).length;
      for (const [body, path] of [
        [{}, 'body.status'],
        [{ status: 'rejected' }, 'body.status'],
        [{ status: null }, 'body.status'],
        [{ status: 'approved', comment: { markdown: ' ' } }, 'body.comment.markdown'],
        [{ status: 'approved', comment: { text: 'Hello' } }, 'body.comment'],
        [{ status: 'approved', comment: 'Hello' }, 'body.comment'],
        [
          { status: 'approved', comment: { document: { object: 'document', data: {}, nodes: [] } } },
          'body.comment.document',
        ],
      ] as const) {
        const answer = await content.as(admin).post(reviews, body, { expect: 400 });
        const paths = answer.body.error.details.map((detail: { path: string }) => detail.path);
        expect(paths, JSON.stringify(body)).to.deep.equal([path]);
      }
      expect((await client.get(reviews)).body.items).to.deep.equal([]);
      expect((await client.get(request.path)).body.comments).to.equal(0);
      expect((await outboxEvents(content.db)).length).to.equal(events);
    });

    it('is refused once the change request is archived or merged; those from before stay', async () => {
      const { request, reviews, requested, review, admin, client, ask, member } = await state();
      const first = await review(admin);
      await ask([await member('review')]);
      const refused = async (why: string) => {
        for (const answer of [
          await client.post(reviews, { status: 'approved', comment: { markdown: 'Late' } }),
          await client.post(requested, { users: [] }),
          await client.delete(`${requested}/nobody`),
        ]) {
          expect(answer.status).to.equal(409);
          expect(answer.body.error.message).to.contain(why);
        }
        const { body } = await client.get(reviews, { expect: 200 });
        expect(body.items.map(({ id }: Review) => id)).to.deep.equal([first.id]);
        expect((await client.get(requested, { expect: 200 })).body.count).to.equal(1);
      };
      await client.patch(request.path, { status: 'archived' }, { expect: 200 });
      await refused('archived');
      await client.patch(request.path, { status: 'open' }, { expect: 200 });
      await client.post(`${request.path}/merge`, undefined, { expect: 200 });
      await refused('merged');
      expect(
        (await client.get(`${reviews}/${first.id}`)).body.outdated,
        'what was merged is what was reviewed',
      ).to.equal(false);
    });

    it('is kept from changing under a reviewer: a review and an edit at once agree on what was reviewed', async () => {
      const { request, reviews, admin, client, review } = await state();
      const before = (await client.get(request.path)).body.revision;
      const [made] = await Promise.all([review(admin), make.edit(admin, request.path, [insert('More')])]);
      const after = (await client.get(request.path)).body.revision;
      expect(made.revision).to.be.oneOf([before, after]);
      const now = (await client.get(`${reviews}/${made.id}`)).body;
      expect(now.outdated).to.equal(made.revision !== after);
    });
  });

  describe('getReviewsByChangeRequestId', () => {
    it('lists them newest first, outdated ones when the content has moved on', async () => {
      const { request, reviews, review, admin, member, client } = await state();
      const bob = await member('review');
      const made = [await review(admin), await review(bob, { status: 'changes-requested' })];
      await make.edit(admin, request.path, [insert('More')]);
      made.push(await review(bob, { status: 'approved', comment: { markdown: 'Now' } }));
      const list = async (query: object) => {
        const { body } = await client.get(reviews, { query: { ...query }, expect: 200 });
        return { ids: body.items.map(({ id }: Review) => id), ...body };
      };
      const [first, second, third] = made.map(({ id }) => id);
      expect(await list({})).to.deep.include({ ids: [third, second, first], count: 3 });
      expect(await list({ outdated: true })).to.deep.include({ ids: [second, first], count: 2 });
      const current = await list({ outdated: false });
      expect(current).to.deep.include({ ids: [third], count: 1 });
      expect(current.items[0].comment.body).to.deep.equal({ markdown: 'Now' });
      const page = await list({ limit: 2 });
      expect(page).to.deep.include({ ids: [third, second], count: 3 });
      expect(await list({ limit: 2, page: page.next.page })).to.deep.include({ ids: [first], count: 3 });
      await client.get(reviews, { query: { outdated: 'maybe' }, expect: 400 });
      await client.get(`${reviews}/${newId()}`, { expect: 404 });
      const other = await make.changeRequest(admin, request.path.split('/')[3]!);
      await client.get(`${other.path}/reviews/${first}`, { expect: 404 });
    });
  });

  describe('requestReviewersForChangeRequest', () => {
    it('asks members for a review, once each, until they give one', async () => {
      const { request, requested, review, asked, ask, member, admin, client } = await state();
      const [ada, bob, eve] = [await member('review'), await member('admin'), await member('edit')];
      const { body } = await ask([ada, bob], {}, eve);
      const { revision } = (await client.get(request.path)).body;
      const entry = (user: Principal) => ({
        object: 'change-request-requested-reviewer',
        revision,
        requestedBy: person(eve),
        createdAt: content.now.toISOString(),
        kind: 'user',
        user: person(user),
      });
      const both = [ada, bob].sort((a, b) => (a.userId < b.userId ? -1 : 1));
      expect(body).to.deep.equal({ users: both.map(entry) });
      expect((await client.get(requested)).body).to.deep.equal({ items: both.map(entry), count: 2 });
      const again = await ask([ada, ada], {}, admin);
      expect(again.body.users, 'who asked first has asked').to.deep.equal([entry(ada)]);
      expect((await review(ada)).requestedBy).to.deep.equal(person(eve));
      expect(await asked()).to.deep.equal([bob.userId]);
      expect(await review(ada), 'nobody asked for a second one').to.not.have.property('requestedBy');
      await ask([ada]);
      expect(await asked()).to.have.members([ada.userId, bob.userId]);
      const first = await client.get(requested, { query: { limit: 1 }, expect: 200 });
      const query = { limit: 1, page: first.body.next.page };
      const rest = await client.get(requested, { query, expect: 200 });
      expect([...first.body.items, ...rest.body.items].map(({ user }: RequestedReviewer) => user.id)).to.deep.equal(
        both.map(({ userId }) => userId),
      );
      expect(rest.body.next).to.equal(undefined);
    });

    it('gives the change request another subject, and says so', async () => {
      const { request, ask, client } = await state();
      const told = async () =>
        (await outboxEvents(content.db)).filter(
          ({ subject, type }) => subject === request.id && type === 'content.change-request.updated.v1',
        );
      const before = (await told()).length;
      await ask([], { subject: 'Please look' });
      expect((await client.get(request.path)).body.subject).to.equal('Please look');
      await ask([], { subject: 'Please look' });
      const events = (await told()).slice(before);
      expect(events.map(({ data }) => data)).to.have.lengthOf(1);
      expect(events[0]!.data).to.deep.include({ subject: 'Please look' });
    });

    it('refuses who is no member (404) or may not review (400), and asks nobody', async () => {
      const { requested, asked, member, client, organizationId, request } = await state();
      const [able, unable] = [await member('review'), await member('edit')];
      await client.post(requested, { users: [able.userId, newId()] }, { expect: 404 });
      const users = [able.userId, unable.userId];
      const { body } = await client.post(requested, { users, subject: 'New' }, { expect: 400 });
      expect(body.error.details).to.deep.equal([{ path: 'body.users.1', message: 'may not review in this space' }]);
      for (const [bad, path] of [
        [{}, 'body.users'],
        [{ users: 'all' }, 'body.users'],
        [{ users: [''] }, 'body.users.0'],
        [{ users: Array(101).fill('a') }, 'body.users'],
        [{ users: [], subject: 'a'.repeat(101) }, 'body.subject'],
      ] as const) {
        const answer = await client.post(requested, bad, { expect: 400 });
        expect(answer.body.error.details[0].path).to.equal(path);
      }
      expect(await asked()).to.deep.equal([]);
      expect((await client.get(request.path)).body.subject).to.equal('');
      const joined = newId();
      content.identity.members.set(`${organizationId}/${joined}`, { role: 'review', sequence: 1 });
      await client.post(requested, { users: [joined] }, { expect: 200 });
      expect(await asked(), 'who joined a moment ago').to.deep.equal([joined]);
    });

    it('asks once when it is asked twenty times at once', async () => {
      const { asked, ask, member } = await state();
      const reviewers: Principal[] = [];
      for (const role of ['review', 'create', 'admin'] as Role[]) reviewers.push(await member(role));
      await Promise.all(Array.from({ length: 20 }, () => ask(reviewers)));
      expect(await asked()).to.have.members(reviewers.map(({ userId }) => userId));
    });
  });

  it('removeRequestedReviewerFromChangeRequest takes a request back, 404 when there is none', async () => {
    const { requested, ask, asked, member, client } = await state();
    const [ada, bob] = [await member('review'), await member('review')];
    await ask([ada, bob]);
    await client.delete(`${requested}/${ada.userId}`, { expect: 205 });
    await client.delete(`${requested}/${ada.userId}`, { expect: 404 });
    expect(await asked()).to.deep.equal([bob.userId]);
  });

  it('a number does for an id in every path', async () => {
    const { request, main, review, member, ask, admin, client } = await state();
    const made = await review(admin, { status: 'approved', comment: { markdown: 'Yes' } });
    const bob = await member('review');
    await ask([bob]);
    for (const rest of [
      '/reviews',
      `/reviews/${made.id}`,
      '/requested-reviewers',
      '/contributors',
      '/commenters',
      '/changes',
    ]) {
      const byNumber = await client.get(`${main}/change-requests/${request.number}${rest}`, { expect: 200 });
      expect(byNumber.body, rest).to.deep.equal((await client.get(request.path + rest)).body);
      await client.get(`${main}/change-requests/99${rest}`, { expect: 404 });
    }
    const byNumber = `${main}/change-requests/${request.number}`;
    await content.as(bob).post(`${byNumber}/reviews`, { status: 'approved' }, { expect: 201 });
    await client.post(`${byNumber}/requested-reviewers`, { users: [bob.userId] }, { expect: 200 });
    await client.delete(`${byNumber}/requested-reviewers/${bob.userId}`, { expect: 205 });
  });
});
