import type { ChangeRequest } from '@quire/contract';
import { expect } from 'chai';
import { presentDocument } from '../../src/present/document.js';
import { contentService, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';

const documentOf = (markdown: string) => presentDocument(markdown);
const wordsOf = (document: unknown) =>
  [...JSON.stringify(document).matchAll(/"text":"([^"]+)"/g)].map(([, text]) => text);

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });

describe('change requests', () => {
  const content = contentService();
  const make = factories(content);

  async function written(pages?: Record<string, string>) {
    const { spaceId, admin, member, ids } = await make.written(pages);
    const main = `/v1/spaces/${spaceId}`;
    const counters = async () => {
      const { body } = await content.as(admin).get(main, { expect: 200 });
      return [body.changeRequests, body.changeRequestsOpen, body.changeRequestsDraft];
    };
    const client = content.as(admin);
    return { spaceId, main, admin, member, ids, counters, client };
  }

  describe('createChangeRequest', () => {
    it('starts a draft on top of main', async () => {
      const { admin, main, client, counters } = await written();
      const revision = (await client.get(main)).body.revision;
      const { body, headers } = await client.post(`${main}/change-requests`, undefined, { expect: 201 });
      const location = `${publicUrl}${main}/change-requests/${body.id}`;
      expect(body).to.deep.equal({
        object: 'change-request',
        id: body.id,
        number: 1,
        status: 'draft',
        subject: '',
        createdBy: {
          object: 'user',
          id: admin.userId,
          displayName: 'Ada',
          email: admin.email,
          urls: { location: `${publicUrl}/v1/users/${admin.userId}` },
        },
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
        revision,
        revisionInitial: revision,
        comments: 0,
        outdated: false,
        urls: { location, app: `${publicUrl}/app/change-request/${body.id}` },
      });
      expect(headers.get('location')).to.equal(location);
      expect((await client.get(`${main}/change-requests/${body.id}`)).body).to.deep.equal(body);
      expect(await counters()).to.deep.equal([1, 0, 1]);
    });

    it('numbers them without gaps or doubles, thirty at once', async () => {
      const { main, client, counters } = await written();
      const other = await written();
      const answers = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          const body = { subject: index % 7 === 6 ? 'a'.repeat(101) : `Number ${index}` };
          return client.post(`${main}/change-requests`, body);
        }),
      );
      const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.number);
      expect(made.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 26 }, (_, index) => index + 1));
      expect(await counters()).to.deep.equal([26, 0, 26]);
      expect((await make.changeRequest(other.admin, other.spaceId)).number).to.equal(1);
    });

    it('takes a subject of 100 characters and refuses one more', async () => {
      const { main, client } = await written();
      const subject = '✏'.repeat(100);
      expect((await client.post(`${main}/change-requests`, { subject }, { expect: 201 })).body.subject).to.equal(
        subject,
      );
      await client.post(`${main}/change-requests`, { subject: `${subject}x` }, { expect: 400 });
    });
  });

  it('a number does for an id in every path', async () => {
    const { spaceId, main, admin, ids, client } = await written();
    const rename = (title: string) => [{ operation: 'update_page', page: ids.Home, title }];
    const request = await make.changeRequest(admin, spaceId, rename('Ours'));
    await make.edit(admin, main, rename('Theirs'));
    const byNumber = `${main}/change-requests/${request.number}`;
    const byId = request.path;
    for (const rest of [
      '',
      '/content',
      '/content/pages',
      `/content/page/${ids.Home}`,
      '/content/files',
      '/conflicts',
    ]) {
      const [one, two] = [await client.get(byNumber + rest), await client.get(byId + rest)];
      expect([one.status, one.body], rest).to.deep.equal([200, two.body]);
    }
    await client.patch(byNumber, { status: 'open' }, { expect: 200 });
    await make.edit(admin, byNumber, [insert('New')]);
    const { body } = await client.get(`${byNumber}/conflicts`, { expect: 200 });
    const conflict = body.items[0].id;
    await client.post(`${byNumber}/conflicts/${conflict}/resolve`, { resolution: 'ours' }, { expect: 200 });
    expect((await client.post(`${byNumber}/update`, undefined, { expect: 200 })).body.result).to.equal('update');
    expect((await client.post(`${byNumber}/merge`, undefined, { expect: 200 })).body.result).to.equal('merge');
    for (const wrong of ['0', '01', '2', '-1', '1.0', '99999999999'])
      await client.get(`${main}/change-requests/${wrong}`, { expect: 404 });
  });

  describe('updateChangeRequestById', () => {
    it('moves between draft, open and archived and counts along', async () => {
      const { spaceId, admin, client, counters } = await written();
      const { path } = await make.changeRequest(admin, spaceId);
      for (const [status, counts] of [
        ['open', [1, 1, 0]],
        ['open', [1, 1, 0]],
        ['archived', [1, 0, 0]],
        ['draft', [1, 0, 1]],
        ['archived', [1, 0, 0]],
        ['open', [1, 1, 0]],
        ['draft', [1, 0, 1]],
      ] as const) {
        const { body } = await client.patch(path, { status }, { expect: 200 });
        expect(body.status).to.equal(status);
        expect(await counters(), status).to.deep.equal(counts);
      }
      const { body } = await client.patch(path, { subject: 'Only this' }, { expect: 200 });
      expect(body).to.deep.include({ subject: 'Only this', status: 'draft' });
      for (const bad of [{ status: 'merged' }, { status: 'closed' }, { status: null }, { subject: 'a'.repeat(101) }])
        await client.patch(path, bad, { expect: 400 });
    });

    it('keeps a description, shows it wherever the change request is shown, and takes it away', async () => {
      const { spaceId, main, admin, client } = await written();
      const { path } = await make.changeRequest(admin, spaceId);
      const description = documentOf('Why this is **needed**.');
      const { body } = await client.patch(path, { description }, { expect: 200 });
      expect(wordsOf(body.description)).to.deep.equal(['Why this is ', 'needed', '.']);
      expect((await client.patch(path, { status: 'open' }, { expect: 200 })).body.description).to.deep.equal(
        body.description,
      );
      const listed = (await client.get(`${main}/change-requests`, { expect: 200 })).body.items;
      expect(listed[0].description).to.deep.equal(body.description);
      const again = await client.patch(path, { description: body.description }, { expect: 200 });
      expect(again.body.description).to.deep.equal(body.description);
      expect(again.body.subject).to.equal(body.subject);
      const none = await client.patch(path, { description: { ...description, nodes: [] } }, { expect: 200 });
      expect(none.body).not.to.have.property('description');
    });

    it('refuses a description that is no document, or too long, and changes nothing', async () => {
      const { spaceId, admin, client } = await written();
      const { path } = await make.changeRequest(admin, spaceId);
      const before = (await client.get(path, { expect: 200 })).body;
      const unknown = { object: 'document', data: {}, nodes: [{ object: 'block', type: 'marquee', data: {} }] };
      for (const description of ['text', null, unknown, documentOf('a'.repeat(10_001))]) {
        const { body } = await client.patch(path, { subject: 'New', description }, { expect: 400 });
        expect(body.error.details[0].path).to.match(/^body\.description/);
      }
      expect((await client.get(path, { expect: 200 })).body).to.deep.equal(before);
    });

    it('keeps an archived one from being edited, updated or merged until it is opened again', async () => {
      const { spaceId, main, admin, client } = await written();
      const { path } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
      await client.patch(path, { status: 'archived' }, { expect: 200 });
      const before = (await client.get(path)).body;
      for (const action of ['content', 'update', 'merge', 'content/import']) {
        const body =
          action === 'content' ? { changes: [insert('More')] } : { source: 'zip', url: 'http://127.0.0.1:9/' };
        const answer = await client.post(`${path}/${action}`, body, { expect: 409 });
        expect(answer.body.error.message, action).to.contain('archived');
      }
      expect((await client.get(path)).body).to.deep.equal(before);
      await client.patch(path, { status: 'open' }, { expect: 200 });
      await client.post(`${path}/merge`, undefined, { expect: 200 });
      expect(await make.outline(admin, main)).to.deep.equal(['Home (home)', 'Ours (ours)']);
    });
  });

  it('a merged change request is final, can be read for ever, and is no longer outdated', async () => {
    const { spaceId, main, admin, client, counters } = await written();
    const { path } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    const { body: merged } = await client.post(`${path}/merge`, undefined, { expect: 200 });
    expect(merged).to.deep.equal({ revision: (await client.get(main)).body.revision, result: 'merge' });
    expect(await counters()).to.deep.equal([1, 0, 0]);
    await make.edit(admin, main, [insert('Later')]);
    const before = (await client.get(path, { expect: 200 })).body;
    expect(before).to.deep.include({ status: 'merged', revisionMerged: merged.revision, outdated: false });
    const changes = { changes: [insert('More')] };
    for (const refused of [
      await client.patch(path, { status: 'open' }),
      await client.patch(path, { subject: 'New' }),
      await client.post(`${path}/merge`),
      await client.post(`${path}/update`),
      await client.post(`${path}/content`, changes),
    ]) {
      expect([refused.status, refused.body.error.message]).to.deep.equal([
        409,
        'The change request is merged: start a new one.',
      ]);
    }
    expect((await client.get(path)).body).to.deep.equal(before);
    expect(await make.outline(admin, path)).to.deep.equal(['Home (home)', 'Ours (ours)']);
  });

  it('listChangeRequestsForSpace lists open ones, newest first, unless asked for others or for a contributor', async () => {
    const { spaceId, main, admin, member, client } = await written();
    const bob = member('edit');
    const made: Record<string, ChangeRequest & { path: string }> = {};
    for (const status of ['draft', 'open', 'archived', 'merged', 'open2'] as const) {
      made[status] = await make.changeRequest(admin, spaceId);
      if (status === 'merged') await client.post(`${made[status].path}/merge`, undefined, { expect: 200 });
      else await client.patch(made[status].path, { status: status.replace('2', '') }, { expect: 200 });
    }
    await make.edit(bob, made.open!.path, [insert('Bob’s')]);
    const list = async (query: Record<string, string>) => {
      const { body } = await client.get(`${main}/change-requests`, { query, expect: 200 });
      expect(body.count).to.equal(body.items.length);
      return body.items.map(({ number }: ChangeRequest) => number);
    };
    expect(await list({})).to.deep.equal([5, 2]);
    expect(await list({ status: 'draft' })).to.deep.equal([1]);
    expect(await list({ status: 'archived' })).to.deep.equal([3]);
    expect(await list({ status: 'merged' })).to.deep.equal([4]);
    expect(await list({ contributor: bob.userId })).to.deep.equal([2]);
    expect(await list({ contributor: 'nobody' })).to.deep.equal([]);
    await client.get(`${main}/change-requests`, { query: { status: 'all' }, expect: 400 });
    const { body } = await client.get(`${main}/change-requests`, { query: { limit: 1 }, expect: 200 });
    expect(body).to.deep.include({ count: 2 });
    const query = { limit: 1, page: body.next.page };
    const rest = await client.get(`${main}/change-requests`, { query, expect: 200 });
    expect(rest.body.items.map(({ number }: ChangeRequest) => number)).to.deep.equal([2]);
    expect(rest.body.next).to.equal(undefined);
  });

  it('outdated turns true when main moves on, and false when the change request takes it in', async () => {
    const { spaceId, main, admin, client } = await written();
    const { path } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    const outdated = async () => (await client.get(path, { expect: 200 })).body.outdated;
    expect(await outdated()).to.equal(false);
    const { revision } = await make.edit(admin, main, [insert('Theirs')]);
    expect(await outdated()).to.equal(true);
    await make.edit(admin, path, [insert('More of ours')]);
    expect(await outdated()).to.equal(true);
    const updated = (await client.post(`${path}/update`, undefined, { expect: 200 })).body;
    expect(updated.result).to.equal('update');
    const after = (await client.get(path, { expect: 200 })).body;
    expect(after).to.deep.include({ outdated: false, revision: updated.revision, revisionMergedAncestor: revision });
    const again = (await client.post(`${path}/update`, undefined, { expect: 200 })).body;
    expect(again, 'nothing to take in: nothing changes').to.deep.equal(updated);
    const titles = (await make.outline(admin, path)).join();
    expect(titles).to.contain('Theirs').and.contain('Ours').and.contain('More of ours');
    expect((await client.get(`${path}/content`)).body.type).to.equal('update');
  });

  describe('mergeChangeRequest', () => {
    it('lands one that is up to date, even when it holds no edit', async () => {
      const { spaceId, main, admin, client } = await written();
      const edited = await make.changeRequest(admin, spaceId, [insert('Ours')]);
      await client.post(`${edited.path}/merge`, undefined, { expect: 200 });
      const empty = await make.changeRequest(admin, spaceId);
      expect((await client.post(`${empty.path}/merge`, undefined, { expect: 200 })).body.result).to.equal('merge');
      expect(await make.outline(admin, main)).to.deep.equal(['Home (home)', 'Ours (ours)']);
    });

    it('lands one that is outdated where the edits do not overlap', async () => {
      const { spaceId, main, admin, ids, client } = await written({ One: 'a\n\nb\n\nc\n', Two: '2\n', Three: '3\n' });
      const { path } = await make.changeRequest(admin, spaceId, [
        { operation: 'update_page', page: ids.One, document: { markdown: 'A\n\nb\n\nc\n' }, description: 'Ours' },
        { operation: 'delete_page', page: ids.Two },
        insert('Ours'),
      ]);
      await make.edit(admin, main, [
        { operation: 'update_page', page: ids.One, document: { markdown: 'a\n\nb\n\nC\n' }, title: 'First' },
        { operation: 'update_page', page: ids.Three, into: ids.One },
        insert('Ours'),
      ]);
      expect((await client.post(`${path}/merge`, undefined, { expect: 200 })).body.result).to.equal('merge');
      expect(await make.outline(admin, main)).to.deep.equal([
        'First (one)',
        '  Three (three)',
        'Ours (ours)',
        'Ours (ours-2)',
      ]);
      expect(await make.markdown(admin, main, ids.One!)).to.equal('A\n\nb\n\nC\n');
      const { body } = await client.get(`${main}/content/page/${ids.One}`, { expect: 200 });
      expect(body.description).to.equal('Ours');
    });

    it('lands two at once: main holds both', async () => {
      const { spaceId, main, admin, client } = await written();
      const requests = await Promise.all(
        Array.from({ length: 6 }, (_, index) => make.changeRequest(admin, spaceId, [insert(`Page ${index}`)])),
      );
      const answers = await Promise.all(requests.map(({ path }) => client.post(`${path}/merge`)));
      expect(answers.map(({ body }) => body.result)).to.deep.equal(Array(6).fill('merge'));
      const titles = await make.outline(admin, main);
      expect(titles.sort()).to.deep.equal([
        'Home (home)',
        ...Array.from({ length: 6 }, (_, index) => `Page ${index} (page-${index})`),
      ]);
    });

    it('lands once when it is asked twice at the same time', async () => {
      const { spaceId, main, admin, client } = await written();
      const { path } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
      const answers = await Promise.all([client.post(`${path}/merge`), client.post(`${path}/merge`)]);
      expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
      expect(await make.outline(admin, main)).to.deep.equal(['Home (home)', 'Ours (ours)']);
    });
  });

  it('two clients editing the same change request at once both land', async () => {
    const { spaceId, admin, member, client } = await written();
    const { path } = await make.changeRequest(admin, spaceId);
    const callers = [admin, member('edit'), member('review')];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => make.edit(callers[index % 3]!, path, [insert(`Page ${index}`)])),
    );
    expect((await make.outline(admin, path)).length).to.equal(13);
    const query = { status: 'draft', contributor: callers[1]!.userId };
    const { body } = await client.get(path.replace(/\/[^/]+$/, ''), { query, expect: 200 });
    expect(body.count).to.equal(1);
  });

  it('a locked space refuses edits and imports of main, but merges change requests', async () => {
    const { spaceId, main, admin, client } = await written();
    const { path } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    await client.patch(main, { editMode: 'locked' }, { expect: 200 });
    for (const [action, body] of [
      ['content', { changes: [insert('Direct')] }],
      ['content/import', { source: 'zip', url: 'http://127.0.0.1:9/docs.zip' }],
    ] as const) {
      const answer = await client.post(`${main}/${action}`, body, { expect: 403 });
      expect(answer.body.error.message).to.contain('change request');
    }
    await make.edit(admin, path, [insert('More')]);
    await client.post(`${path}/merge`, undefined, { expect: 200 });
    expect(await make.outline(admin, main)).to.deep.equal(['Home (home)', 'Ours (ours)', 'More (more)']);
  });
});
