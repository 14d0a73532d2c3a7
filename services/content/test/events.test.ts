import { events, internalContract } from '@quire/contract';
import { internalCall } from '@quire/runtime';
import { eventually, outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService } from './content-service.js';
import { factories } from './factories.js';

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: '' } });

describe('events of content', () => {
  const content = contentService();
  const make = factories(content);

  const about = async (subject: string) =>
    (await outboxEvents(content.db))
      .filter((event) => event.subject === subject)
      .map(({ type, sequence, data }) => ({
        type: type.replace(/^content\.|\.v1$/g, ''),
        sequence,
        data: data as any,
      }));

  it('a space tells what becomes of it, each time with a higher sequence and all its facts', async () => {
    const { spaceId, organizationId, admin } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    await content.as(admin).patch(main, { title: 'New', icon: 'https://example.com/i.png' }, { expect: 200 });
    const { path } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    await content.as(admin).patch(path, { status: 'open' }, { expect: 200 });
    const { revision } = (await content.as(admin).post(`${path}/merge`, undefined, { expect: 200 })).body;

    const told = await about(spaceId);
    expect(told.map(({ type }) => type)).to.deep.equal([
      'space.created',
      'space.content-updated',
      'space.updated',
      'space.updated',
      'space.updated',
      'space.content-updated',
    ]);
    const sequences = told.map(({ sequence }) => sequence!);
    expect(sequences).to.deep.equal([...new Set(sequences)].sort((a, b) => a - b));
    const last = told.at(-1)!.data;
    expect(last).to.deep.include({ space: spaceId, organization: organizationId, title: 'New', revision });
    expect(last.counts).to.deep.equal({
      comments: 0,
      changeRequests: 1,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    });
    expect(last.previousRevision).to.equal(told[1]!.data.revision);
  });

  it('a change request tells when it is opened, updated, archived and merged', async () => {
    const { spaceId, admin } = await make.written();
    const { path, id } = await make.changeRequest(admin, spaceId, [insert('Ours')]);
    for (const status of ['open', 'archived', 'draft'])
      await content.as(admin).patch(path, { status }, { expect: 200 });
    await content.as(admin).post(`${path}/update`, undefined, { expect: 200 });
    await content.as(admin).post(`${path}/merge`, undefined, { expect: 200 });
    const told = await about(id);
    expect(told.map(({ type, sequence, data }) => [type, sequence, data.status])).to.deep.equal([
      ['change-request.opened', 1, 'draft'],
      ['change-request.updated', 2, 'draft'],
      ['change-request.opened', 3, 'open'],
      ['change-request.archived', 4, 'archived'],
      ['change-request.updated', 5, 'draft'],
      ['change-request.merged', 6, 'merged'],
    ]);
  });

  it('what was refused or came to nothing tells nothing', async () => {
    const { spaceId, admin, ids } = await make.written();
    const rename = (title: string) => [{ operation: 'update_page', page: ids.Home, title }];
    const { path } = await make.changeRequest(admin, spaceId, rename('Ours'));
    await make.edit(admin, `/v1/spaces/${spaceId}`, rename('Theirs'));
    const before = (await outboxEvents(content.db)).length;
    await content.as(admin).post(`${path}/merge`, undefined, { expect: 200 });
    await content
      .as(admin)
      .post(`/v1/spaces/${spaceId}/content`, { changes: [insert('A'), { ...insert('B'), at: 9 }] }, { expect: 400 });
    await content.as(admin).patch(path, { status: 'merged' }, { expect: 400 });
    await content.as(admin).get(`${path}/conflicts`, { expect: 200 });
    expect(await outboxEvents(content.db)).to.have.length(before);
  });

  it('every event is published and keeps to its contract', async () => {
    const { spaceId, admin, organizationId } = await make.written();
    await make.collection(admin, organizationId);
    await make.changeRequest(admin, spaceId, [insert('Ours')]);
    await content.service.drain();
    const recorded = await outboxEvents(content.db);
    const contracts = new Map(Object.values(events).map((event) => [event.type as string, event]));
    for (const { type, data } of recorded) {
      const parsed = contracts.get(type)!.data.safeParse(data);
      expect(parsed.success, `${type}: ${JSON.stringify(parsed.error?.issues)}`).to.equal(true);
    }
    await eventually(() => {
      const published = new Set(content.published.map(({ id }) => id));
      expect(recorded.filter(({ id }) => !published.has(id))).to.deep.equal([]);
    });
  });

  it('getSpaces answers other services with the same facts and sequence as the last event', async () => {
    const { spaceId } = await make.written();
    const options = { baseUrl: content.baseUrl, service: 'sites', secret: content.internalSecret };
    const getSpaces = internalCall(internalContract.getSpaces, options);
    const { spaces } = await getSpaces({ params: {}, body: { ids: [spaceId, 'nope'] } });
    const { sequence, data } = (await about(spaceId)).at(-1)!;
    const { previousRevision: _, ...facts } = data;
    expect(spaces).to.deep.equal([{ id: spaceId, sequence, data: facts }]);

    const forged = internalCall(internalContract.getSpaces, { ...options, secret: 'x'.repeat(64) });
    const failure = await forged({ params: {}, body: { ids: [spaceId] } }).catch((error: Error) => error);
    expect(failure).to.be.instanceOf(Error);
    await content.anonymous().post('/internal/spaces', { ids: [spaceId] }, { expect: 401 });
  });
});
