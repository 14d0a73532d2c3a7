import { events } from '@quire/contract';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { factories, publicUrl, sitesService, spaceTold } from '../sites-service.js';
import { expectConsistent, readSite, type SectionItem } from '../structure.js';

describe('site sections', () => {
  const sites = sitesService();
  const { organization, space, site: flatSite } = factories(sites);

  /** A site with a section per title, and the sections. */
  const site = async (...titles: string[]) => {
    const made = await flatSite();
    const sections: SectionItem[] = [];
    for (const title of titles) sections.push(await addSection(made, title));
    return { ...made, sections };
  };
  type Made = Awaited<ReturnType<typeof flatSite>>;
  const addSection = async ({ admin, path, organizationId }: Made, title: string): Promise<SectionItem> => {
    const { space: spaceId } = await space(organizationId, { title });
    return (await admin.post(`${path}/sections`, { spaceId }, { expect: 201 })).body;
  };
  const titlesOf = async (made: Made) => (await readSite(made)).sections.map(({ title }) => title);

  describe('addSectionToSite', () => {
    it('answers with the section and its space', async () => {
      const made = await flatSite();
      const { admin, path, organizationId, id } = made;
      const { space: spaceId } = await space(organizationId, { title: 'Deep Dive' });
      const { body, headers } = await admin.post(`${path}/sections`, { spaceId, title: 'API & SDKs' }, { expect: 201 });
      expect(headers.get('location')).to.equal(`${publicUrl}${path}/sections/${body.id}`);
      const { siteSpaces, ...rest } = body;
      expect(rest).to.deep.equal({
        object: 'site-section',
        id: body.id,
        title: 'API & SDKs',
        path: 'api-sdks',
        default: true,
        urls: {},
      });
      expect(siteSpaces).to.have.length(1);
      expect(siteSpaces[0]).to.include({ path: 'deep-dive', section: body.id, title: 'Deep Dive', default: true });
      const told = (await outboxEvents(sites.db)).findLast(({ type }) => type === events.siteSpaceAdded.type);
      expect(told!.data).to.deep.include({ site: id, section: body.id, space: spaceId });
      await expectConsistent(made);
    });

    it('takes the spaces of a flat site into its first section, with their default', async () => {
      const made = await flatSite('A', 'B');
      const { admin, path, listed } = made;
      const [, b] = (await listed()).items;
      await admin.patch(path, { defaultSiteSpace: b.id }, { expect: 200 });
      const section = await addSection(made, 'A');
      expect(section.siteSpaces.map((each) => [each.title, each.path, each.default])).to.deep.equal([
        ['A', 'a', false],
        ['B', 'b', true],
        ['A', 'a-2', false],
      ]);
      const told = (await outboxEvents(sites.db)).filter(({ subject }) => subject === b.id);
      expect(told.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
        [events.siteSpaceAdded.type, 1],
        [events.siteSpaceUpdated.type, 2],
      ]);
      expect(told[1]!.data).to.include({ section: section.id });
      await expectConsistent(made);
    });

    it('numbers paths, and falls back where a title gives none or is too short', async () => {
      const made = await site('Guide', 'guide!', '🚀', 'X');
      const named = (await readSite(made)).sections.map(({ title, path }) => [title, path]);
      expect(named).to.deep.equal([
        ['Guide', 'guide'],
        ['guide!', 'guide-2'],
        ['Section', 'section'],
        ['Section', 'section-2'],
      ]);
    });

    it('refuses a space that is on the site, and does not find one of another organization', async () => {
      const { admin, path, sections, organizationId } = await site('Guide');
      const present = sections[0]!.siteSpaces[0] as unknown as { space: { id: string } };
      await admin.post(`${path}/sections`, { spaceId: present.space.id }, { expect: 409 });
      await admin.post(`${path}/sections`, { spaceId: (await space(await organization())).space }, { expect: 404 });
      const { space: spaceId } = await space(organizationId);
      await admin.post(`${path}/sections`, { spaceId, title: 'x'.repeat(65) }, { expect: 400 });
      await admin.post(`${path}/sections`, {}, { expect: 400 });
    });

    it('makes one sectioned site of a flat one, however many sections come at once', async () => {
      const made = await flatSite('A', 'B');
      const spaces = await Promise.all(Array.from({ length: 20 }, () => space(made.organizationId)));
      const adding = spaces.map(({ space: spaceId }, index) => {
        const list = index % 2 === 0 ? 'sections' : 'site-spaces';
        return made.admin.post(`${made.path}/${list}`, { spaceId }, { expect: 201 });
      });
      await Promise.all(adding);
      const { siteSpaces, sections } = await readSite(made);
      expect([siteSpaces.length, sections.length]).to.deep.equal([22, 10]);
      await expectConsistent(made);
    });
  });

  describe('addSpaceToSite', () => {
    it('puts spaces into the default section unless told which; paths are those of the section', async () => {
      const made = await site('One', 'Two');
      const { admin, path, organizationId, sections } = made;
      const add = async (sectionId?: string) => {
        const { space: spaceId } = await space(organizationId, { title: 'Two' });
        return (await admin.post(`${path}/site-spaces`, { spaceId, sectionId }, { expect: 201 })).body;
      };
      expect(await add()).to.include({ section: sections[0]!.id, path: 'two' });
      expect(await add(sections[1]!.id)).to.include({ section: sections[1]!.id, path: 'two-2' });
      await expectConsistent(made);
    });
  });

  describe('listSiteSections', () => {
    it('pages in the order of the site', async () => {
      const { admin, path } = await site('AA', 'BB', 'CC');
      const first = (await admin.get(`${path}/sections`, { query: { limit: 2 }, expect: 200 })).body;
      expect([first.count, first.items.length]).to.deep.equal([3, 2]);
      const { page } = first.next;
      const last = (await admin.get(`${path}/sections`, { query: { limit: 2, page }, expect: 200 })).body;
      expect(last.items.map(({ title }: SectionItem) => title)).to.deep.equal(['CC']);
      expect(last).not.to.have.property('next');
      await admin.get(`${path}/sections`, { query: { page: 'WzFd' }, expect: 400 });
      await admin.get(`${path.slice(0, -1)}0/sections`, { expect: 404 });
    });
  });

  describe('updateSiteSectionById', () => {
    it('changes what is given and removes what is null', async () => {
      const { admin, path, sections } = await site('Guide');
      const one = `${path}/sections/${sections[0]!.id}`;
      const all = {
        title: 'Manual',
        path: 'manual',
        condition: 'visitor.claims.beta',
        icon: 'book',
        description: 'All of it',
      };
      expect((await admin.patch(one, all, { expect: 200 })).body).to.include(all);
      expect((await admin.patch(one, {}, { expect: 200 })).body).to.include(all);
      const { body } = await admin.patch(one, { condition: null, icon: null, description: null }, { expect: 200 });
      expect(body).not.to.have.any.keys('condition', 'icon', 'description');
      expect(body).to.include({ title: 'Manual', path: 'manual' });
    });

    it('refuses paths that are taken or none, and fails on another state than the caller relied on', async () => {
      const { admin, path, sections } = await site('Guide', 'Manual');
      const one = `${path}/sections/${sections[0]!.id}`;
      await admin.patch(one, { path: 'manual' }, { expect: 409 });
      for (const bad of ['', 'a/b', '..', '~', 'a b', 'x'.repeat(101)]) {
        const { body } = await admin.patch(one, { path: bad }, { expect: 400 });
        expect(body.error.details[0].path).to.equal('body.path');
      }
      for (const bad of [
        { title: 'x' },
        { condition: '' },
        { condition: 'process.exit()' },
        { description: 'x'.repeat(257) },
        { icon: 5 },
      ]) {
        await admin.patch(one, bad, { expect: 400 });
      }
      await admin.patch(one, { title: 'Other' }, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.patch(`${path}/sections/none`, { title: 'Other' }, { expect: 404 });
    });

    it('chooses the space that leads, of this section only', async () => {
      const made = await site('One', 'Two');
      const { admin, path, organizationId, sections } = made;
      const { space: spaceId } = await space(organizationId, { title: 'Variant' });
      const { body: added } = await admin.post(`${path}/site-spaces`, { spaceId }, { expect: 201 });
      const one = `${path}/sections/${sections[0]!.id}`;
      const { body } = await admin.patch(one, { defaultSiteSpace: added.id }, { expect: 200 });
      expect(body.siteSpaces.map((each: { default: boolean }) => each.default)).to.deep.equal([false, true]);
      await admin.patch(one, { defaultSiteSpace: sections[1]!.siteSpaces[0]!.id }, { expect: 404 });
      await expectConsistent(made);
    });
  });

  describe('updateSiteById', () => {
    it('chooses the default section, or the section of the default space', async () => {
      const made = await site('One', 'Two');
      const { admin, path, sections } = made;
      const [one, two] = sections as [SectionItem, SectionItem];
      const defaults = async () => (await readSite(made)).siteSpaces.filter((each) => each.default).map(({ id }) => id);
      await admin.patch(path, { defaultSiteSection: two.id }, { expect: 200 });
      expect(await defaults()).to.deep.equal([two.siteSpaces[0]!.id]);
      await admin.patch(path, { defaultSiteSpace: one.siteSpaces[0]!.id }, { expect: 200 });
      expect(await defaults()).to.deep.equal([one.siteSpaces[0]!.id]);
      const both = { defaultSiteSection: two.id, defaultSiteSpace: one.siteSpaces[0]!.id };
      await admin.patch(path, both, { expect: 400 });
      await admin.patch(path, { defaultSiteSection: 'none' }, { expect: 404 });
      expect(await defaults()).to.deep.equal([one.siteSpaces[0]!.id]);
      await expectConsistent(made);
    });
  });

  describe('moveSiteSection', () => {
    it('puts a section before or after another, or at the end', async () => {
      const made = await site('AA', 'BB', 'CC');
      const { admin, path, sections } = made;
      const ids = sections.map(({ id }) => id);
      const move = (id: string, position?: object) =>
        admin.post(`${path}/sections/${id}/move`, position && { position }, { expect: 200 });
      const beside = (id: string) => ({ type: 'site-section', siteSection: id });
      await move(ids[2]!, { before: beside(ids[0]!) });
      expect(await titlesOf(made)).to.deep.equal(['CC', 'AA', 'BB']);
      await move(ids[2]!, { after: beside(ids[0]!) });
      expect(await titlesOf(made)).to.deep.equal(['AA', 'CC', 'BB']);
      await move(ids[0]!);
      expect(await titlesOf(made)).to.deep.equal(['CC', 'BB', 'AA']);
      expect((await readSite(made)).sections.find((each) => each.default)!.title).to.equal('AA');
    });

    it('does not find a neighbour on another site', async () => {
      const { admin, path, sections } = await site('AA');
      const other = await site('BB');
      const beside = { type: 'site-section', siteSection: other.sections[0]!.id };
      const move = `${path}/sections/${sections[0]!.id}/move`;
      await admin.post(move, { position: { before: beside } }, { expect: 404 });
      await admin.post(move, { position: { before: beside, after: beside } }, { expect: 400 });
    });
  });

  describe('moveSiteSpace', () => {
    it('takes a space to the section of its neighbour, where its path gets a number if need be', async () => {
      const made = await site('One', 'Two');
      const { admin, path, organizationId, sections } = made;
      const { space: spaceId } = await space(organizationId, { title: 'Two' });
      const { body: moving } = await admin.post(`${path}/site-spaces`, { spaceId }, { expect: 201 });
      const beside = { type: 'site-space', siteSpace: sections[1]!.siteSpaces[0]!.id };
      const move = `${path}/site-spaces/${moving.id}/move`;
      const { body } = await admin.post(move, { position: { before: beside } }, { expect: 200 });
      expect(body).to.include({ section: sections[1]!.id, path: 'two-2' });
      const [lead] = sections[0]!.siteSpaces;
      const leave = `${path}/site-spaces/${lead!.id}/move`;
      await admin.post(leave, { position: { after: { ...beside, siteSpace: moving.id } } }, { expect: 200 });
      const { sections: after } = await readSite(made);
      expect(after.map(({ siteSpaces }) => siteSpaces.map(({ title }) => title))).to.deep.equal([
        [],
        ['Two', 'One', 'Two'],
      ]);
      await expectConsistent(made);
    });
  });

  describe('deleteSiteSectionById', () => {
    it('takes its spaces off; the next one becomes the default, and the last one may go', async () => {
      const made = await site('One', 'Two');
      const { admin, path, sections } = made;
      const [one, two] = sections as [SectionItem, SectionItem];
      await admin.delete(`${path}/sections/${one.id}`, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.delete(`${path}/sections/${one.id}`, { expect: 205 });
      await admin.delete(`${path}/sections/${one.id}`, { expect: 404 });
      const { siteSpaces, sections: left } = await readSite(made);
      expect(left.map(({ id, default: isDefault }) => [id, isDefault])).to.deep.equal([[two.id, true]]);
      expect(siteSpaces.map(({ id }) => id)).to.deep.equal([two.siteSpaces[0]!.id]);
      const removed = (await outboxEvents(sites.db)).findLast(({ type }) => type === events.siteSpaceRemoved.type);
      expect(removed!.subject).to.equal(one.siteSpaces[0]!.id);
      await admin.delete(`${path}/sections/${two.id}`, { expect: 205 });
      expect((await readSite(made)).structure).to.deep.equal({ type: 'siteSpaces', structure: [] });
      await addSection(made, 'Anew');
      await expectConsistent(made);
    });
  });

  it('a section whose spaces are all in the trash gives the lead to another until they are back', async () => {
    const made = await flatSite();
    const first = await space(made.organizationId, { title: 'First' });
    await made.admin.post(`${made.path}/sections`, { spaceId: first.space }, { expect: 201 });
    await addSection(made, 'Second');
    const lead = async () => (await readSite(made)).sections.find((each) => each.default)!.title;
    const deletedAt = '2026-02-01T00:00:00.000Z';
    await sites.deliver(spaceTold(events.spaceDeleted, 2, { ...first, deletedAt }));
    expect(await lead()).to.equal('Second');
    await expectConsistent(made);
    await sites.deliver(spaceTold(events.spaceRestored, 3, first));
    expect(await lead()).to.equal('First');
    await expectConsistent(made);
  });
});
