import { expect } from 'chai';
import { operations } from '../src/operations/index.js';
import { contentService } from './content-service.js';
import { factories } from './factories.js';

const json = { 'content-type': 'application/json' };

describe('hostile input', () => {
  const content = contentService();
  const make = factories(content);

  async function state() {
    const { organizationId, spaceId, admin, ids } = await make.written();
    const collection = await make.collection(admin, organizationId);
    const { id: changeRequestId } = await make.changeRequest(admin, spaceId);
    const comment = { body: { markdown: 'a' } };
    const { body: posted } = await content.as(admin).post(`/v1/spaces/${spaceId}/comments`, comment, { expect: 200 });
    const params: Record<string, string> = {
      organizationId,
      spaceId,
      changeRequestId,
      collectionId: collection.id,
      commentId: posted.id,
      pageId: ids.Home!,
      pagePath: 'home',
    };
    return { client: content.as(admin), params, main: `/v1/spaces/${spaceId}`, admin };
  }

  /** The paths with parameters of all operations behind a token, every parameter filled in by `fill`. */
  const paths = (fill: (name: string) => string) =>
    operations
      .filter(({ contract }) => contract.access === 'token' && contract.path.includes('{'))
      .map(({ contract }) => ({
        contract,
        path: contract.path.replace(/\{(\w+)\}/g, (_, name: string) => fill(name)),
      }));

  for (const [what, id, status] of [
    ['unknown ids', 'nope', [404]],
    ['ids that every object has', 'constructor', [404]],
    ['ids that every object inherits', '__proto__', [404]],
    ['ids with a quote', "a'b%22", [404]],
    ['ids of any script', encodeURIComponent('日本 😀'), [404]],
    ['ids of 256 characters', 'x'.repeat(256), [404]],
    ['ids of 257 characters', 'x'.repeat(257), [400]],
    ['ids with U+0000', 'a%00', [400]],
    ['ids that are no percent-encoding', '%ff', [400]],
  ] as const) {
    it(`every operation answers ${status[0]} to ${what}`, async () => {
      const { client } = await state();
      for (const { contract, path } of paths(() => id)) {
        const method = contract.method.toLowerCase() as 'get';
        const query = contract.operationId.startsWith('search') ? { query: 'a' } : {};
        const answer = await (method === 'get'
          ? client.get(path, { query })
          : (client as any)[method](path, bodies[contract.operationId] ?? {}));
        expect(answer.status, `${contract.operationId}: ${JSON.stringify(answer.body)}`).to.be.oneOf([...status]);
      }
    });
  }

  it('an unknown last id is a 404 when everything above it exists', async () => {
    const { client, params } = await state();
    for (const { contract } of paths((name) => name)) {
      const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const last = names.at(-1)!;
      if (contract.method !== 'GET' || names.slice(0, -1).some((name) => params[name] === undefined)) continue;
      const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === last ? 'nope' : params[name]!));
      const answer = await client.get(path, {
        query: { query: contract.operationId.startsWith('search') ? 'a' : undefined },
      });
      expect(answer.status, contract.operationId).to.equal(404);
    }
  });

  it('every write refuses what is no JSON: 400, another type: 415, wrong types: 400 naming each field', async () => {
    const { client, params } = await state();
    for (const { contract, path } of paths((name) => params[name] ?? 'nope')) {
      if (contract.method === 'GET' || !contract.body) continue;
      const method = contract.method.toLowerCase() as 'post';
      const send = (body: string, type: string) => client[method](path, body, { headers: { 'content-type': type } });
      for (const text of ['{', '{"title": }', '\u0000', '{"a":1}x', '"\\ud8'])
        expect((await send(text, 'application/json')).status, `${contract.operationId} ${text}`).to.equal(400);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
      ])
        expect((await send('{}', type)).status, `${contract.operationId} ${type}`).to.equal(415);
      for (const text of ['7', '"text"', 'true', '[]']) {
        const answer = await send(text, 'application/json');
        expect(answer.status, `${contract.operationId} ${text}`).to.equal(400);
        expect(answer.body.error.details[0].path).to.equal('body');
      }
    }
  });

  it('names every field that is wrong at once', async () => {
    const { client, main, params } = await state();
    const { body } = await client.patch(
      main,
      { title: 7, emoji: false, editMode: 'x', defaultLevel: 3, icon: [] },
      { expect: 400 },
    );
    const named = body.error.details.map(({ path }: { path: string }) => path).sort();
    expect(named).to.deep.equal(['body.defaultLevel', 'body.editMode', 'body.emoji', 'body.icon', 'body.title']);
    expect(body.error.code).to.equal(400);
    const list = await client.get(`/v1/orgs/${params.organizationId}/collections`, {
      query: { limit: 0, nested: 'x', page: '' },
      expect: 400,
    });
    expect(list.body.error.details).to.have.length(3);
  });

  it('fields that nobody knows are ignored, those of the prototype too', async () => {
    const { client, params, main } = await state();
    const body =
      '{"title":"Safe","__proto__":{"editMode":"locked"},"constructor":{"prototype":{"a":1}},"unknown":1,"revision":"x"}';
    const answer = await client.post(`/v1/orgs/${params.organizationId}/spaces`, body, { headers: json, expect: 201 });
    expect(answer.body).to.deep.include({ title: 'Safe', editMode: 'live' });
    expect(({} as Record<string, unknown>).a).to.equal(undefined);
    await client.patch(main, '{"__proto__":{"title":7}}', { headers: json, expect: 200 });
  });

  it('JSON that is nested ten thousand times is refused, and the service lives on', async () => {
    const { client, main } = await state();
    const deep = `${'{"document":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const answer = await client.post(`${main}/content`, `{"changes":[${deep}]}`, { headers: json });
    expect(answer.status).to.equal(400);
    await client.get(main, { expect: 200 });
  });

  it('a body beyond the limit is refused: 413', async () => {
    const { client, main } = await state();
    const title = 'a'.repeat(1024 * 1024);
    await client.patch(main, { title }, { expect: 413 });
    const markdown = 'a'.repeat(1024 * 1024);
    const changes = Array.from({ length: 21 }, () => ({
      operation: 'insert_page',
      title: 'A',
      document: { markdown },
    }));
    await client.post(`${main}/content`, { changes }, { expect: 413 });
  });

  it('U+0000 and halves of surrogate pairs are refused wherever text can be written', async () => {
    const { client, main, params } = await state();
    const insert = { operation: 'insert_page', title: 'A', document: { markdown: '' } };
    for (const bad of ['a\0b', '\ud83d', '\udcd8a']) {
      for (const [method, path, body] of [
        ['post', `/v1/orgs/${params.organizationId}/spaces`, { title: bad }],
        ['post', `/v1/orgs/${params.organizationId}/collections`, { title: bad }],
        ['patch', `/v1/collections/${params.collectionId}`, { description: bad }],
        ['post', `${main}/change-requests`, { subject: bad }],
        ['patch', `${main}/change-requests/${params.changeRequestId}`, { subject: bad }],
        ['post', `${main}/content`, { changes: [{ ...insert, title: bad }] }],
        ['post', `${main}/content`, { changes: [{ ...insert, description: bad }] }],
        ['post', `${main}/content`, { changes: [{ ...insert, icon: bad }] }],
        ['post', `${main}/content`, { changes: [{ ...insert, ref: bad }] }],
        ['post', `${main}/content`, { changes: [{ ...insert, slug: bad }] }],
        ['post', `${main}/content`, { changes: [{ ...insert, target: { kind: 'url', url: bad } }] }],
        ['post', `${main}/content`, { changes: [{ operation: 'delete_page', page: bad }] }],
        ['post', `/v1/orgs/${params.organizationId}/storage/upload`, { name: bad, contentType: 'a/b', size: 1 }],
      ] as const) {
        const answer = await client[method](path, body);
        expect(answer.status, `${path} ${JSON.stringify(body)}`).to.equal(400);
      }
    }
    for (const query of [`page=${Buffer.from('["a\\u0000"]').toString('base64url')}`, 'limit=1%00'])
      await client.get(`/v1/orgs/${params.organizationId}/spaces?${query}`, { expect: 400 });
  });

  it('every list refuses a limit of 0, 1001 and abc, and what is no cursor', async () => {
    const { client, params } = await state();
    const lists = operations.filter(
      ({ contract }) => contract.method === 'GET' && 'limit' in ((contract.query as any)?.shape ?? {}),
    );
    expect(lists.length).to.be.at.least(8);
    for (const { contract } of lists) {
      // The comment is on the space, and there is no file, nor a member that content was told of.
      if (
        /\{(?:revisionId|fileId|userId)\}/.test(contract.path) ||
        contract.operationId === 'listCommentRepliesInChangeRequest'
      )
        continue;
      const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
      const base = contract.operationId.startsWith('search') ? { query: 'a' } : {};
      await client.get(path, { query: base, expect: 200 });
      for (const limit of [0, 1001, 'abc', '1e2', -5])
        await client.get(path, { query: { ...base, limit }, expect: 400 });
      if (!('page' in (contract.query as any).shape)) continue;
      for (const page of [
        'nope',
        'W10',
        Buffer.from('[{}]').toString('base64url'),
        Buffer.from('[1,2,3,4]').toString('base64url'),
      ])
        expect(
          (await client.get(path, { query: { ...base, page } })).status,
          `${contract.operationId} ${page}`,
        ).to.equal(400);
    }
  });
});

/** Bodies that are sound, so that what is wrong is the path alone. */
const bodies: Record<string, unknown> = {
  updateSpaceContent: { changes: [{ operation: 'delete_page', page: 'x' }] },
  updateChangeRequestContent: { changes: [{ operation: 'delete_page', page: 'x' }] },
  importContent: { source: 'zip', url: 'http://127.0.0.1:9/' },
  importContentInChangeRequest: { source: 'zip', url: 'http://127.0.0.1:9/' },
  importGitRepository: { url: 'http://127.0.0.1:9/a.git', ref: 'refs/heads/main' },
  exportToGitRepository: { url: 'http://127.0.0.1:9/a.git', ref: 'refs/heads/main', commitMessage: 'x' },
  resolveChangeRequestConflict: { resolution: 'ours' },
  submitChangeRequestReview: { status: 'approved' },
  requestReviewersForChangeRequest: { users: [] },
  inviteToSpace: { role: 'read', users: ['x'] },
  inviteToCollection: { role: 'read', users: ['x'] },
  moveSpace: { parent: null },
  moveCollection: { parent: null },
  transferSpace: { organization: 'x' },
  transferCollection: { organization: 'x' },
  createOrganizationCustomField: { name: 'a', type: 'text' },
  updateSpaceCustomFields: { values: {} },
  createTranslationSettings: { title: 'A' },
  updateTranslationSettings: { title: 'A' },
  generateStorageUploadURL: { name: 'a', contentType: 'a/b', size: 1 },
  postCommentInSpace: { body: { markdown: 'a' } },
  postCommentInChangeRequest: { body: { markdown: 'a' } },
  postCommentReplyInSpace: { body: { markdown: 'a' } },
  postCommentReplyInChangeRequest: { body: { markdown: 'a' } },
};
