import { type EventContract, type EventEnvelope, events } from '@quire/contract';
import { createLog, transaction } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { projectSites } from '../../src/consumers/project-sites.js';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { type Shape, trees } from '../tree.js';

describe('transfers', () => {
  const content = contentService();
  const make = factories(content);

  /** A tree, another organization, and somebody who administers both. */
  async function tree(shape: Shape) {
    const [one, other] = [make.organization(), make.organization()];
    const both = principalOf({ [one.id]: 'admin', [other.id]: 'admin' });
    const made = trees(content, both, one.id);
    await made.make(shape);
    const there = trees(content, both, other.id);
    const transfer = async (title: string, to = other.id, caller = both) =>
      (await content.as(caller).post(`${made.paths[title]}/transfer`, { organization: to })).status;
    return { ...made, from: one, to: other, both, there, transfer };
  }

  /** What sites tells, as the consumer hears it. */
  async function told(contract: EventContract, sequence: number, data: unknown): Promise<void> {
    const reaction = projectSites.reactions.find(({ type }) => type === contract.type)!;
    const event = { type: contract.type, sequence, data } as EventEnvelope;
    await transaction(content.db, (tx) => reaction.handle(event, { tx, log: createLog('content', 'silent') }));
  }

  const shape: Shape = ['a', { c: ['x', { inner: ['y'] }] }, 'b'];

  it('transferSpace moves a space with its history to the end of the other organization, and says so', async () => {
    const { client, ids, paths, from, to, both, there, transfer, read } = await tree(shape);
    await there.make(['first']);
    await make.edit(both, paths.a!, [{ operation: 'insert_page', title: 'P', document: { markdown: '' } }]);
    const request = await make.changeRequest(both, ids.a!);
    const before = (await client.get(paths.a!)).body;
    const revisions = (await client.get(`${paths.a}/revisions`)).body;
    expect(await transfer('a')).to.equal(200);
    expect(await there.read()).to.deep.equal(['first', 'a']);
    expect(await read()).to.deep.equal(shape.slice(1));
    const { body } = await client.get(paths.a!, { expect: 200 });
    expect(body).to.deep.equal({ ...before, organization: to.id, updatedAt: body.updatedAt });
    expect((await client.get(`${paths.a}/revisions`)).body).to.deep.equal(revisions);
    expect((await client.get(request.path, { expect: 200 })).body.number).to.equal(1);
    const last = (await outboxEvents(content.db)).filter(({ subject }) => subject === ids.a).at(-1)!;
    expect(last.type).to.equal('content.space.transferred.v1');
    expect(last.data).to.deep.include({ from: from.id, organization: to.id, space: ids.a });
    await content.as(from.admin).get(paths.a!, { expect: 404 });
    await content.as(to.admin).get(paths.a!, { expect: 200 });
  });

  it('transferSpace takes a space out of its collection', async () => {
    const { client, paths, transfer, there } = await tree(shape);
    expect(await transfer('y')).to.equal(200);
    expect(await there.read()).to.deep.equal(['y']);
    expect((await client.get(paths.y!)).body).not.to.have.property('parent');
  });

  it('transferCollection moves a collection with all in it, the trash too', async () => {
    const { client, ids, paths, to, there, transfer, read } = await tree(shape);
    await client.delete(paths.y!, { expect: 205 });
    expect(await transfer('c')).to.equal(200);
    expect(await read()).to.deep.equal(['a', 'b']);
    expect(await there.read()).to.deep.equal([{ c: ['x', { inner: [] }] }]);
    for (const title of ['c', 'inner', 'x', 'y'])
      expect((await client.get(paths[title]!, { expect: 200 })).body.organization).to.equal(to.id);
    await client.post(`${paths.y}/restore`, undefined, { expect: 200 });
    expect(await there.read()).to.deep.equal([{ c: ['x', { inner: ['y'] }] }]);
    const types = async (title: string) =>
      (await outboxEvents(content.db)).filter(({ subject }) => subject === ids[title]).map(({ type }) => type);
    expect((await types('inner')).at(-1)).to.equal('content.collection.updated.v1');
    expect(await types('x')).to.deep.equal(['content.space.created.v1', 'content.space.transferred.v1']);
  });

  it('what was granted in the old organization, and values of its custom fields, go', async () => {
    const { client, ids, paths, from, transfer } = await tree(shape);
    const guest = principalOf({ [from.id]: null });
    for (const [column, title] of [
      ['space_id', 'x'],
      ['collection_id', 'c'],
    ] as const)
      await content.db('permissions').insert({
        organization_id: from.id,
        [column]: ids[title],
        subject_id: guest.userId,
        kind: 'user',
        level: 'read',
      });
    const field = { name: 'owner', type: 'text' };
    await client.post(`/v1/orgs/${from.id}/custom-fields`, field, { expect: 201 });
    await client.patch(`${paths.x}/custom-fields`, { values: { owner: { value: 'Ada' } } }, { expect: 204 });
    await content.as(guest).get(paths.x!, { expect: 200 });
    expect(await transfer('c')).to.equal(200);
    await content.as(guest).get(paths.x!, { expect: 404 });
    expect(await content.db('permissions').whereIn('object_id', Object.values(ids))).to.deep.equal([]);
    expect(await content.db('custom_field_values').where({ space_id: ids.x })).to.deep.equal([]);
  });

  it('is 409 where it is already, and 404 where the caller may not create or nobody is', async () => {
    const { from, to, transfer, read } = await tree(shape);
    expect(await transfer('a', from.id)).to.equal(409);
    expect(await transfer('c', from.id)).to.equal(409);
    expect(await transfer('a', 'nope')).to.equal(404);
    for (const role of ['review', 'read', null] as const) {
      const caller = principalOf({ [from.id]: 'admin', [to.id]: role });
      expect(await transfer('a', to.id, caller), `${role}`).to.equal(404);
      expect(await transfer('c', to.id, caller), `${role}`).to.equal(404);
    }
    expect(await transfer('a', to.id, principalOf({ [from.id]: 'create', [to.id]: 'admin' }))).to.equal(403);
    expect(await transfer('c', to.id, principalOf({ [to.id]: 'admin' }))).to.equal(404);
    expect(await read()).to.deep.equal(shape);
    expect(await transfer('a', to.id, principalOf({ [from.id]: 'admin', [to.id]: 'create' }))).to.equal(200);
  });

  it('refuses a body without an organization', async () => {
    const { client, paths } = await tree(shape);
    for (const body of [undefined, {}, { organization: 7 }, { organization: '' }])
      for (const title of ['a', 'c']) await client.post(`${paths[title]}/transfer`, body, { expect: 400 });
  });

  it('is 412 while a published site of the old organization shows it, or a space in it', async () => {
    const { client, ids, paths, from, to, transfer } = await tree(shape);
    const site = (published: boolean, organization = from.id) => ({
      site: `site of ${ids.y}`,
      organization,
      title: 'Site',
      visibility: 'public',
      published,
    });
    const place = {
      siteSpace: `place of ${ids.y}`,
      site: site(true).site,
      organization: from.id,
      space: ids.y,
      visibility: 'public',
      published: true,
    };
    // In any order: a projection drops what is older than what it knows.
    await told(events.siteSpaceAdded, 1, place);
    await told(events.sitePublished, 2, site(true));
    await told(events.siteCreated, 1, site(false));
    expect(await transfer('y')).to.equal(412);
    expect(await transfer('c')).to.equal(412);
    expect(await transfer('x')).to.equal(200);
    await told(events.siteUnpublished, 3, site(false));
    await client.delete(paths.b!, { expect: 205 });
    expect(await transfer('y')).to.equal(200);

    await told(events.siteSpaceAdded, 1, { ...place, siteSpace: `place of ${ids.a}`, space: ids.a });
    await told(events.sitePublished, 4, site(true));
    expect(await transfer('a')).to.equal(412);
    await told(events.siteSpaceRemoved, 2, { ...place, siteSpace: `place of ${ids.a}`, space: ids.a });
    await told(events.siteSpaceAdded, 1, { ...place, siteSpace: `place of ${ids.a}`, space: ids.a });
    expect(await transfer('a')).to.equal(200);

    await told(events.siteSpaceAdded, 1, { ...place, siteSpace: `place of ${ids.x}`, space: ids.x });
    expect(await transfer('x', from.id), 'the site is one of another organization').to.equal(200);
    expect(await transfer('x', to.id)).to.equal(412);
    await told(events.siteDeleted, 5, site(true));
    expect(await transfer('x', to.id)).to.equal(200);
  });

  it('of two at once that lead to and fro, none waits for ever, and everything has one place', async () => {
    const { ids, from, to, transfer, there, read } = await tree(['a', 'b', { c: ['x'] }, { d: ['y'] }]);
    await Promise.all(['a', 'c'].map((title) => transfer(title)));
    const statuses = await Promise.all([
      ...['a', 'c'].map((title) => transfer(title, from.id)),
      ...['b', 'd'].map((title) => transfer(title, to.id)),
      ...['a', 'd'].map((title) => transfer(title, to.id)),
    ]);
    expect(
      statuses.every((status) => [200, 409].includes(status)),
      statuses.join(),
    ).to.equal(true);
    const flat = (shaped: Shape): string[] =>
      shaped.flatMap((each) =>
        typeof each === 'string' ? each : Object.entries(each).flatMap(([title, inside]) => [title, ...flat(inside)]),
      );
    expect([...flat(await read()), ...flat(await there.read())].sort()).to.deep.equal(Object.keys(ids).sort());
  });
});
