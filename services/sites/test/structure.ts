import { expect } from 'chai';
import type { factories } from './sites-service.js';

type Site = Awaited<ReturnType<ReturnType<typeof factories>['site']>>;

export interface SpaceItem {
  id: string;
  title: string;
  path: string;
  section?: string;
  default: boolean;
  urls: { published?: string };
}

export interface SectionItem {
  id: string;
  title: string;
  path: string;
  default: boolean;
  sectionGroup?: string;
  siteSpaces: SpaceItem[];
  urls: { published?: string };
}

export interface GroupItem {
  id: string;
  title: string;
  sections: SectionItem[];
}

/** Everything that the lists of a site tell, whole. */
export async function readSite({ admin, path }: Pick<Site, 'admin' | 'path'>) {
  const all = async (list: string) =>
    (await admin.get(`${path}/${list}`, { query: { limit: 1000 }, expect: 200 })).body;
  return {
    siteSpaces: (await all('site-spaces')).items as SpaceItem[],
    sections: (await all('sections')).items as SectionItem[],
    groups: (await all('section-groups')).items as GroupItem[],
    structure: (await all('structure')) as { type: string; structure: (SectionItem | GroupItem)[] },
  };
}

/** What holds for every site, whatever was done to it. */
export async function expectConsistent(site: Pick<Site, 'admin' | 'path'>): Promise<void> {
  const { siteSpaces, sections, groups, structure } = await readSite(site);
  expect(unique(siteSpaces.map(({ id }) => id)), 'spaces twice').to.equal(true);
  expect(siteSpaces.filter((each) => each.default)).to.have.length(siteSpaces.length > 0 ? 1 : 0);
  expect(sections.filter((each) => each.default)).to.have.length(sections.length > 0 ? 1 : 0);
  expect(unique(sections.map(({ path }) => path)), 'paths of sections').to.equal(true);
  for (const { siteSpaces: own, id } of sections) {
    expect(unique(own.map(({ path }) => path)), 'paths in a section').to.equal(true);
    expect(own.every(({ section }) => section === id)).to.equal(true);
  }
  if (sections.length > 0) {
    expect(sections.flatMap((each) => each.siteSpaces.map(({ id }) => id))).to.deep.equal(
      siteSpaces.map(({ id }) => id),
    );
    expect(sections.find((each) => each.default)!.siteSpaces.some((each) => each.default)).to.equal(
      siteSpaces.length > 0,
    );
  } else {
    expect(siteSpaces.every(({ section }) => section === undefined)).to.equal(true);
    expect(unique(siteSpaces.map(({ path }) => path)), 'paths of spaces').to.equal(true);
  }
  const grouped = groups.flatMap(({ id, sections: own }) => own.map((each) => [each.id, id]));
  expect(sections.flatMap(({ id, sectionGroup }) => (sectionGroup ? [[id, sectionGroup]] : []))).to.have.deep.members(
    grouped,
  );
  const walked = structure.structure.flatMap((item) => ('sections' in item ? item.sections : [item]));
  const expected = sections.length > 0 ? sections : siteSpaces;
  expect(walked.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id));
  const addresses = siteSpaces.flatMap(({ urls }) => urls.published ?? []);
  expect(unique(addresses), 'addresses').to.equal(true);
}

const unique = (values: readonly string[]) => new Set(values).size === values.length;
