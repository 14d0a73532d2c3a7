import { type Db, invalid } from '@quire/runtime';
import { findRevision } from '../../tables/revision.js';
import type { PagesOf } from './revert-page.js';

/** Finds the page map of a revision of the space that a revert names; without a name that of `fallback`. */
export function pagesOfRevision(db: Db, spaceId: string, fallback: string | undefined): PagesOf {
  return async (named, path) => {
    const id = named ?? fallback;
    const revision = id === undefined ? undefined : await findRevision(db, id);
    if (revision?.space_id === spaceId) return revision.pages;
    throw invalid([
      {
        path,
        message:
          id === undefined ? 'is required: there is no earlier revision' : `there is no revision ${id} in this space`,
      },
    ]);
  };
}
