import { atLeast, type Principal } from '@quire/runtime';
import type { Content } from '../../context.js';
import { levelOn } from '../../policies/level.js';
import { findForeignTargets, type ForeignTarget, type LinkedPages, type LinkTargets } from '../../tables/link.js';
import { findRevisions, type RevisionRow } from '../../tables/revision.js';
import { findSeenSpaces, type SeenSpace } from '../../tables/space.js';
import type { FileRecord } from '../files/file-record.js';
import { allEntries, getEntry } from '../merkle/merkle-map.js';
import type { PageRecord } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';
import type { ContentReader } from '../store/content-store.js';
import { linkKey, linkSets } from './index-links.js';

/** Another space that the caller may see, with its main content. */
export interface ForeignSpace {
  space: SeenSpace;
  revision: RevisionRow;
}

export interface Linked {
  targets: LinkTargets;
  /** By id: the other spaces that links lead to, and that the caller may see. */
  spaces: ReadonlyMap<string, ForeignSpace>;
}

/** Trees do not change, nor do their links; what is here was kept. */
const linkedPages = new WeakMap<PageTree, LinkedPages>();

/** The pages of a revision with what is known about their links, which is then kept. */
export async function linkedPagesOf(reader: ContentReader, pages: string, { db }: Pick<Content, 'db'>) {
  const tree = await reader.tree(pages);
  let linked = linkedPages.get(tree);
  if (!linked) {
    const ids = [...tree.ids()];
    const records = ids.map((id) => tree.need(id));
    const known = await linkSets(db, reader, records);
    linked = { ids, sets: records.map((record) => setOf(record, known)) };
    linkedPages.set(tree, linked);
  }
  return linked;
}

const setOf = (page: PageRecord, known: ReadonlyMap<string, string>) => known.get(linkKey(page) ?? '') ?? null;

/**
 * What the links of a revision may lead to. A space that the caller may not see, or one of an organization where they have
 * not signed on, is none: they are not told that it exists.
 */
export async function linkTargets(
  { space, revision, reader }: { space: SeenSpace; revision: RevisionRow; reader: ContentReader },
  principal: Principal,
  context: Content,
): Promise<Linked> {
  const { db, links } = context;
  const pages = await linkedPagesOf(reader, revision.pages, context);
  const named = await findForeignTargets(db, pages, space.id);
  const spaces = await visibleSpaces([...new Set(named.map(({ space_id }) => space_id))], principal, context);
  const found = await Promise.all(
    named.map(async (target) => {
      const there = spaces.get(target.space_id);
      const page = there && (await findTarget(target, there.revision, reader));
      return page ? { target, ...page } : undefined;
    }),
  );
  const existing = found.filter((item) => item !== undefined);
  const sets = await linkSets(
    db,
    reader,
    existing.flatMap(({ page }) => page ?? []),
  );
  return {
    spaces,
    targets: {
      spaceId: space.id,
      pages,
      files: (await allEntries<FileRecord>(reader, revision.files)).map(([id]) => id),
      foreign: existing.map(({ target, page }) => ({ ...target, set: page ? setOf(page, sets) : null })),
      publicUrl: links.publicUrl,
    },
  };
}

async function visibleSpaces(
  ids: readonly string[],
  principal: Principal,
  { db }: Content,
): Promise<Map<string, ForeignSpace>> {
  if (ids.length === 0) return new Map();
  const seen = (await findSeenSpaces(db, ids, principal)).filter((row) => atLeast(levelOn(principal, row), 'read'));
  const revisions = new Map(
    (
      await findRevisions(
        db,
        seen.map((row) => row.revision_id),
      )
    ).map((row) => [row.id, row]),
  );
  return new Map(
    seen.flatMap((row) => {
      const revision = revisions.get(row.revision_id);
      return revision ? [[row.id, { space: row, revision }] as const] : [];
    }),
  );
}

/** Undefined for what does not exist; the record of a page that does. */
async function findTarget(
  { kind, target_id }: ForeignTarget,
  { pages, files }: RevisionRow,
  reader: ContentReader,
): Promise<{ page?: PageRecord } | undefined> {
  if (kind === 'space') return {};
  if (target_id === null) return undefined;
  if (kind === 'file') return (await getEntry<FileRecord>(reader, files, target_id)) ? {} : undefined;
  const page = (await reader.tree(pages)).get(target_id);
  return page && { page };
}
