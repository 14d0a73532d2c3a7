import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Principal, newId, type Role } from '@quire/runtime';
import { eventually, outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { zipOf } from '../import/zips.js';

const minute = 60_000;

describe('imports whose process died', () => {
  const content = contentService();
  const make = factories(content);
  /** Requests for the archive that are not answered yet. */
  let waiting: ServerResponse[] = [];
  let archive: Buffer | 'gone' | undefined;
  let server: Server;
  let url: string;
  const started: { service: { stop(): Promise<void> } }[] = [];

  before('serves an archive', async () => {
    server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs.zip`;
  });
  beforeEach(() => {
    archive = undefined;
    waiting = [];
  });
  afterEach(async () => {
    for (const { service } of started.splice(0)) await service.stop();
    content.identity.away = false;
  });
  after('stops serving', () => {
    server.closeAllConnections();
    server.close();
  });

  const docs = () => zipOf({ 'a.md': '# A\n', 'b.md': '# B\n' });
  const outline = ['A (a)', 'B (b)'];
  const rows = () => content.db('imports').select<{ id: string; attempts: number; leased_until: Date }[]>();
  const replica = async () => {
    const other = await content.replica();
    started.push(other);
    return other;
  };
  const answer = (response: ServerResponse) => {
    if (archive === undefined) waiting.push(response);
    else if (archive === 'gone') response.writeHead(404).end();
    else response.end(archive);
  };
  /** Answers everybody who waits for the archive, and whoever comes later. */
  const serve = (given: Buffer | 'gone') => {
    archive = given;
    for (const response of waiting.splice(0)) answer(response);
  };

  /** A space, and a caller whose token can be looked up. */
  async function space(role: Role = 'edit') {
    const { id: organizationId, admin } = make.organization();
    const { id } = await make.space(admin, organizationId);
    const caller: Principal = { ...principalOf({ [organizationId]: role }), tokenId: newId() };
    content.identity.callers.set(caller.tokenId, caller);
    return { organizationId, admin, caller, spaceId: id as string, main: `/v1/spaces/${id}` };
  }

  /** An import that reads for ever, and the row that is kept of it. */
  async function begin(
    caller: Principal,
    path: string,
    options: { headers?: Record<string, string>; baseUrl?: string } = {},
  ) {
    const { baseUrl, ...rest } = options;
    const left = new AbortController();
    const importing = content
      .as(caller, baseUrl)
      .post(`${path}/content/import`, { source: 'zip', url }, { ...rest, signal: left.signal })
      .catch((error: Error) => error);
    const row = await eventually(async () => {
      expect(waiting).to.have.length(1);
      const [found] = await content.db('imports').where({ token_id: caller.tokenId });
      expect(found).not.to.equal(undefined);
      return found;
    });
    return { row, importing, leave: () => left.abort() };
  }

  /** What a process leaves behind that dies while it imports; it is a moment ago that its lease ended. */
  async function leftBehind(caller: Principal, path: string, options: { headers?: Record<string, string> } = {}) {
    const { row, importing } = await begin(caller, path, options);
    serve('gone');
    await importing;
    expect(await rows()).to.deep.equal([]);
    archive = undefined;
    content.now = new Date(row.leased_until.getTime() + 1);
    await content.db('imports').insert({ ...row, claim: row.claim && JSON.stringify(row.claim) });
    return row as { id: string };
  }

  const revisions = async (spaceId: string) =>
    Number((await content.db('revisions').where({ space_id: spaceId }).count())[0]!.count);

  it('are landed once, whatever replicas sweep', async () => {
    const { caller, main, spaceId } = await space();
    await leftBehind(caller, main);
    const before = await revisions(spaceId);
    const events = (await outboxEvents(content.db)).length;
    serve(await docs());
    const others = [await replica(), await replica()];
    await Promise.all([content.service, ...others.map(({ service }) => service)].map((service) => service.drain()));
    expect(await make.outline(caller, main)).to.deep.equal(outline);
    expect(await revisions(spaceId)).to.equal(before + 1);
    expect((await outboxEvents(content.db)).slice(events).map(({ type }) => type)).to.deep.equal([
      'content.space.content-updated.v1',
    ]);
    expect(await rows()).to.deep.equal([]);
    await content.service.drain();
    expect(await revisions(spaceId)).to.equal(before + 1);
  });

  it('are landed in their change request', async () => {
    const { caller, main, spaceId } = await space();
    const { path, number } = await make.changeRequest(caller, spaceId);
    await leftBehind(caller, `${main}/change-requests/${number}`);
    serve(await docs());
    await content.service.drain();
    expect(await make.outline(caller, path)).to.deep.equal(outline);
    expect(await make.outline(caller, main)).to.deep.equal([]);
  });

  it('are left alone while their lease lasts', async () => {
    const { caller, main } = await space();
    const { id } = await leftBehind(caller, main);
    await content
      .db('imports')
      .where({ id })
      .update({ leased_until: new Date(content.now.getTime() + 1) });
    serve(await docs());
    await content.service.drain();
    expect(await rows()).to.have.length(1);
    content.now = new Date(content.now.getTime() + 1);
    await content.service.drain();
    expect(await rows()).to.deep.equal([]);
    expect(await make.outline(caller, main)).to.deep.equal(outline);
  });

  it('answer the caller who asks again with the same key', async () => {
    const { caller, main, spaceId } = await space();
    const headers = { 'idempotency-key': newId() };
    await leftBehind(caller, main, { headers });
    serve(await docs());
    await content.service.drain();
    const landed = await revisions(spaceId);
    const { body, headers: answered } = await content
      .as(caller)
      .post(`${main}/content/import`, { source: 'zip', url }, { headers, expect: 201 });
    expect(body).to.deep.equal({ revision: body.revision, importedResources: 2, totalResources: 2 });
    expect(answered.get('location')).to.match(new RegExp(`${main}/revisions/${body.revision}$`));
    expect((await content.as(caller).get(main)).body.revision).to.equal(body.revision);
    expect(await revisions(spaceId)).to.equal(landed);
  });

  it('land nothing more when the caller has asked again with the same key', async () => {
    const { caller, main, spaceId } = await space();
    const headers = { 'idempotency-key': newId() };
    await leftBehind(caller, main, { headers });
    serve(await docs());
    await content.as(caller).post(`${main}/content/import`, { source: 'zip', url }, { headers, expect: 201 });
    const landed = await revisions(spaceId);
    await content.service.drain();
    expect(await rows()).to.deep.equal([]);
    expect(await revisions(spaceId)).to.equal(landed);
  });

  describe('are refused as they would be now, and then forgotten', () => {
    type Situation = Awaited<ReturnType<typeof space>>;
    const refusals: Record<string, (situation: Situation) => unknown> = {
      'the archive is gone': () => serve('gone'),
      'the token was revoked': ({ caller }) => content.identity.callers.delete(caller.tokenId),
      'the caller may only read': ({ caller, organizationId }) =>
        content.identity.callers.set(caller.tokenId, { ...caller, ...principalOf({ [organizationId]: 'read' }) }),
      'the space was deleted': ({ admin, main }) => content.as(admin).delete(main, { expect: 205 }),
      'the space was locked': ({ admin, main }) =>
        content.as(admin).patch(main, { editMode: 'locked' }, { expect: 200 }),
    };
    for (const [what, happens] of Object.entries(refusals)) {
      it(what, async () => {
        const situation = await space();
        await leftBehind(situation.caller, situation.main);
        const before = await revisions(situation.spaceId);
        serve(await docs());
        await happens(situation);
        const said = content.logged.length;
        await content.service.drain();
        expect(await rows()).to.deep.equal([]);
        expect(await revisions(situation.spaceId)).to.equal(before);
        expect(content.logged.slice(said).filter(({ message }) => /import/.test(message))).to.deep.equal([
          { level: 'warn', message: 'an import was refused when it was resumed' },
        ]);
      });
    }

    it('the change request was merged', async () => {
      const { caller, admin, main, spaceId } = await space();
      const insert = { operation: 'insert_page', title: 'New', document: { markdown: '# New\n' } };
      const { path } = await make.changeRequest(caller, spaceId, [insert]);
      await leftBehind(caller, path);
      await content.as(admin).post(`${path}/merge`, undefined, { expect: 200 });
      serve(await docs());
      await content.service.drain();
      expect(await rows()).to.deep.equal([]);
      expect(await make.outline(caller, main)).to.deep.equal(['New (new)']);
    });
  });

  it('are given up after three attempts, and whoever still works on one lands nothing', async () => {
    const { caller, main, spaceId } = await space();
    await leftBehind(caller, main);
    const before = await revisions(spaceId);
    const said = content.logged.length;
    const [second, third, last] = [await replica(), await replica(), await replica()];
    const sweeps: Promise<void>[] = [];
    // Whoever works on it may have prolonged its lease just before the clock is moved.
    const takenBy = ({ service }: typeof second, attempt: number) =>
      eventually(async () => {
        content.now = new Date(content.now.getTime() + minute);
        sweeps.push(service.drain());
        await eventually(async () => expect((await rows())[0]!.attempts).to.equal(attempt), { timeoutMs: 1_000 });
      });
    await takenBy(second, 2);
    await takenBy(third, 3);
    await eventually(async () => {
      content.now = new Date(content.now.getTime() + minute);
      await last.service.drain();
      expect(await rows()).to.deep.equal([]);
    });
    expect(content.logged.slice(said).filter(({ level }) => level === 'error')).to.deep.equal([
      { level: 'error', message: 'an import that did not end was given up' },
    ]);
    serve(await docs());
    await Promise.all(sweeps);
    expect(await revisions(spaceId)).to.equal(before);
    expect(await make.outline(caller, main)).to.deep.equal([]);
  });

  it('are given up when they are older than some hours', async () => {
    const { caller, main } = await space();
    await leftBehind(caller, main);
    content.now = new Date(content.now.getTime() + 6 * 60 * minute);
    serve(await docs());
    const said = content.logged.length;
    await content.service.drain();
    expect(await rows()).to.deep.equal([]);
    expect(content.logged.slice(said).map(({ level }) => level)).to.include('error');
    expect(await make.outline(caller, main)).to.deep.equal([]);
  });

  it('wait, uncounted, for a service that is away', async () => {
    const { caller, main } = await space();
    await leftBehind(caller, main);
    serve(await docs());
    content.identity.away = true;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await content.service.drain();
      expect((await rows()).map(({ attempts }) => attempts)).to.deep.equal([1]);
      content.now = new Date(content.now.getTime() + minute);
    }
    content.identity.away = false;
    await content.service.drain();
    expect(await make.outline(caller, main)).to.deep.equal(outline);
  });

  it('an import whose caller has gone ends with them', async () => {
    const { caller, main } = await space();
    const { importing, leave } = await begin(caller, main);
    leave();
    await importing;
    await eventually(async () => expect(await rows()).to.deep.equal([]));
    serve(await docs());
    await content.service.drain();
    expect(await make.outline(caller, main)).to.deep.equal([]);
  });

  it('an import that runs when its process is told to stop is gone on with by another one', async function () {
    this.timeout(40_000);
    const { caller, main } = await space();
    const stopped = await replica();
    const { importing } = await begin(caller, main, { baseUrl: stopped.baseUrl });
    await stopped.service.stop();
    expect(await importing).to.be.instanceOf(Error);
    expect((await rows()).map(({ attempts }) => attempts)).to.deep.equal([0]);
    serve(await docs());
    await content.service.drain();
    expect(await make.outline(caller, main)).to.deep.equal(outline);
    expect(await rows()).to.deep.equal([]);
  });
});
