import { fileURLToPath } from 'node:url';
import type { Page } from '@quire/contract';
import { corpus } from '@quire/testing';
import { expect } from 'chai';
import { flatten, playMainJob } from '../../demo/main-job.js';
import { readArchive } from '../../demo/archive.js';
import { filesIn } from '../support/unzip.js';
import { mode, world } from '../support/world.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const silent = { done: () => undefined, wait: <T>(_what: string, work: Promise<T>) => work };

const documentation = [
  { name: "Quire's own documentation", path: `${root}docs` },
  { name: 'elsa-docs (GitBook)', path: corpus('elsa-docs.zip'), pages: 150, summary: 'SUMMARY.md' },
  { name: 'rust-book (mdBook)', path: corpus('rust-book.zip'), pages: 100, summary: 'src/SUMMARY.md' },
];

describe(`the main job, ${mode}`, function () {
  this.timeout(120_000);
  const quire = world();

  for (const { name, path, pages = 10, summary } of documentation) {
    it(`${name}: goes in, is edited, merged, searched and read back`, async function () {
      if (path === undefined) return this.skip();
      const archive = await readArchive(path);
      const job = await playMainJob(quire.api, archive, silent);
      const texts = job.pages.filter((page) => page.type === 'document');
      expect(texts.length, 'pages of text').to.be.at.least(pages);
      expect(job.imported.importedResources).to.be.at.least(texts.length);
      expect(job.inserted).to.include({ type: 'document', title: 'A xylotheque' });
      expect(job.conflict.kind).to.equal('document');

      const files = await filesIn(archive.bytes);
      const current = await quire.api.get<{ pages: Page[] }>(`/v1/spaces/${job.space.id}/content/pages`, {
        expect: 200,
      });
      const originals = new Map(
        [...files].filter(([file]) => file.endsWith('.md')).map(([, bytes]) => [bytes.toString(), true]),
      );
      let untouched = 0;
      for (const page of flatten(current.body.pages).filter(({ type }) => type === 'document')) {
        const { body } = await quire.api.get(`/v1/spaces/${job.space.id}/content/page/${page.id}`, {
          query: { format: 'markdown' },
          expect: 200,
        });
        if (originals.has(body.markdown)) untouched += 1;
      }
      // Touched were: the one edited on both sides, the one that main edited, and the one that was added; one was deleted.
      expect(untouched, 'pages that come back byte for byte').to.equal(texts.length - 3);
      if (summary !== undefined) {
        const titles = [
          ...files
            .get(summary)!
            .toString()
            .matchAll(/\[(.+?)\]\([^)]*\.md\)/g),
        ].map((match) => match[1]!.replaceAll('\\', ''));
        const imported = texts.map((page) => page.title);
        expect(imported.slice(0, 20), 'titles in the order of SUMMARY.md').to.deep.equal(plain(titles).slice(0, 20));
      }
      const images = job.files.filter((file) => file.contentType.startsWith('image/'));
      const [image] = images.filter((file) => file.dimensions);
      if (image) {
        const bytes = Buffer.from(await (await fetch(image.downloadURL)).arrayBuffer());
        expect(
          [...files.values()].some((original) => original.equals(bytes)),
          `${image.name} comes back byte for byte`,
        ).to.equal(true);
      }
    });
  }
});

/** Titles without the Markdown in them. */
const plain = (titles: string[]) => titles.map((title) => title.replaceAll('`', ''));
