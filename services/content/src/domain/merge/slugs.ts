import { MAX_SLUG_LENGTH } from '../../markdown/limits.js';
import type { PageRecord } from '../pages/page-record.js';
import type { Sides } from './sides.js';

/** The slug, or the slug with the smallest number from 2 on that is free; it stays as short as a slug must be. */
export function freeSlug(slug: string, taken: (candidate: string) => boolean): string {
  if (!taken(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    // Cut between characters: half a surrogate pair is none.
    const short = slug.slice(0, MAX_SLUG_LENGTH - suffix.length).replace(/[\uD800-\uDBFF]$/, '');
    const candidate = `${short}${suffix}`;
    if (!taken(candidate)) return candidate;
  }
}

/**
 * Gives the change request's page a numbered slug where the merge put two siblings of one slug together. Neither side has
 * such a pair by itself, so only changed pages can meet, unless a page got its place from one side and its slug from the
 * other: then all its siblings are read.
 */
export async function separateSlugs(sides: Sides, merged: Map<string, PageRecord>): Promise<void> {
  const changedAt = new Map<string, number>();
  const place = ({ parent, slug }: PageRecord) => `${parent}/${slug}`;
  for (const page of merged.values()) changedAt.set(place(page), (changedAt.get(place(page)) ?? 0) + 1);
  const from = (side: PageRecord | undefined, page: PageRecord) => side !== undefined && place(side) === place(page);

  for (const id of [...merged.keys()].sort()) {
    const page = merged.get(id)!;
    const { ours, theirs } = await sides.versions(id);
    if (page.type === 'root' || from(theirs, page)) continue;
    if (from(ours, page) && changedAt.get(place(page)) === 1) continue;
    const siblings = merged.get(page.parent)?.children ?? (await sides.versions(page.parent)).base!.children;
    const others = siblings.filter((other) => other !== id);
    const slugs = new Set(
      await Promise.all(others.map(async (other) => (merged.get(other) ?? (await sides.versions(other)).base!).slug)),
    );
    merged.set(id, { ...page, slug: freeSlug(page.slug, (candidate) => slugs.has(candidate)) });
  }
}
