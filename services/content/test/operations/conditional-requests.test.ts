import type { Principal } from '@quire/runtime';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { zipOf } from '../import/zips.js';

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.\n` } });

describe('conditional requests', () => {
  const content = contentService();
  const make = factories(content);

  async function written() {
    const { organizationId, spaceId, admin, member, ids } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
    const { revision, insertedFiles } = await make.edit(admin, main, [{ operation: 'insert_files', files }]);
    const shelf = await make.collection(admin, organizationId);
    const changeRequest = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    return {
      organizationId,
      main,
      admin,
      member,
      page: ids.Home!,
      file: insertedFiles[0].id,
      revision,
      shelf,
      changeRequest,
    };
  }
  type Written = Awaited<ReturnType<typeof written>>;

  const resources: Record<string, (state: Written) => string> = {
    getCollectionById: ({ shelf }) => `/v1/collections/${shelf.id}`,
    getSpaceById: ({ main }) => main,
    getChangeRequestById: ({ changeRequest }) => changeRequest.path,
    getCurrentRevision: ({ main }) => `${main}/content`,
    listPages: ({ main }) => `${main}/content/pages`,
    getPageById: ({ main, page }) => `${main}/content/page/${page}`,
    'getPageById with its text': ({ main, page }) => `${main}/content/page/${page}?format=markdown`,
    getPageByPath: ({ main }) => `${main}/content/path/home`,
    getFileById: ({ main, file }) => `${main}/content/files/${file}`,
    getRevisionById: ({ main, revision }) => `${main}/revisions/${revision}`,
    listPagesInRevisionById: ({ main, revision }) => `${main}/revisions/${revision}/pages`,
    getPageInRevisionById: ({ main, revision, page }) => `${main}/revisions/${revision}/page/${page}`,
    getRevisionOfChangeRequestById: ({ changeRequest }) => `${changeRequest.path}/content`,
    listPagesInChangeRequest: ({ changeRequest }) => `${changeRequest.path}/content/pages`,
    getPageInChangeRequestById: ({ changeRequest, page }) => `${changeRequest.path}/content/page/${page}`,
    getPageInChangeRequestByPath: ({ changeRequest }) => `${changeRequest.path}/content/path/home`,
    getFileInChangeRequestById: ({ changeRequest, file }) => `${changeRequest.path}/content/files/${file}`,
  };

  for (const [operation, path] of Object.entries(resources)) {
    it(`${operation} answers 304 to who holds it already`, async () => {
      const state = await written();
      const client = content.as(state.admin);
      const { headers } = await client.get(path(state), { expect: 200 });
      const tag = headers.get('etag')!;
      expect(tag).to.match(/^"[^"]+"$/);
      expect(headers.get('cache-control')).to.contain('private');
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await client.get(path(state), { headers: { 'if-none-match': known }, expect: 304 });
        expect(again.body).to.equal(undefined);
        expect(again.headers.get('etag')).to.equal(tag);
      }
      await client.get(path(state), { headers: { 'if-none-match': '"other"' }, expect: 200 });
    });
  }

  it('a body that differs has another tag', async () => {
    const { admin, main, page, member } = await written();
    const tagOf = async (caller: Principal, path: string) =>
      (await content.as(caller).get(path, { expect: 200 })).headers.get('etag');
    const pagePath = `${main}/content/page/${page}`;
    const tags = [
      await tagOf(admin, pagePath),
      await tagOf(admin, `${pagePath}?format=markdown`),
      await tagOf(admin, `${main}/content/path/home`),
    ];
    expect(new Set(tags).size).to.equal(3);
    expect(await tagOf(admin, main)).not.to.equal(await tagOf(member('read'), main));
    const before = await tagOf(admin, `${pagePath}?format=markdown`);
    await make.edit(admin, main, [{ operation: 'update_page', page, document: { markdown: 'New.\n' } }]);
    expect(await tagOf(admin, `${pagePath}?format=markdown`)).not.to.equal(before);
  });

  for (const [operation, path] of [
    ['updateCollectionById', resources.getCollectionById!],
    ['updateSpaceById', resources.getSpaceById!],
    ['updateChangeRequestById', resources.getChangeRequestById!],
  ] as const) {
    it(`${operation} answers 412 to who relied on another state, and changes nothing`, async () => {
      const state = await written();
      const client = content.as(state.admin);
      const before = await client.get(path(state), { expect: 200 });
      const tag = before.headers.get('etag')!;
      const body = operation === 'updateChangeRequestById' ? { subject: 'New' } : { title: 'New' };
      for (const stale of ['"nope"', 'nope', `W/${tag}`])
        await client.patch(path(state), body, { headers: { 'if-match': stale }, expect: 412 });
      expect((await client.get(path(state))).body).to.deep.equal(before.body);
      await client.patch(path(state), body, { headers: { 'if-match': tag }, expect: 200 });
      await client.patch(path(state), body, { headers: { 'if-match': tag }, expect: 412 });
      await client.patch(path(state), body, { headers: { 'if-match': '*' }, expect: 200 });
    });
  }

  it('updateChangeRequestContent and updateSpaceContent answer 412 to who read an older state', async () => {
    const { admin, main, changeRequest } = await written();
    for (const path of [main, changeRequest.path]) {
      const client = content.as(admin);
      const read = async () => (await client.get(path, { expect: 200 })).headers.get('etag')!;
      const before = await read();
      const put = (tag: string, title: string, expected: number) =>
        client.post(
          `${path}/content`,
          { changes: [insert(title)] },
          { headers: { 'if-match': tag }, expect: expected },
        );
      await put(before, 'First', 200);
      await put(before, 'Second', 412);
      await put(await read(), 'Third', 200);
      const outline = (await make.outline(admin, path)).join();
      expect(outline).to.contain('Third').and.not.contain('Second');
    }
  });

  describe('Idempotency-Key', () => {
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

    /** Each makes a write that can be told from the next, and counts its effects. */
    const cases: Record<
      string,
      (state: Written) => Promise<{ path: string; body: unknown; other: unknown; effects: () => Promise<number> }>
    > = {
      createSpace: async ({ admin, organizationId }) => ({
        path: `/v1/orgs/${organizationId}/spaces`,
        body: { title: 'Once' },
        other: { title: 'Twice' },
        effects: async () => (await content.as(admin).get(`/v1/orgs/${organizationId}/spaces`)).body.count - 1,
      }),
      createChangeRequest: async ({ admin, main }) => ({
        path: `${main}/change-requests`,
        body: { subject: 'Once' },
        other: { subject: 'Twice' },
        effects: async () => (await content.as(admin).get(main)).body.changeRequests - 1,
      }),
      importContent: async ({ admin, organizationId, main }) => {
        const url = await make.upload(admin, organizationId, await zipOf({ 'README.md': '# Imported\n' }));
        return {
          path: `${main}/content/import`,
          body: { source: 'zip', url },
          other: { source: 'zip', url: `${url}&` },
          effects: async () => (await content.as(admin).get(`${main}/revisions`)).body.count - 3,
        };
      },
      updateChangeRequestContent: async ({ admin, changeRequest }) => ({
        path: `${changeRequest.path}/content`,
        body: { changes: [insert('Once')] },
        other: { changes: [insert('Twice')] },
        effects: async () =>
          (await make.outline(admin, changeRequest.path)).filter((line) => line.startsWith('Once')).length,
      }),
      mergeChangeRequest: async ({ admin, changeRequest, main }) => ({
        path: `${changeRequest.path}/merge`,
        body: undefined,
        other: { anything: true },
        effects: async () => (await content.as(admin).get(`${main}/revisions`)).body.count - 3,
      }),
    };

    for (const [operation, prepare] of Object.entries(cases)) {
      it(`${operation} answers a repeat alike and has one effect, also to two at once`, async () => {
        const state = await written();
        const { path, body, other, effects } = await prepare(state);
        const client = content.as(state.admin);
        const [one, two] = await Promise.all([
          client.post(path, body, keyed('the key')),
          client.post(path, body, keyed('the key')),
        ]);
        const three = await client.post(path, body, keyed('the key'));
        expect(one.status, JSON.stringify(one.body)).to.be.oneOf([200, 201]);
        for (const repeat of [two, three]) {
          expect([repeat.status, repeat.body]).to.deep.equal([one.status, one.body]);
          expect(repeat.headers.get('location')).to.equal(one.headers.get('location'));
        }
        expect(await effects()).to.equal(1);
        await client.post(path, other, { ...keyed('the key'), expect: 409 });
        expect(await effects()).to.equal(1);
      });
    }

    it('a key belongs to its caller', async () => {
      const { organizationId, admin, member } = await written();
      const path = `/v1/orgs/${organizationId}/spaces`;
      const mine = await content.as(admin).post(path, { title: 'Mine' }, keyed('shared'));
      const yours = await content.as(member('create')).post(path, { title: 'Yours' }, keyed('shared'));
      expect([mine.status, yours.status]).to.deep.equal([201, 201]);
      expect(mine.body.id).not.to.equal(yours.body.id);
    });

    it('a refusal is not kept: the key can be used for the corrected request', async () => {
      const { organizationId, admin } = await written();
      const path = `/v1/orgs/${organizationId}/spaces`;
      await content.as(admin).post(path, { title: 'a'.repeat(51) }, { ...keyed('retry'), expect: 400 });
      await content.as(admin).post(path, { title: 'a' }, { ...keyed('retry'), expect: 201 });
    });
  });
});
