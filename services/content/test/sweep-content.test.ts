import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Principal, sha256 } from '@quire/runtime';
import { eventually, testDatabaseUrl } from '@quire/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { sweepContent } from '../src/domain/sweep/sweep-content.js';
import { hashDocument } from '../src/domain/store/content-store.js';
import { deleteCondemned, takeCondemned } from '../src/tables/condemned.js';
import { contentService } from './content-service.js';
import { factories } from './factories.js';
import { allReachable, allStored } from './stored-content.js';

const day = 24 * 60 * 60 * 1_000;

describe('the sweep of content', () => {
  const content = contentService();
  const make = factories(content);

  const pass = (ms: number) => {
    content.now = new Date(content.now.getTime() + ms);
  };
  /** Deletes spaces, and waits until they are purged and what they alone held is condemned. */
  const purge = async (admin: Principal, ...spaces: string[]) => {
    for (const id of spaces) await content.as(admin).delete(`/v1/spaces/${id}`, { expect: 205 });
    pass(8 * day);
    await content.service.drain();
  };
  const sweepNextDay = async () => {
    pass(day + 1);
    await content.service.drain();
  };
  const insertFile = (name: string, text: string) => ({
    operation: 'insert_files',
    files: [{ name, contentType: 'text/plain', base64: Buffer.from(text).toString('base64') }],
  });
  const somebodyWaits = () =>
    eventually(
      async () => {
        const { rows } = await content.db.raw(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'quire-' || current_schema()`,
        );
        expect(rows).not.to.have.length(0);
      },
      { timeoutMs: 30_000 },
    );
  const isStored = async (text: string) =>
    (await content.db('documents').where({ hash: hashDocument(text) })).length === 1;

  it('removes what only a purged space held, a day after it was found', async () => {
    const { spaceId, admin } = await make.written({ Gone: '# Gone\n\nonly here\n\n[x](https://example.com)\n' });
    const main = `/v1/spaces/${spaceId}`;
    await make.edit(admin, main, [insertFile('a.txt', 'only these bytes')]);
    await make.changeRequest(admin, spaceId, [
      { operation: 'insert_page', title: 'Draft', document: { markdown: 'only in a draft\n' } },
    ]);
    await purge(admin, spaceId);
    expect(await isStored('only in a draft\n'), 'condemned, and no more').to.equal(true);
    await sweepNextDay();
    expect(await isStored('only in a draft\n')).to.equal(false);
    expect(await allStored(content)).to.deep.equal(await allReachable(content));
    expect(await content.files.has(`files/${sha256('only these bytes').toString('hex')}`)).to.equal(false);
    expect(await content.db('condemned')).to.deep.equal([]);
    const { rows: orphans } = await content.db.raw(
      'SELECT FROM links WHERE set_id NOT IN (SELECT id FROM link_sets) UNION ALL SELECT FROM anchors WHERE set_id NOT IN (SELECT id FROM link_sets)',
    );
    expect(orphans).to.deep.equal([]);
  });

  it('keeps what a copy shares, and the whole history of what stays', async () => {
    const { spaceId, admin } = await make.written({ Shared: '# Shared\n\nin both\n' });
    const main = `/v1/spaces/${spaceId}`;
    await make.edit(admin, main, [insertFile('b.txt', 'bytes of both')]);
    const copy = (await content.as(admin).post(`${main}/duplicate`, undefined, { expect: 201 })).body.id;
    await make.edit(admin, `/v1/spaces/${copy}`, [
      { operation: 'insert_page', title: 'Own', document: { markdown: 'soon replaced\n' } },
    ]);
    const { body } = await content.as(admin).get(`/v1/spaces/${copy}/content/pages`);
    const page = body.pages.find(({ title }: { title: string }) => title === 'Own').id;
    await make.edit(admin, `/v1/spaces/${copy}`, [
      { operation: 'update_page', page, document: { markdown: 'what replaced it\n' } },
    ]);
    await purge(admin, spaceId);
    await sweepNextDay();
    const reachable = await allReachable(content);
    expect(await allStored(content)).to.deep.equal(reachable);
    expect(reachable.documents).to.include.members(
      ['# Shared\n\nin both\n', 'soon replaced\n', 'what replaced it\n'].map(hashDocument),
    );
    const { items } = (await content.as(admin).get(`/v1/spaces/${copy}/content/files`, { expect: 200 })).body;
    expect(await (await fetch(content.reach(items[0].downloadURL))).text()).to.equal('bytes of both');
  });

  it('lets go what is used again between being found and being removed', async () => {
    const again = '# Again\n\nwritten anew\n';
    const { spaceId, organizationId, admin } = await make.written({ Again: again });
    await make.edit(admin, `/v1/spaces/${spaceId}`, [insertFile('c.txt', 'bytes written anew')]);
    await purge(admin, spaceId);
    const { id } = await make.space(admin, organizationId);
    await make.edit(admin, `/v1/spaces/${id}`, [
      { operation: 'insert_page', title: 'Again', document: { markdown: again } },
      insertFile('c.txt', 'bytes written anew'),
    ]);
    await sweepNextDay();
    expect(await allStored(content)).to.deep.equal(await allReachable(content));
    expect(await isStored(again)).to.equal(true);
  });

  it('who stores a text that is being removed stores it after that', async () => {
    const text = '# Contended\n';
    const { spaceId, organizationId, admin } = await make.written({ Contended: text });
    await purge(admin, spaceId);
    const { id } = await make.space(admin, organizationId);
    pass(day + 1);
    const hold = await content.db.transaction();
    await hold('documents')
      .where({ hash: hashDocument(text) })
      .forUpdate();
    const sweeping = content.service.drain();
    await somebodyWaits();
    const writing = make.edit(admin, `/v1/spaces/${id}`, [
      { operation: 'insert_page', title: 'Contended', document: { markdown: text } },
    ]);
    await eventually(async () => {
      const { rows } = await content.db.raw(
        `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE application_name = 'quire-' || current_schema())`,
      );
      expect(rows).to.have.length(2);
    });
    await hold.rollback();
    await Promise.all([sweeping, writing]);
    expect(await isStored(text)).to.equal(true);
    expect(await allStored(content)).to.deep.equal(await allReachable(content));
  });

  it('who stores bytes that are being removed stores them after that', async () => {
    const bytes = 'contended bytes';
    const hash = sha256(bytes).toString('hex');
    const { spaceId, organizationId, admin } = await make.written();
    await make.edit(admin, `/v1/spaces/${spaceId}`, [insertFile('d.txt', bytes)]);
    await purge(admin, spaceId);
    const { id } = await make.space(admin, organizationId);
    const removing = await content.db.transaction();
    const taken = await takeCondemned(removing, 'bytes', { after: '', limit: 100 });
    expect(taken.map((each) => each.hash)).to.deep.equal([hash]);
    const writing = make.edit(admin, `/v1/spaces/${id}`, [insertFile('d.txt', bytes)]);
    await somebodyWaits();
    await content.files.delete(`files/${hash}`);
    await deleteCondemned(removing, 'bytes', [hash]);
    await removing.commit();
    await writing;
    expect(await content.files.has(`files/${hash}`)).to.equal(true);
  });

  it('finishes after it was killed; replicas share one sweep', async function () {
    this.timeout(60_000);
    const text = '# Held\n';
    const { spaceId, admin } = await make.written({ Held: text });
    await purge(admin, spaceId);
    const { schema } = (await content.db.raw<{ rows: { schema: string }[] }>('SELECT current_schema() AS schema'))
      .rows[0]!;
    pass(day + 1);
    const folder = await mkdtemp(join(tmpdir(), 'quire-sweep-'));
    const hold = await content.db.transaction();
    try {
      await hold('documents')
        .where({ hash: hashDocument(text) })
        .forUpdate();
      const child = fork(new URL('killed-content-sweeper.ts', import.meta.url), [
        testDatabaseUrl(),
        schema,
        folder,
        content.now.toISOString(),
      ]);
      await somebodyWaits();
      child.kill('SIGKILL');
      await once(child, 'exit');
    } finally {
      await hold.rollback();
      await rm(folder, { recursive: true });
    }
    expect(await content.db('sweeps').first('phase')).to.deep.equal({ phase: 'remove documents' });
    const sweep = () => sweepContent({ db: content.db, files: content.files, now: () => content.now });
    // Postgres may need a moment to notice that the killed process has let go.
    await eventually(async () => {
      await Promise.all([sweep(), sweep(), sweep()]);
      expect(await content.db('sweeps').first('phase')).to.deep.equal({ phase: null });
    });
    expect(await allStored(content)).to.deep.equal(await allReachable(content));
  });

  it('stops between two steps when it is told to, and goes on later', async () => {
    const sweep = (signal: AbortSignal) =>
      sweepContent({ db: content.db, files: content.files, now: () => content.now }, signal);
    pass(day + 1);
    await sweep(AbortSignal.abort());
    expect(await content.db('sweeps').first('phase')).to.deep.equal({ phase: 'revisions' });
    await sweep(new AbortController().signal);
    expect(await content.db('sweeps').first('phase')).to.deep.equal({ phase: null });
  });

  const text = fc.constantFrom('alpha\n', '# Beta\n\nbeta\n', '[l](https://example.com)\n', '[one](one.md)\n', '');
  const number = fc.nat({ max: 20 });
  const anyStep = fc.oneof(
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('space' as const), text }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), space: number, page: number, text }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('file' as const), space: number, text }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), space: number }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('request' as const), space: number, text }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('purge' as const), space: number }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const) }) },
  );

  it('whatever is edited, copied and purged, also while it goes: all that is reachable stays, and nothing else', async function () {
    this.timeout(240_000);
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 20 }), fc.boolean(), async (steps, meanwhile) => {
        const { id: organization, admin } = make.organization();
        const client = content.as(admin);
        const spaces: string[] = [];
        const insert = (markdown: string) => ({ operation: 'insert_page', title: 'One', document: { markdown } });
        const begin = async (markdown: string) => {
          const { id } = await make.space(admin, organization);
          spaces.push(id);
          await make.edit(admin, `/v1/spaces/${id}`, [insert(markdown)]);
        };
        await begin('alpha\n');
        for (const step of steps) {
          const swept = meanwhile ? content.service.drain() : undefined;
          const id = 'space' in step ? spaces[step.space % spaces.length] : undefined;
          const path = `/v1/spaces/${id}`;
          if (step.kind === 'day') pass(day + 1);
          else if (step.kind === 'space' || id === undefined) await begin('text' in step ? step.text : '');
          else if (step.kind === 'edit') {
            const { pages } = (await client.get(`${path}/content/pages`)).body;
            const page = pages[step.page % pages.length].id;
            await make.edit(admin, path, [
              { operation: 'update_page', page, document: { markdown: step.text } },
              insert(step.text),
            ]);
          } else if (step.kind === 'file') await make.edit(admin, path, [insertFile('f.txt', step.text)]);
          else if (step.kind === 'copy')
            spaces.push((await client.post(`${path}/duplicate`, undefined, { expect: 201 })).body.id);
          else if (step.kind === 'request') {
            const request = await make.changeRequest(admin, id, [insert(step.text)]);
            await make.edit(admin, request.path, [insert('rewritten\n')]);
          } else {
            spaces.splice(spaces.indexOf(id), 1);
            await client.delete(path, { expect: 205 });
            pass(8 * day);
          }
          await swept;
        }
        await content.service.drain();
        await allReachable(content);
        await sweepNextDay();
        await sweepNextDay();
        expect(await allStored(content)).to.deep.equal(await allReachable(content));
      }),
      { numRuns: 6 },
    );
  });
});
