import { contract } from '@quire/contract';
import { notFound, operation, type Principal } from '@quire/runtime';
import type { Content } from '../../context.js';
import { type ContentAt, contentAt } from '../../domain/content-at.js';
import { addressesAround, parseContentUrl } from '../../domain/content-url.js';
import { viewPage } from '../../domain/pages/page-view.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { presentCollection } from '../../present/collection.js';
import { presentPage } from '../../present/page.js';
import { presentSpace } from '../../present/space.js';
import { findSpaceOfChangeRequest } from '../../tables/change-request.js';
import { findCollection } from '../../tables/collection.js';
import { findSpacesAt } from '../../tables/site.js';
import { findSeenSpaces } from '../../tables/space.js';

export const getContentByUrl = operation(
  contract.getContentByUrl,
  async ({ query: { url }, principal }, context: Content) => {
    const { db, links } = context;
    const named = parseContentUrl(url, links.publicUrl);
    if (named === undefined) return readPlace(await findPublished(url, principal, context), principal, context);
    if ('collectionId' in named) {
      const row = authorize(principal, 'read', await findCollection(db, named.collectionId, principal), 'collection');
      return { collection: presentCollection(row, levelOn(principal, row), links) };
    }
    const spaceId = named.spaceId ?? (await findSpaceOfChangeRequest(db, named.changeRequestId ?? ''));
    if (spaceId === undefined) throw notFound('content');
    return readPlace({ ...named, spaceId }, principal, context);
  },
);

interface Place {
  spaceId: string;
  changeRequestId?: string;
  pageId?: string;
  pagePath?: string;
}

async function readPlace(place: Place, principal: Principal, context: Content) {
  const at = await contentAt(place, principal, context);
  const { space, changeRequest } = at;
  const found = await findPage(place, at);
  return {
    space: presentSpace(space, levelOn(principal, space), context.links),
    ...(changeRequest ? { changeRequest: presentChangeRequest(changeRequest, context.links) } : {}),
    ...(found ? { page: presentPage(found.id, { spaceId: space.id, view: found.view, links: context.links }) } : {}),
  };
}

async function findPage({ pageId, pagePath }: Place, { reader, revision }: ContentAt) {
  if (pageId !== undefined) {
    const view = await viewPage(reader, revision.pages, pageId);
    if (!view) throw notFound('page');
    return { id: pageId, view };
  }
  if (pagePath === undefined) return undefined;
  const view = await reader.tree(revision.pages);
  const id = view.byPath(pagePath.replace(/^\/+|\/+$/g, ''));
  if (id === undefined) throw notFound('page');
  return { id, view };
}

/** The place of a published page: of the spaces at the addresses around it, the deepest that the caller may see. */
async function findPublished(url: string, principal: Principal, { db }: Content): Promise<Place> {
  const around = [...addressesAround(url)];
  const found = await findSpacesAt(
    db,
    around.map(({ address }) => address),
  );
  const spaces = await findSeenSpaces(db, [...found.values()], principal);
  const seen = new Set(spaces.filter((space) => levelOn(principal, space) !== null).map(({ id }) => id));
  for (const { address, rest } of around) {
    const spaceId = found.get(address);
    if (spaceId !== undefined && seen.has(spaceId)) return { spaceId, ...(rest === '' ? {} : { pagePath: rest }) };
  }
  throw notFound('content');
}
