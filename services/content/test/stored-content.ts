import { expect } from 'chai';
import { linkKey } from '../src/domain/links/index-links.js';
import { allEntries, emptyMap } from '../src/domain/merkle/merkle-map.js';
import type { FileRecord } from '../src/domain/files/file-record.js';
import type { PageRecord } from '../src/domain/pages/page-record.js';
import { ContentStore } from '../src/domain/store/content-store.js';
import type { ContentFixture } from './content-service.js';

/** What is stored by hash, each kind in order. */
export interface Stored {
  nodes: string[];
  documents: string[];
  sections: string[];
  links: string[];
  bytes: string[];
}

const listed = (hashes: Iterable<string>) => [...new Set(hashes)].sort();

/** Everything that is stored, whether somebody uses it or not. */
export async function allStored({ db, files }: ContentFixture): Promise<Stored> {
  const bytes: string[] = [];
  for (let from: string | undefined, isMore = true; isMore; isMore = from !== undefined) {
    const some = await files.list('files/', from);
    bytes.push(...some.keys.map((key) => key.slice('files/'.length)));
    from = some.next;
  }
  return {
    nodes: listed(await db('nodes').pluck('hash')),
    documents: listed(await db('documents').pluck('hash')),
    sections: listed(await db('sections').pluck('page_key')),
    links: listed(await db('link_sets').pluck('key')),
    bytes: listed(bytes),
  };
}

/** Reads all that any revision holds, and says what that is; what cannot be read fails. */
export async function allReachable({ db, files }: ContentFixture): Promise<Stored> {
  const stored = new ContentStore().reader(db);
  const used = { nodes: new Set<string>(), documents: new Set<string>(), links: new Set<string>() };
  const bytes = new Set<string>();
  const reader = {
    load: (hash: string) => {
      used.nodes.add(hash);
      return stored.load(hash);
    },
  };
  for (const { pages, shown, files: fileMap } of await db('revisions').select('pages', 'shown', 'files')) {
    for (const root of [pages, shown ?? pages])
      for (const [, page] of root === emptyMap ? [] : await allEntries<PageRecord>(reader, root)) {
        if (page.references !== undefined) await reader.load(page.references);
        if (page.document !== undefined) {
          used.documents.add(page.document);
          await stored.markdown(page.document);
        }
        const key = linkKey(page);
        if (key !== undefined) used.links.add(key);
      }
    for (const [, file] of fileMap === emptyMap ? [] : await allEntries<FileRecord>(reader, fileMap)) {
      bytes.add(file.sha256);
      expect(await files.has(`files/${file.sha256}`)).to.equal(true);
    }
  }
  // Of what is not on main, links are kept only when somebody has listed them.
  const links = await db('link_sets')
    .whereIn('key', [...used.links])
    .pluck('key');
  const sections = await db('main_pages').pluck('page_key');
  expect(await db('sections').whereIn('page_key', sections).distinct().pluck('page_key')).to.have.length(
    new Set(sections).size,
  );
  return {
    nodes: listed(used.nodes),
    documents: listed(used.documents),
    sections: listed(sections),
    links: listed(links),
    bytes: listed(bytes),
  };
}
