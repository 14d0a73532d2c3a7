import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { ZipFile } from 'yazl';
import { serveArchive } from '../../demo/archive.js';
import { mode, world } from '../support/world.js';

describe(`a process that is killed, ${mode}`, function () {
  this.timeout(120_000);
  const quire = world();

  /** A space on a site, as the API gives them. */
  async function published() {
    const { body: orgs } = await quire.api.get('/v1/orgs', { expect: 200 });
    const organization = orgs.items[0].id as string;
    const { body: space } = await quire.api.post(
      `/v1/orgs/${organization}/spaces`,
      { title: 'Before' },
      { expect: 201 },
    );
    const { body: site } = await quire.api.post(
      `/v1/orgs/${organization}/sites`,
      { title: 'Site', spaces: [space.id] },
      { expect: 201 },
    );
    return { space: space.id as string, siteSpaces: `/v1/orgs/${organization}/sites/${site.id}/site-spaces` };
  }

  const titleOn = async (siteSpaces: string) =>
    (await quire.api.get(siteSpaces, { expect: 200 })).body.items[0].title as string;

  it('between commit and publish: the event arrives after the restart, once in effect', async () => {
    const { space, siteSpaces } = await published();
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('Before'));

    const release = await quire.holdBackEvents();
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'After' }, { expect: 200 });
    const [unpublished] = await quire.sql<{ id: string }>(
      `select envelope->>'id' as id from content.outbox where published_at is null and envelope->>'subject' = $1`,
      [space],
    );
    expect(unpublished, 'the event is committed and not published').not.to.equal(undefined);
    await quire.holder('content').kill();
    await release();
    const inbox = () =>
      quire.sql(`select from sites.inbox where consumer = 'sites.project-spaces' and event_id = $1`, [unpublished!.id]);
    expect(await inbox(), 'the event has not been handled').to.have.length(0);

    await quire.holder('content').start();
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('After'), { timeoutMs: 60_000 });
    expect(await inbox(), 'the event was handled once').to.have.length(1);
  });

  it('an event that is published twice has one effect', async () => {
    const { space, siteSpaces } = await published();
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'First' }, { expect: 200 });
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('First'), { timeoutMs: 30_000 });
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'Second' }, { expect: 200 });
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('Second'), { timeoutMs: 30_000 });

    // A relay that dies after the broker has taken an event, and before it could note so, publishes it again.
    const again = await quire.sql<{ id: string }>(
      `update content.outbox set published_at = null where envelope->>'subject' = $1 returning envelope->>'id' as id`,
      [space],
    );
    expect(again.length).to.be.at.least(3);
    await eventually(
      async () =>
        expect(
          await quire.sql(`select from content.outbox where published_at is null and envelope->>'subject' = $1`, [
            space,
          ]),
        ).to.have.length(0),
      { timeoutMs: 30_000 },
    );
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'Third' }, { expect: 200 });
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('Third'), { timeoutMs: 30_000 });
    const [handled] = await quire.sql<{ count: number }>(
      `select count(*)::int from sites.inbox where consumer = 'sites.project-spaces' and event_id = any ($1::uuid[])`,
      [again.map(({ id }) => id)],
    );
    expect(handled!.count, 'each was handled once').to.equal(again.length);
  });

  it('in the middle of an import leaves nothing of it behind, and goes on with it after the restart, once', async () => {
    const { space } = await published();
    const pages = 400;
    const served = await serveArchive(await manyPages(pages));
    const main = `/v1/spaces/${space}`;
    const before = (await quire.api.get(main, { expect: 200 })).body;
    const importAll = () => quire.api.post(`${main}/content/import`, { source: 'zip', url: served.url });
    const counts = () =>
      quire.sql<{ nodes: number; revisions: number }>(
        `select (select count(*)::int from content.nodes) as nodes,
                (select count(*)::int from content.revisions where space_id = $1) as revisions`,
        [space],
      );
    const isHeldBack = () =>
      eventually(
        async () =>
          expect(
            await quire.sql(`select from pg_locks where relation = 'content.documents'::regclass and not granted`),
            'the import waits in the middle of its transaction',
          ).to.have.length(1),
        { timeoutMs: 60_000 },
      );
    const [stored] = await counts();
    const nothingOfIt = async () => {
      expect(await counts()).to.deep.equal([stored]);
      expect((await quire.api.get(main, { expect: 200 })).body.revision).to.equal(before.revision);
      expect((await quire.api.get(`${main}/content/pages`, { expect: 200 })).body.pages).to.have.length(0);
    };
    try {
      const release = await quire.holdBackWrites('content.documents');
      const importing = importAll().catch(() => undefined);
      await isHeldBack();
      const { pid } = quire.holder('content');
      expect(await workFolders(pid)).to.have.length(1);
      await quire.holder('content').kill();
      await importing;
      await release();
      await eventually(async () => expect(await counts()).to.deep.equal([stored]));

      const releaseAgain = await quire.holdBackWrites('content.documents');
      await quire.holder('content').start();
      expect(await workFolders(pid), 'the start has removed the files of the import').to.have.length(0);
      await eventually(nothingOfIt);
      await isHeldBack();
      await nothingOfIt();
      await releaseAgain();
      await eventually(async () => expect(await counts()).not.to.deep.equal([stored]), { timeoutMs: 30_000 });
      const [landed] = await counts();
      expect(landed!.revisions, 'one revision more').to.equal(stored!.revisions + 1);
      expect((await quire.api.get(`${main}/content/pages`, { expect: 200 })).body.pages).to.have.length(pages);
      expect(await quire.sql('select from content.imports'), 'nothing is left to do').to.have.length(0);

      const { status, body } = await importAll();
      expect(status).to.equal(201);
      expect(body.importedResources).to.equal(pages);
      expect((await quire.api.get(`${main}/content/pages`, { expect: 200 })).body.pages).to.have.length(pages);
      expect((await counts())[0]!.revisions).to.equal(landed!.revisions + 1);
    } finally {
      served.close();
    }
  });

  it('that is told to stop during an import leaves it to the next one', async () => {
    const { space } = await published();
    const archive = await manyPages(3);
    let calls = 0;
    const source = createServer((_request, response) => {
      calls += 1;
      // The first call has no answer.
      if (calls > 1) response.end(archive.bytes);
    }).listen(0, '127.0.0.1');
    await once(source, 'listening');
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/many.zip`;
    try {
      const importing = quire.api
        .post(`/v1/spaces/${space}/content/import`, { source: 'zip', url })
        .catch(() => undefined);
      await eventually(() => expect(calls).to.equal(1), { timeoutMs: 30_000 });
      await quire.holder('content').stop();
      expect((await importing)?.status, 'the caller has not heard that it worked').not.to.equal(201);
      await quire.holder('content').start();
      await eventually(
        async () => {
          const { body } = await quire.api.get(`/v1/spaces/${space}/content/pages`, { expect: 200 });
          expect(body.pages).to.have.length(3);
        },
        { timeoutMs: 60_000 },
      );
    } finally {
      source.closeAllConnections();
      source.close();
    }
  });

  it('while it reads an OpenAPI document reads it again, and makes one version', async () => {
    const { body: orgs } = await quire.api.get('/v1/orgs', { expect: 200 });
    const specs = `/v1/orgs/${orgs.items[0].id}/openapi`;
    const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Slow', version: '1' }, paths: { '/': {} } });
    let calls = 0;
    const source = createServer((_request, response) => {
      calls += 1;
      // The first call has no answer.
      if (calls > 1) response.end(document);
    }).listen(0, '127.0.0.1');
    await once(source, 'listening');
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/openapi.json`;
    try {
      await quire.api.post(specs, { slug: 'slow', source: { url } }, { expect: 201 });
      await eventually(() => expect(calls).to.equal(1), { timeoutMs: 30_000 });
      await quire.holder('integrations').kill();
      await quire.holder('integrations').start();
      await eventually(
        async () => {
          const { body } = await quire.api.get(`${specs}/slow`, { expect: 200 });
          expect(body).to.include({ processingState: 'complete' });
          expect(body.lastProcessedErrors).to.equal(undefined);
        },
        { timeoutMs: 60_000 },
      );
      const { body: versions } = await quire.api.get(`${specs}/slow/versions`, { expect: 200 });
      expect(versions.items).to.have.length(1);
    } finally {
      source.closeAllConnections();
      source.close();
    }
  });

  it('in the middle of work keeps everything that was answered', async () => {
    const { space } = await published();
    const changes = [{ operation: 'insert_page', title: 'Kept', document: { markdown: '# Kept\n\nquagga\n' } }];
    await quire.api.post(`/v1/spaces/${space}/content`, { changes }, { expect: 200 });
    const pending = quire.api
      .post(`/v1/spaces/${space}/change-requests`, { subject: 'cut off' })
      .catch(() => undefined);
    await quire.holder('content').kill();
    await pending;
    await quire.holder('content').start();
    const { body } = await quire.api.get(`/v1/spaces/${space}/search`, { query: { query: 'quagga' }, expect: 200 });
    expect(body.count).to.equal(1);
    await eventually(async () => {
      const { body: next } = await quire.api.post(`/v1/spaces/${space}/change-requests`, {}, { expect: 201 });
      const { body: all } = await quire.api.get(`/v1/spaces/${space}`, { expect: 200 });
      expect(next.number, 'numbers have no gaps').to.equal(all.changeRequests);
    });
  });
});

async function manyPages(count: number) {
  const zip = new ZipFile();
  for (let page = 0; page < count; page += 1)
    zip.addBuffer(Buffer.from(`# Page ${page}\n\nText ${page} of an import.\n`), `page-${page}.md`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return { name: 'many.zip', bytes: Buffer.concat(chunks) };
}

const workFolders = async (pid: number) =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('quire-import-') && name.includes(`-${pid}-`));
