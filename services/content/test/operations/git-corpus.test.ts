import type { Page } from '@quire/contract';
import { corpus } from '@quire/testing';
import { expect } from 'chai';
import { readArchive } from '../../src/import/archive.js';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { git, gitServer, hasGit } from '../git-server.js';

const ref = 'refs/heads/main';

(hasGit() ? describe : describe.skip)('git, with real documentation', () => {
  const content = contentService();
  const make = factories(content);
  const server = gitServer();

  for (const name of ['elsa-docs', 'rust-book']) {
    it(`${name} comes in, goes out to another repository byte for byte, and an edit changes one file`, async function () {
      const path = corpus(`${name}.zip`);
      if (path === undefined) return this.skip();
      const archive = await readArchive(path);
      const files: Record<string, Buffer> = {};
      for (const entry of archive.entries) files[entry.path] = await entry.read();
      archive.close();
      const source = await server.repository(files);
      const { id, admin } = make.organization();
      const main = `/v1/spaces/${(await make.space(admin, id)).id}`;
      const client = content.as(admin);
      const sync = (operation: 'import' | 'export', url: string) =>
        client.post(`${main}/git/${operation}`, { url, ref, commitMessage: 'Edit' }, { expect: 204 });
      await sync('import', source.url);

      const revision = (await client.get(`${main}/content`, { expect: 200 })).body;
      const documents = flat(revision.pages).filter((page) => page.type === 'document');
      const tree = new Map(
        (await git(source.bare, 'ls-tree', '-r', '-z', 'main')).split('\0').map((line) => {
          const [, , oid = '', file = ''] = /^(\S+ \S+) (\S+)\t(.*)$/s.exec(line) ?? [];
          return [file, oid];
        }),
      );
      for (const page of documents)
        expect(page.git, page.title).to.deep.equal({ path: page.git!.path, oid: tree.get(page.git!.path) });
      for (const { git: known } of revision.files) expect(known.oid, known.path).to.equal(tree.get(known.path));

      const other = await server.repository();
      await sync('export', other.url);
      const written = await other.files();
      for (const page of documents)
        expect(written[page.git!.path], page.git!.path).to.equal(files[page.git!.path]!.toString());

      await sync('export', source.url);
      const edited = documents[5]!;
      const changes = [
        {
          operation: 'update_page',
          page: edited.id,
          document: { markdown: `${files[edited.git!.path]!.toString()}\nMore.\n` },
        },
      ];
      await client.post(`${main}/content`, { changes }, { expect: 200 });
      await sync('export', source.url);
      const changed = await git(source.bare, 'diff', '--name-only', 'main~1', 'main');
      expect(changed).to.equal(edited.git!.path);
    }).timeout(120_000);
  }
});

const flat = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...('pages' in page ? flat(page.pages) : [])]);
