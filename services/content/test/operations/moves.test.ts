import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { type Shape, trees } from '../tree.js';

describe('moves', () => {
  const content = contentService();
  const make = factories(content);

  async function tree(shape: Shape) {
    const { id, admin, member } = make.organization();
    const made = trees(content, admin, id);
    await made.make(shape);
    return { ...made, organization: id, admin, member };
  }

  const abc: Shape = ['a', { b: ['x', { y: ['z'] }] }, 'c', { d: [] }];

  type Where = { parent?: string | null; before?: string; after?: string };
  const cases: [what: string, title: string, where: Where, result: Shape][] = [
    ['moveSpace before the first', 'c', { before: 'a' }, ['c', 'a', { b: ['x', { y: ['z'] }] }, { d: [] }]],
    ['moveSpace behind a collection', 'a', { after: 'b' }, [{ b: ['x', { y: ['z'] }] }, 'a', 'c', { d: [] }]],
    ['moveSpace behind the last', 'a', { after: 'd' }, [{ b: ['x', { y: ['z'] }] }, 'c', { d: [] }, 'a']],
    [
      'moveSpace to the end of its own parent',
      'a',
      { parent: null },
      [{ b: ['x', { y: ['z'] }] }, 'c', { d: [] }, 'a'],
    ],
    ['moveSpace into a collection', 'a', { parent: 'b' }, [{ b: ['x', { y: ['z'] }, 'a'] }, 'c', { d: [] }]],
    [
      'moveSpace into a collection, to a place',
      'a',
      { parent: 'b', before: 'y' },
      [{ b: ['x', 'a', { y: ['z'] }] }, 'c', { d: [] }],
    ],
    ['moveSpace to the top', 'z', { parent: null }, ['a', { b: ['x', { y: [] }] }, 'c', { d: [] }, 'z']],
    [
      'moveSpace to the top, to a place',
      'x',
      { parent: null, before: 'a' },
      ['x', 'a', { b: [{ y: ['z'] }] }, 'c', { d: [] }],
    ],
    ['moveSpace before itself', 'a', { before: 'a' }, abc],
    ['moveSpace to where it is', 'a', { before: 'b' }, abc],
    ['moveCollection to the front', 'd', { before: 'a' }, [{ d: [] }, 'a', { b: ['x', { y: ['z'] }] }, 'c']],
    ['moveCollection with all in it', 'b', { parent: 'd' }, ['a', 'c', { d: [{ b: ['x', { y: ['z'] }] }] }]],
    ['moveCollection to the top', 'y', { parent: null, after: 'a' }, ['a', { y: ['z'] }, { b: ['x'] }, 'c', { d: [] }]],
    ['moveCollection to the end, where it is', 'd', { parent: null }, abc],
  ];
  for (const [what, title, { parent, ...position }, result] of cases) {
    it(what, async () => {
      const { client, paths, ids, pointer, read } = await tree(abc);
      const body = {
        ...(parent === undefined ? {} : { parent: parent && ids[parent] }),
        position: Object.fromEntries(Object.entries(position).map(([side, name]) => [side, pointer(name)])),
      };
      const answer = await client.post(`${paths[title]}/move`, body, { expect: 200 });
      expect(answer.body).to.deep.equal((await client.get(paths[title]!)).body);
      expect(await read()).to.deep.equal(result);
    });
  }

  it('what is moved tells other services so, with a higher sequence; what stays where it is tells nothing', async () => {
    const { client, paths, ids, pointer } = await tree(abc);
    const told = async (title: string) =>
      (await outboxEvents(content.db))
        .filter(({ subject }) => subject === ids[title])
        .map(({ type, sequence, data }) => [type, sequence, (data as { parent?: string }).parent]);
    await client.post(`${paths.a}/move`, { parent: ids.b }, { expect: 200 });
    await client.post(`${paths.a}/move`, { parent: ids.b }, { expect: 200 });
    await client.post(`${paths.a}/move`, { position: { before: pointer('x') } }, { expect: 200 });
    expect(await told('a')).to.deep.equal([
      ['content.space.created.v1', 1, undefined],
      ['content.space.updated.v1', 2, ids.b],
      ['content.space.visibility-updated.v1', 3, undefined],
      ['content.space.updated.v1', 4, ids.b],
    ]);
    await client.post(`${paths.y}/move`, { parent: ids.d }, { expect: 200 });
    await client.post(`${paths.y}/move`, { parent: ids.d }, { expect: 200 });
    expect(await told('y')).to.deep.equal([
      ['content.collection.created.v1', 1, ids.b],
      ['content.collection.updated.v1', 2, ids.d],
    ]);
  });

  it('refuses what is no move, and changes nothing', async () => {
    const { organization, paths, ids, pointer, read } = await tree(abc);
    const other = make.organization();
    const both = principalOf({ [organization]: 'admin', [other.id]: 'admin' });
    const elsewhere = await make.collection(both, other.id);
    const client = content.as(both);
    const refused: [status: number, title: string, body: object][] = [
      [400, 'a', {}],
      [400, 'a', { position: {} }],
      [400, 'a', { parent: null, position: { before: pointer('b'), after: pointer('b') } }],
      [400, 'a', { parent: 7 }],
      [400, 'a', { position: { before: { type: 'space', collection: ids.b } } }],
      [400, 'a', { position: { before: { type: 'page', page: 'p' } } }],
      [404, 'a', { parent: 'nope' }],
      [404, 'a', { parent: ids.c }],
      [404, 'a', { parent: elsewhere.id }],
      [404, 'b', { parent: elsewhere.id }],
      [404, 'a', { position: { before: pointer('x') } }],
      [404, 'a', { parent: ids.b, position: { after: pointer('c') } }],
      [404, 'a', { parent: ids.b, position: { after: pointer('a') } }],
      [404, 'a', { position: { after: { type: 'space', space: 'nope' } } }],
      [404, 'a', { position: { after: { type: 'collection', collection: ids.c } } }],
      [409, 'b', { parent: ids.b }],
      [409, 'b', { parent: ids.y }],
      [409, 'b', { parent: ids.y, position: { before: pointer('z') } }],
    ];
    for (const [status, title, body] of refused) {
      const answer = await client.post(`${paths[title]}/move`, body);
      expect(answer.status, `${title} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`).to.equal(status);
    }
    expect(await read()).to.deep.equal(abc);
  });

  it('takes the level admin on what is moved, and create where it goes', async () => {
    const { client, paths, ids, organization, member } = await tree([{ from: ['s'] }, { to: [] }]);
    const owner = member('read');
    const level = (title: string, defaultLevel: string) =>
      client.patch(paths[title]!, { defaultLevel }, { expect: 200 });
    const move = async (body: object) => (await content.as(owner).post(`${paths.s}/move`, body)).status;
    await level('s', 'create');
    expect(await move({ parent: ids.to })).to.equal(403);
    await level('s', 'admin');
    expect(await move({ parent: ids.to }), 'reads the collection only').to.equal(403);
    expect(await move({ parent: null }), 'reads in the organization only').to.equal(403);
    await level('to', 'create');
    expect(await move({ parent: ids.to })).to.equal(200);
    expect((await client.get(paths.s!)).body.parent).to.equal(ids.to);
    const stranger = principalOf({ [organization]: 'read' });
    await client.patch(paths.to!, { defaultLevel: null }, { expect: 200 });
    await content.as(stranger).post(`${paths.to}/move`, { parent: null }, { expect: 404 });
  });

  it('a neighbour that the caller does not see is none', async () => {
    const { client, paths, pointer, member } = await tree(['seen', 'hidden']);
    await client.patch(paths.seen!, { defaultLevel: 'admin' }, { expect: 200 });
    await client.patch(paths.hidden!, { defaultLevel: null }, { expect: 200 });
    const body = { position: { after: pointer('hidden') } };
    await content.as(member('read')).post(`${paths.seen}/move`, body, { expect: 404 });
    await client.post(`${paths.seen}/move`, body, { expect: 200 });
  });

  it('a collection that is moved hands down the level of its new place, and tells of the spaces in it', async () => {
    const { client, paths, ids, member } = await tree([{ closed: [] }, { open: [{ inner: ['s'] }] }]);
    const reader = content.as(member('read'));
    await client.patch(paths.closed!, { defaultLevel: null }, { expect: 200 });
    await reader.get(paths.s!, { expect: 200 });
    await client.post(`${paths.inner}/move`, { parent: ids.closed }, { expect: 200 });
    await reader.get(paths.s!, { expect: 404 });
    const last = (await outboxEvents(content.db)).filter(({ subject }) => subject === ids.s).at(-1)!;
    expect(last).to.deep.include({ type: 'content.space.updated.v1', sequence: 2 });
    expect(last.data).to.deep.include({ resolvedLevel: null });
    await client.post(`${paths.inner}/move`, { parent: null }, { expect: 200 });
    await reader.get(paths.s!, { expect: 200 });
  });

  it('lists are in the order of the tree, page after page', async () => {
    const { client, paths, pointer, listed, organization } = await tree(['a', { b: ['x', 'y', 'z'] }, 'c', { d: [] }]);
    await client.post(`${paths.c}/move`, { position: { before: pointer('a') } }, { expect: 200 });
    await client.post(`${paths.d}/move`, { position: { before: pointer('c') } }, { expect: 200 });
    await client.post(`${paths.z}/move`, { position: { before: pointer('x') } }, { expect: 200 });
    expect(await listed(`${paths.b}/spaces`)).to.deep.equal(['z', 'x', 'y']);
    expect(await listed(`/v1/orgs/${organization}/collections`, { nested: false })).to.deep.equal(['d', 'b']);
    const top = (await listed(`/v1/orgs/${organization}/spaces`)).filter((title) => 'ac'.includes(title));
    expect(top).to.deep.equal(['c', 'a']);
    const titles: string[] = [];
    for (let page: string | undefined, first = true; first || page; first = false) {
      const { body } = await client.get(`${paths.b}/spaces`, { query: { limit: 1, page }, expect: 200 });
      titles.push(...body.items.map(({ title }: { title: string }) => title));
      page = body.next?.page;
    }
    expect(titles).to.deep.equal(['z', 'x', 'y']);
  });
});
