import type { IncomingMessage } from 'node:http';
import type { Page, Revision } from '@quire/contract';
import { newId } from '@quire/runtime';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { contentService, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { petstore } from '../openapi/petstore.js';
import { git, gitServer, hasGit, type TestRepository } from '../git-server.js';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const docs = {
  '.gitbook.yaml': 'root: ./\n',
  'SUMMARY.md':
    '# Ours\n\n- [Home](README.md)\n\n## Guides\n\n* [First](guides/first.md)\n  - [Deep](guides/deep.md)\n',
  'README.md': '# Home\r\n\r\nSee [first](guides/first.md#part) and ![a dot](.gitbook/assets/dot.png).\r\n',
  'guides/first.md': '---\ndescription: The first.\n---\n\n# First\n\n## Part\n\nBack [home](../README.md).\n',
  'guides/deep.md': '# Deep\n\nDown here.\n',
  '.gitbook/assets/dot.png': dot,
  'package.json': '{"name": "not ours"}\n',
};
const outline = ['Home (readme)', 'Guides (guides)', '  First (first)', '    Deep (deep)'];
const ref = 'refs/heads/main';

(hasGit() ? describe : describe.skip)('git', () => {
  const content = contentService();
  const make = factories(content);
  const server = gitServer();
  afterEach(() => {
    server.intercept = undefined;
  });

  async function synced(repository: TestRepository) {
    const { id: organizationId, admin, member } = make.organization();
    const { id: spaceId } = await make.space(admin, organizationId);
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    const pull = (more: object = {}, expected = 204) =>
      client.post(`${main}/git/import`, { url: repository.url, ref, ...more }, { expect: expected });
    const push = (more: object = {}, expected = 204) =>
      client.post(
        `${main}/git/export`,
        { url: repository.url, ref, commitMessage: 'Edit the guide', ...more },
        { expect: expected },
      );
    const revision = async (): Promise<Revision> => (await client.get(`${main}/content`, { expect: 200 })).body;
    const pageAt = async (path: string, at = main) =>
      (
        await client.get(`${at}/content/path/${encodeURIComponent(path)}`, {
          query: { format: 'markdown' },
          expect: 200,
        })
      ).body;
    const write = (page: string, markdown: string) =>
      make.edit(admin, main, [{ operation: 'update_page', page, document: { markdown } }]);
    return {
      organizationId,
      admin,
      member,
      spaceId: spaceId as string,
      main,
      client,
      pull,
      push,
      revision,
      pageAt,
      write,
      outline: () => make.outline(admin, main),
      info: async () => (await client.get(`${main}/git/info`, { expect: 200 })).body,
    };
  }
  const imported = async (files: Record<string, string | Buffer> = docs) => {
    const repository = await server.repository(files);
    const space = await synced(repository);
    await space.pull();
    return { repository, ...space };
  };

  describe('importGitRepository', () => {
    it('makes pages, groups and files of a repository, with its ids of them', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      const { headers } = await space.pull({
        repoCommitURL: 'https://git.example.com/docs/commit',
        repoTreeURL: 'https://git.example.com/docs/tree/main',
        gitInfo: { provider: 'gitlab' },
      });
      expect(await space.outline()).to.deep.equal(outline);
      const home = await space.pageAt('readme');
      expect(home.markdown).to.equal(docs['README.md']);
      expect(home.git).to.deep.equal({
        path: 'README.md',
        oid: await git(repository.bare, 'rev-parse', 'main:README.md'),
      });
      const revision = await space.revision();
      expect(headers.get('location')).to.equal(`${publicUrl}${space.main}/revisions/${revision.id}`);
      const oid = await git(repository.bare, 'rev-parse', 'main');
      expect(revision.git).to.deep.equal({
        oid,
        message: 'First\n',
        createdByService: false,
        createdByGitBook: false,
        url: `https://git.example.com/docs/commit/${oid}`,
        ref,
      });
      expect(revision.files[0]!.git).to.deep.equal({
        path: '.gitbook/assets/dot.png',
        oid: await git(repository.bare, 'rev-parse', 'main:.gitbook/assets/dot.png'),
      });
      const { body: shown } = await space.client.get(space.main, { expect: 200 });
      expect(shown.gitSync).to.deep.include({
        repoName: repository.url.replace(/^.*\/|\.git$/g, ''),
        installationProvider: 'gitlab',
        url: 'https://git.example.com/docs/tree/main',
      });
      const info = await space.info();
      expect(info).to.deep.include(shown.gitSync);
      expect(info.operation).to.deep.include({ state: 'success', direction: 'import' });
      const bare = (await space.client.get(`${space.main}/content`, { query: { metadata: false } })).body;
      expect(JSON.stringify(bare)).not.to.include('"git"');
      const { body: history } = await space.client.get(`${space.main}/revisions`);
      expect(history.items[0].git.oid).to.equal(oid);
    });

    it('changes nothing when the repository has nothing new', async () => {
      const space = await imported();
      const before = await space.revision();
      await space.pull();
      await space.pull({ force: true });
      expect((await space.revision()).id).to.equal(before.id);
    });

    it('follows edits, additions, moves, a rename and a deletion, and keeps ids', async () => {
      const space = await imported();
      const ids = async () => {
        const flat = (pages: Page[]): [string, string][] =>
          pages.flatMap((page) => [
            [page.title, page.id] as [string, string],
            ...('pages' in page ? flat(page.pages) : []),
          ]);
        return Object.fromEntries(flat((await space.revision()).pages));
      };
      const before = await ids();
      await space.repository.commit({
        'SUMMARY.md':
          '# Ours\n\n* [Home](README.md)\n* [Below](guides/below.md)\n\n## Guides\n\n* [More](guides/more.md)\n',
        'guides/first.md': null,
        'guides/deep.md': null,
        'guides/below.md': docs['guides/deep.md'],
        'guides/more.md': '# More\n',
        'README.md': '# Home\n\nSee [below](guides/below.md).\n',
        '.gitbook/assets/dot.png': null,
      });
      await space.pull();
      expect(await space.outline()).to.deep.equal([
        'Home (readme)',
        'Below (below)',
        'Guides (guides)',
        '  More (more)',
      ]);
      const after = await ids();
      expect(after.Home).to.equal(before.Home);
      expect(after.Guides).to.equal(before.Guides);
      expect(after.Below).to.equal(before.Deep);
      expect((await space.revision()).files).to.deep.equal([]);
    });

    it('leaves alone what did not come from the repository', async () => {
      const space = await imported();
      await make.edit(space.admin, space.main, [
        { operation: 'insert_page', title: 'Own', document: { markdown: 'Only here.\n' } },
      ]);
      await space.repository.commit({ 'README.md': '# Home\n\nNew.\n' });
      await space.pull();
      expect(await space.outline()).to.deep.equal([...outline, 'Own (own)']);
      expect((await space.pageAt('readme')).markdown).to.equal('# Home\n\nNew.\n');
    });

    it('keeps a page that the table of contents no longer names, hidden', async () => {
      const space = await imported();
      await space.repository.commit({ 'SUMMARY.md': '* [Home](README.md)\n* [First](guides/first.md)\n' });
      await space.pull();
      expect((await space.outline()).join()).to.include('Deep');
      const { body } = await space.client.get(`${space.main}/search`, { query: { query: 'Down here' } });
      const found = body.items[0]?.id ?? '';
      const page = (await space.client.get(`${space.main}/content/page/${found}`, { expect: 200 })).body;
      expect(page).to.deep.include({ title: 'Deep', hidden: true });
    });

    it('leaves computed pages where they are, and writes neither them nor what is made of them', async () => {
      const space = await imported();
      const [spec, version] = [newId(), newId()];
      const computed = {
        type: 'builtin:openapi',
        props: { models: true },
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'petstore' } } },
      };
      content.identity.specs.set(`${space.organizationId}/petstore`, { spec, version, visibility: 'private' });
      content.identity.documents.set(version, petstore());
      await make.edit(space.admin, space.main, [
        { operation: 'insert_page', type: 'computed', title: 'API', computed, at: 1 },
        { operation: 'insert_page', title: 'Own', document: { markdown: 'Only here.\n' } },
      ]);
      const shown = await space.outline();
      expect(shown).to.include.members(['API (api)', '  Pets (pets)']);
      await space.push();
      const files = await space.repository.files();
      expect(Object.keys(files).sort()).to.deep.equal([...Object.keys(docs), 'own.md'].sort());
      expect(files['SUMMARY.md']).to.include('Own').and.not.include('API');
      await space.repository.commit({ 'README.md': '# Home\n\nNew.\n' });
      await space.pull();
      expect((await space.pageAt('readme')).markdown).to.equal('# Home\n\nNew.\n');
      expect(await space.outline()).to.deep.equal(shown);
    });

    it('merges what both sides changed in different places', async () => {
      const space = await imported();
      const first = await space.pageAt('guides/first');
      await space.write(first.id, docs['guides/first.md'].replace('Back', 'Go back'));
      await space.repository.commit({ 'guides/first.md': docs['guides/first.md'].replace('## Part', '## Piece') });
      await space.pull();
      const merged = docs['guides/first.md'].replace('## Part', '## Piece').replace('Back', 'Go back');
      expect((await space.pageAt('guides/first')).markdown).to.equal(merged);
    });

    it('puts what contradicts the space into a change request, and goes on when that is merged', async () => {
      const space = await imported();
      const deep = await space.pageAt('guides/first/deep');
      await space.write(deep.id, '# Deep\n\nOur words.\n');
      await space.repository.commit({ 'guides/deep.md': '# Deep\n\nTheir words.\n', 'README.md': '# Home\n' });
      const before = await space.revision();
      const { headers } = await space.pull();
      expect((await space.revision()).id).to.equal(before.id);
      const path = headers.get('location')!.replace(publicUrl, '');
      const { body: conflicts } = await space.client.get(`${path}/conflicts`, { expect: 200 });
      expect(conflicts.items).to.have.length(1);
      expect(conflicts.items[0]).to.deep.include({ page: deep.id, kind: 'document' });
      expect((await space.info()).operation).to.deep.include({ state: 'failure' });
      expect((await space.info()).operation.error).to.include('change request #1');
      for (const sync of [space.pull, space.push]) {
        expect((await sync({}, 409)).body.error.message).to.include('#1');
      }
      const settle = `${path}/conflicts/${conflicts.items[0].id}/resolve`;
      await space.client.post(settle, { resolution: 'ours' }, { expect: 200 });
      await space.client.post(`${path}/merge`, undefined, { expect: 200 });
      expect((await space.pageAt('guides/first/deep')).markdown).to.equal('# Deep\n\nTheir words.\n');
      await space.push();
      expect((await space.repository.files())['guides/deep.md']).to.equal('# Deep\n\nTheir words.\n');
      await space.repository.commit({ 'guides/deep.md': '# Deep\n\nLater.\n' });
      await space.pull();
      expect((await space.pageAt('guides/first/deep')).markdown).to.equal('# Deep\n\nLater.\n');
    });

    it('takes the side of the repository with force', async () => {
      const space = await imported();
      const deep = await space.pageAt('guides/first/deep');
      await space.write(deep.id, '# Deep\n\nOur words.\n');
      await space.repository.commit({ 'guides/deep.md': '# Deep\n\nTheir words.\n' });
      await space.pull({ force: true });
      expect((await space.pageAt('guides/first/deep')).markdown).to.equal('# Deep\n\nTheir words.\n');
    });

    it('proposes instead of editing while the space is locked', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      await space.client.patch(space.main, { editMode: 'locked' }, { expect: 200 });
      const { headers } = await space.pull();
      expect(await space.outline()).to.deep.equal([]);
      const path = headers.get('location')!.replace(publicUrl, '');
      expect(await make.outline(space.admin, path)).to.deep.equal(outline);
      await space.client.post(`${path}/merge`, undefined, { expect: 200 });
      expect(await space.outline()).to.deep.equal(outline);
      await space.pull();
      expect(await space.outline()).to.deep.equal(outline);
    });

    it('makes a revision beside main when it stands alone', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      const { headers } = await space.pull({ standalone: true });
      expect(await space.outline()).to.deep.equal([]);
      const { body } = await space.client.get(headers.get('location')!.replace(publicUrl, ''), { expect: 200 });
      expect(body.pages[0].title).to.equal('Home');
      expect((await space.client.get(`${space.main}/revisions`)).body.count).to.equal(1);
      expect((await space.client.get(space.main)).body).not.to.have.property('gitSync');
    });

    it('reads one folder of a repository', async () => {
      const files = Object.fromEntries(Object.entries(docs).map(([path, text]) => [`docs/site/${path}`, text]));
      const repository = await server.repository({ ...files, 'README.md': '# Not this\n' });
      const space = await synced(repository);
      await space.pull({ repoProjectDirectory: './docs/site/' });
      expect(await space.outline()).to.deep.equal(outline);
      expect((await space.pageAt('readme')).git.path).to.equal('README.md');
    });

    it('follows a redirect to the repository', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      server.intercept = (request, response) => {
        if (!request.url!.startsWith('/old/')) return false;
        response.writeHead(301, { location: request.url!.slice(4) }).end();
        return true;
      };
      await space.pull({ url: repository.url.replace(server.base, `${server.base}/old`) });
      expect(await space.outline()).to.deep.equal(outline);
    });

    it('imports two at once as one: the other is a 409', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      const body = { url: repository.url, ref };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => space.client.post(`${space.main}/git/import`, body)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).to.include(204);
      expect(new Set(statuses)).to.deep.equal(new Set([204, 409]));
      expect(await space.outline()).to.deep.equal(outline);
    });

    it('goes on after a process died in the middle of a sync', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      await content.db('git_operations').insert({
        space_id: space.spaceId,
        id: 'dead',
        direction: 'import',
        state: 'running',
        started_at: content.now,
        leased_until: new Date(content.now.getTime() + 60_000),
      });
      await space.pull({}, 409);
      const { now } = content;
      content.now = new Date(now.getTime() + 61_000);
      await space.pull();
      content.now = now;
    });
  });

  describe('exportToGitRepository', () => {
    it('writes a space to an empty repository, as a clone of it shows', async () => {
      const repository = await server.repository();
      const space = await synced(repository);
      await make.edit(space.admin, space.main, [
        { operation: 'insert_page', title: 'Home', ref: 'home', document: { markdown: '# Home\n' } },
        {
          operation: 'insert_page',
          title: 'Setup *now*',
          description: 'How to: begin',
          document: { markdown: 'Go [home](home.md).\n' },
        },
      ]);
      await space.push();
      expect(await repository.files()).to.deep.equal({
        'SUMMARY.md': '# Table of contents\n\n* [Home](home.md)\n* [Setup \\*now\\*](setup-now.md)\n',
        'home.md': '# Home\n',
        'setup-now.md': '---\ndescription: "How to: begin"\n---\n\nGo [home](home.md).\n',
      });
      expect(await git(repository.bare, 'log', '--format=%an <%ae> %cn%n%B', 'main')).to.match(
        /^Ada <.*@example\.com> Quire\nEdit the guide/,
      );
      const oid = await git(repository.bare, 'rev-parse', 'main');
      expect((await space.revision()).git).to.deep.include({ oid, createdByService: true, createdByGitBook: true });
      const before = await space.revision();
      await space.pull();
      expect((await space.revision()).id, 'nothing comes back').to.equal(before.id);
      await space.push();
      expect(await git(repository.bare, 'rev-parse', 'main'), 'nothing new, no commit').to.equal(oid);
    });

    it('writes what changed and nothing else, byte for byte', async () => {
      const space = await imported();
      const first = await space.pageAt('guides/first');
      await space.write(first.id, '# First\n\nNew.\n');
      await space.push();
      expect(await space.repository.files()).to.deep.equal({
        ...docs,
        '.gitbook/assets/dot.png': dot.toString(),
        'guides/first.md': '# First\n\nNew.\n',
      });
      const log = await git(space.repository.bare, 'log', '--name-status', '--format=%s', 'main');
      expect(log.split('\n').slice(0, 3)).to.deep.equal(['Edit the guide', '', 'M\tguides/first.md']);
    });

    it('writes additions, moves, renames and deletions, and the table of contents anew', async () => {
      const space = await imported();
      const [first, deep] = [await space.pageAt('guides/first'), await space.pageAt('guides/first/deep')];
      await make.edit(space.admin, space.main, [
        { operation: 'update_page', page: deep.id, into: null },
        { operation: 'delete_page', page: first.id },
        { operation: 'update_page', page: deep.id, title: 'Deeper' },
        { operation: 'insert_page', title: 'Extra', document: { markdown: `See [it](/pages/${deep.id}#x).\n` } },
      ]);
      await space.push();
      const files = await space.repository.files();
      expect(Object.keys(files).sort()).to.deep.equal(
        [...Object.keys(docs).filter((path) => path !== 'guides/first.md'), 'extra.md'].sort(),
      );
      expect(files['SUMMARY.md']).to.include('[Deeper](guides/deep.md)').and.to.include('[Extra](extra.md)');
      expect(files['extra.md']).to.equal('See [it](guides/deep.md#x).\n');
      expect(files['package.json']).to.equal(docs['package.json']);
      const before = await space.outline();
      await space.pull();
      expect(await space.outline()).to.deep.equal(before);
    });

    it('lets stand what others changed in the repository, and brings it in afterwards', async () => {
      const space = await imported();
      const first = await space.pageAt('guides/first');
      await space.write(first.id, '# First\n\nOurs.\n');
      await space.repository.commit({ 'guides/deep.md': '# Deep\n\nTheirs.\n', LICENSE: 'Free\n' });
      await space.push();
      const files = await space.repository.files();
      expect(files).to.deep.include({
        'guides/first.md': '# First\n\nOurs.\n',
        'guides/deep.md': '# Deep\n\nTheirs.\n',
        LICENSE: 'Free\n',
      });
      await space.pull();
      expect((await space.pageAt('guides/first/deep')).markdown).to.equal('# Deep\n\nTheirs.\n');
    });

    it('refuses to write over what others changed, unless it is forced', async () => {
      const space = await imported();
      const deep = await space.pageAt('guides/first/deep');
      await space.write(deep.id, '# Deep\n\nOurs.\n');
      const theirs = await space.repository.commit({ 'guides/deep.md': '# Deep\n\nTheirs.\n' });
      const { body } = await space.push({}, 409);
      expect(body.error.message).to.include('guides/deep.md');
      expect(await git(space.repository.bare, 'rev-parse', 'main')).to.equal(theirs);
      await space.push({ force: true });
      expect((await space.repository.files())['guides/deep.md']).to.equal('# Deep\n\nOurs.\n');
      expect(await git(space.repository.bare, 'rev-parse', 'main^')).to.equal(theirs);
    });

    it('does not write over files that it never saw', async () => {
      const repository = await server.repository({ 'home.md': '# Somebody else\n' });
      const space = await synced(repository);
      await make.edit(space.admin, space.main, [
        { operation: 'insert_page', title: 'Home', document: { markdown: '# Home\n' } },
      ]);
      expect((await space.push({}, 409)).body.error.message).to.include('home.md');
    });

    it('begins a branch that does not exist where the default branch is', async () => {
      const space = await imported();
      await space.push({ ref: 'refs/heads/quire/draft', force: true });
      expect(await git(space.repository.bare, 'merge-base', 'main', 'quire/draft')).to.equal(
        await git(space.repository.bare, 'rev-parse', 'main'),
      );
    });

    for (const [when, moment] of [
      ['before the push', 'info/refs?service=git-receive-pack'],
      ['in the middle of the push', 'git-receive-pack'],
    ] as const) {
      it(`tries again when the branch moves ${when}, and gives up when it never rests`, async () => {
        const space = await imported();
        await space.write((await space.pageAt('readme')).id, '# Home\n\nOurs.\n');
        let moves = 0;
        const move = (most: number) => async (request: IncomingMessage) => {
          if (!request.url!.endsWith(`/${moment}`) || moves >= most) return false;
          moves += 1;
          await space.repository.commit({ LICENSE: `Free ${moves}\n` });
          return false;
        };
        server.intercept = move(Number.POSITIVE_INFINITY);
        expect((await space.push({}, 409)).body.error.message).to.include('moved');
        expect(moves).to.equal(3);
        server.intercept = move(4);
        await space.push();
        expect(await space.repository.files()).to.deep.include({
          'README.md': '# Home\n\nOurs.\n',
          LICENSE: 'Free 4\n',
        });
        expect(moves).to.equal(4);
      });
    }

    it('leaves the space as it was when the remote breaks off in the middle of a push; later it works', async () => {
      const space = await imported();
      await space.write((await space.pageAt('readme')).id, '# Home\n\nOurs.\n');
      const before = await space.revision();
      const head = await git(space.repository.bare, 'rev-parse', 'main');
      server.intercept = (request) => {
        if (request.method !== 'POST') return false;
        request.once('data', () => request.socket.destroy());
        return request.url!.endsWith('git-receive-pack');
      };
      const { body } = await space.push({}, 400);
      expect(body.error.message).to.include('broke the connection off');
      server.intercept = undefined;
      expect(await git(space.repository.bare, 'rev-parse', 'main')).to.equal(head);
      expect(await space.revision()).to.deep.equal(before);
      expect((await space.info()).operation).to.deep.include({ state: 'failure', direction: 'export' });
      await space.push();
      expect((await space.repository.files())['README.md']).to.equal('# Home\n\nOurs.\n');
    });

    it('finds its own commit again when only the answer to the push was lost', async () => {
      const space = await imported();
      await space.write((await space.pageAt('readme')).id, '# Home\n\nOurs.\n');
      server.intercept = (request, response) => {
        if (!request.url!.endsWith('/git-receive-pack')) return false;
        response.writeHead = () => {
          request.socket.destroy();
          return response;
        };
        return false;
      };
      await space.push({}, 400);
      server.intercept = undefined;
      const head = await git(space.repository.bare, 'rev-parse', 'main');
      await space.push();
      expect(await git(space.repository.bare, 'rev-parse', 'main')).to.equal(head);
    });

    it('tells why a remote refuses a push', async () => {
      const space = await imported();
      await space.write((await space.pageAt('readme')).id, '# Home\n');
      await git(space.repository.bare, 'config', 'receive.denyUpdates', 'x');
      await (await import('node:fs/promises')).writeFile(
        `${space.repository.bare}/hooks/pre-receive`,
        '#!/bin/sh\nexit 1\n',
        { mode: 0o755 },
      );
      expect((await space.push({}, 400)).body.error.message).to.include('pre-receive hook declined');
    });
  });

  describe('credentials', () => {
    it('are used, and neither kept nor shown', async () => {
      const repository = await server.repository(docs);
      const name = repository.url.slice(server.base.length + 1);
      server.secrets.set(name, 'ada:s3cret/word');
      const space = await synced(repository);
      const url = repository.url.replace('://', '://ada:s3cret%2Fword@');
      expect((await space.pull({}, 400)).body.error.message).to.include('needs credentials');
      const wrong = await space.pull({ url: repository.url.replace('://', '://ada:wr0ng@') }, 400);
      expect(wrong.body.error.message).to.include('refuses these credentials').and.not.to.include('wr0ng');
      await space.pull({ url });
      await space.push({ url });
      const { rows } = await content.db.raw(
        `SELECT row_to_json(t)::text AS row FROM (SELECT to_jsonb(s) AS a FROM spaces s UNION ALL SELECT to_jsonb(b) FROM git_bases b
         UNION ALL SELECT to_jsonb(o) FROM git_operations o UNION ALL SELECT to_jsonb(r) FROM revision_commits r
         UNION ALL SELECT to_jsonb(o) FROM outbox o) t`,
      );
      const kept = JSON.stringify(rows);
      for (const secret of ['s3cret', 'wr0ng', Buffer.from('ada:s3cret/word').toString('base64')])
        expect(kept).not.to.include(secret);
      expect(JSON.stringify(await space.info())).not.to.include('s3cret');
    });
  });

  describe('refusals leave the space as it was', () => {
    const bodies: Record<string, { more: object; path: string }> = {
      'a branch that does not exist': { more: { ref: 'refs/heads/nowhere' }, path: 'body.ref' },
      'a ref that is no ref': { more: { ref: 'main' }, path: 'body.ref' },
      'a ref that leaves its folder': { more: { ref: 'refs/heads/../../x' }, path: 'body.ref' },
      'an address that is none': { more: { url: 'git@example.com:docs.git' }, path: 'body.url' },
      'an address of ssh': { more: { url: 'ssh://example.com/docs.git' }, path: 'body.url' },
      'a private address': { more: { url: 'http://10.0.0.1/docs.git' }, path: 'body.url' },
      'an address with a query': { more: { url: 'http://127.0.0.1/docs.git?token=x' }, path: 'body.url' },
      'a folder above': { more: { repoProjectDirectory: 'a/../..' }, path: 'body.repoProjectDirectory' },
    };
    for (const [what, { more, path }] of Object.entries(bodies)) {
      it(`${what}: 400`, async () => {
        const space = await synced(await server.repository(docs));
        const { body } = await space.pull(more, 400);
        expect(body.error.details[0].path).to.equal(path);
        expect(await space.outline()).to.deep.equal([]);
      });
    }

    for (const [when, method] of [
      ['at once', 'GET'],
      ['in the middle', 'POST'],
    ] as const)
      it(`a repository that leads to a private address ${when}: 400, and nothing is asked there`, async () => {
        const repository = await server.repository(docs);
        const space = await synced(repository);
        server.intercept = (request, response) => {
          if (request.method !== method) return false;
          response.writeHead(307, { location: `http://169.254.169.254${request.url}` }).end();
          return true;
        };
        expect((await space.pull({}, 400)).body.error.details[0].path).to.equal('body.url');
        expect(await space.outline()).to.deep.equal([]);
      });

    it('a remote that says nothing holds nobody up who has gone; the space can be synced at once', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      const leave = new AbortController();
      const hungUp = new Promise<void>((resolve) => {
        server.intercept = (request) => {
          request.socket.once('close', resolve);
          leave.abort();
          return true;
        };
      });
      const left = await space.client
        .post(`${space.main}/git/import`, { url: repository.url, ref }, { signal: leave.signal })
        .then(
          () => false,
          () => true,
        );
      expect(left).to.equal(true);
      await hungUp;
      server.intercept = undefined;
      await eventually(() => space.pull());
      expect(await space.outline()).to.deep.equal(outline);
    });

    it('something that is no repository: 400', async () => {
      const space = await synced(await server.repository(docs));
      server.intercept = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
        return true;
      };
      expect((await space.pull({}, 400)).body.error.message).to.include('does not answer as a git repository');
    });

    it('a repository that does not exist: 400', async () => {
      const space = await synced(await server.repository(docs));
      const { body } = await space.pull({ url: `${server.base}/none.git` }, 400);
      expect(body.error.message).to.include('names no git repository');
    });

    it('an empty repository, and one without Markdown: 400', async () => {
      await (await synced(await server.repository())).pull({}, 400);
      const none = await synced(await server.repository({ 'a.txt': 'x' }));
      expect((await none.pull({}, 400)).body.error.message).to.include('no Markdown');
    });

    it('links and submodules are not followed', async () => {
      const repository = await server.repository(docs);
      const { symlink } = await import('node:fs/promises');
      await symlink('/etc/passwd', `${repository.clone}/secret.md`);
      await repository.commit({ 'SUMMARY.md': `${docs['SUMMARY.md']}* [Secret](secret.md)\n` });
      await git(repository.clone, 'update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},module`);
      await git(repository.clone, 'commit', '-q', '-m', 'A submodule');
      await git(repository.clone, 'push', '-q', 'origin', 'main');
      const space = await synced(repository);
      await space.pull();
      expect(await space.outline()).to.deep.equal(outline);
      await space.write((await space.pageAt('readme')).id, '# Home\n');
      await space.push();
      const tree = await git(repository.bare, 'ls-tree', 'main');
      expect(tree)
        .to.include(`160000 commit ${'a'.repeat(40)}\tmodule`)
        .and.to.include('120000 blob');
    });

    for (const name of ['..', '.git', '.GIT', 'git~1', 'a\\b', 'a\u0007b']) {
      it(`a tree that holds ${JSON.stringify(name)}: 400`, async () => {
        const repository = await server.repository(docs);
        const blob = await git(repository.bare, 'rev-parse', 'main:README.md');
        const tree = await rawTree(repository, [['100644', name, blob]]);
        await pointTo(repository, tree);
        const space = await synced(repository);
        expect((await space.pull({}, 400)).body.error.message).to.match(/path|cannot be read/);
        expect(await space.outline()).to.deep.equal([]);
      });
    }

    it('a tree of trees that unfolds to a billion files: 400', async () => {
      const repository = await server.repository(docs);
      let tree = await git(repository.bare, 'rev-parse', 'main^{tree}');
      for (let level = 0; level < 9; level += 1) {
        tree = await rawTree(
          repository,
          Array.from({ length: 10 }, (_, index) => ['40000', `d${index}`, tree] as const),
        );
      }
      await pointTo(repository, tree);
      const space = await synced(repository);
      expect((await space.pull({}, 400)).body.error.message).to.match(/more than 20000 (files|folders)/);
    });

    it('a repository of more than 50 MiB, and a file that expands to more: 400', async () => {
      const { randomBytes } = await import('node:crypto');
      const large = await synced(
        await server.repository({ 'README.md': '# A\n', a: randomBytes(40 << 20), b: randomBytes(20 << 20) }),
      );
      expect((await large.pull({}, 400)).body.error.message).to.include('larger than 50 MiB');
      const bomb = await synced(await server.repository({ 'README.md': '# A\n', zeros: Buffer.alloc(60 << 20) }));
      expect((await bomb.pull({}, 400)).body.error.message).to.include('a file larger than 50 MiB');
    }).timeout(60_000);

    it('who may not create: 403; a space that is not there: 404', async () => {
      const repository = await server.repository(docs);
      const space = await synced(repository);
      const body = { url: repository.url, ref, commitMessage: 'x' };
      for (const operation of ['import', 'export']) {
        const path = `${space.main}/git/${operation}`;
        await content.as(space.member('review')).post(path, body, { expect: 403 });
        await content.as(make.organization().admin).post(path, body, { expect: 404 });
        await space.client.post(`/v1/spaces/none/git/${operation}`, body, { expect: 404 });
      }
    });
  });

  it('getSpaceGitInfo is 404 until there was a sync', async () => {
    const space = await synced(await server.repository(docs));
    await space.client.get(`${space.main}/git/info`, { expect: 404 });
    await content.as(make.organization().admin).get(`${space.main}/git/info`, { expect: 404 });
  });
});

/** Writes a tree object that git itself would refuse to make. */
async function rawTree(
  { bare }: TestRepository,
  entries: readonly (readonly [mode: string, name: string, oid: string])[],
): Promise<string> {
  const { writeFile, rm } = await import('node:fs/promises');
  const bytes = Buffer.concat(
    entries.map(([mode, name, oid]) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])),
  );
  await writeFile(`${bare}/raw-tree`, bytes);
  const oid = await git(bare, 'hash-object', '-t', 'tree', '--literally', '-w', 'raw-tree');
  await rm(`${bare}/raw-tree`);
  return oid;
}

async function pointTo({ bare }: TestRepository, tree: string): Promise<void> {
  const commit = await git(bare, 'commit-tree', tree, '-m', 'Hostile');
  await git(bare, 'update-ref', 'refs/heads/main', commit);
}
