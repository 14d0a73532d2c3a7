import type { RevisionPage } from '../clients/published-content.js';
import type { TreeSection, TreeSiteSpace } from '../domain/tree.js';
import type { Resolve } from '../render/phrases.js';
import { emojiCharacters } from './emoji.js';
import type { Choice, NavigationItem, WebLink } from './page-model.js';
import { type Entrance, pageHref, type Place, spaceHref } from './place.js';

/** A table of contents with more entries holds below each page only what leads to the current one. */
const mostEntries = 600;

/** The table of contents around a page; without one, nothing in it is current. */
export function navigationOf(place: Place, resolve: Resolve, current?: RevisionPage): NavigationItem[] {
  const { index } = place;
  const onTheWay = new Set(current ? [...index.ancestors(current), current].map(({ id }) => id) : []);
  const isLarge = index.all.length > mostEntries;
  const itemOf = (page: RevisionPage): NavigationItem[] => {
    if (page.hidden) return [];
    const { title, type, id } = page;
    const emoji = emojiCharacters(page.emoji);
    const isOpen = onTheWay.has(id);
    const isComplete = !isLarge || isOpen || type === 'group';
    const children = isComplete ? index.children(id).flatMap(itemOf) : [];
    const base = { title, emoji, isCurrent: id === current?.id, isOpen, children };
    if (type === 'document') return [{ ...base, href: pageHref(place, page) }];
    if (type === 'group') return children.length > 0 ? [base] : [];
    const target = resolve(page.target ?? {});
    return target ? [{ ...base, href: target.href, isExternal: page.target?.kind === 'url' }] : [];
  };
  return index.children().flatMap(itemOf);
}

export const breadcrumbsOf = (place: Place, page: RevisionPage): WebLink[] =>
  place.index.ancestors(page).map((above) => ({
    title: above.title,
    href: above.type === 'document' ? pageHref(place, above) : '',
  }));

/** The sections of a site and, of the current one, the spaces that stand for each other. */
export function choicesOf(entrance: Entrance, current: TreeSiteSpace): { sections: Choice[]; variants: Choice[] } {
  const { tree, spaces } = entrance.snapshot;
  const isHere = ({ section_id }: TreeSiteSpace) => section_id === current.section_id;
  const sectionChoice = ({ id, title, lead }: TreeSection): Choice[] =>
    lead ? [{ title, href: spaceHref(entrance, lead), isCurrent: id === current.section_id }] : [];
  const variantChoice = (siteSpace: TreeSiteSpace): Choice[] => {
    const facts = siteSpace.shown && isHere(siteSpace) ? spaces.get(siteSpace.space_id) : undefined;
    if (!facts) return [];
    return [{ title: facts.title, href: spaceHref(entrance, siteSpace), isCurrent: siteSpace.id === current.id }];
  };
  return { sections: tree.sections.flatMap(sectionChoice), variants: tree.siteSpaces.flatMap(variantChoice) };
}
