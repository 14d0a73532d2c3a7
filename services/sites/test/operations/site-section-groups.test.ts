import { expect } from 'chai';
import { factories, publicUrl, sitesService } from '../sites-service.js';
import { expectConsistent, type GroupItem, readSite, type SectionItem } from '../structure.js';

describe('site section groups', () => {
  const sites = sitesService();
  const { space, site: flatSite } = factories(sites);

  const site = async (...titles: string[]) => {
    const made = await flatSite();
    const sections: string[] = [];
    for (const title of titles) {
      const { space: spaceId } = await space(made.organizationId, { title });
      sections.push((await made.admin.post(`${made.path}/sections`, { spaceId }, { expect: 201 })).body.id);
    }
    const group = async (title: string, ...ids: string[]): Promise<GroupItem> =>
      (await made.admin.post(`${made.path}/section-groups`, { title, sections: ids }, { expect: 201 })).body;
    /** The structure as text: groups with their sections in brackets. */
    const outline = async () => {
      const { structure } = (await readSite(made)).structure;
      const titlesOf = (items: readonly SectionItem[]) => items.map(({ title }) => title).join(' ');
      return structure
        .map((item) => ('sections' in item ? `${item.title}(${titlesOf(item.sections)})` : item.title))
        .join(' ');
    };
    return { ...made, sections, group, outline };
  };

  describe('addSectionGroupToSite', () => {
    it('moves sections into the group in the given order, from wherever they stand', async () => {
      const made = await site('AA', 'BB', 'CC');
      const { admin, path, sections, group, outline } = made;
      const [a, b, c] = sections as [string, string, string];
      const body = { title: 'More', icon: 'book', sections: [c, a] };
      const { body: answer, headers } = await admin.post(`${path}/section-groups`, body, { expect: 201 });
      expect(headers.get('location')).to.equal(`${publicUrl}${path}/section-groups/${answer.id}`);
      expect(answer).to.include({ object: 'site-section-group', title: 'More', icon: 'book' });
      expect(answer.sections.map(({ id, sectionGroup }: SectionItem) => [id, sectionGroup])).to.deep.equal([
        [c, answer.id],
        [a, answer.id],
      ]);
      expect(await outline()).to.equal('BB More(CC AA)');
      await group('Rest', a, b);
      expect(await outline()).to.equal('More(CC) Rest(AA BB)');
      await group('Empty');
      expect(await outline()).to.equal('More(CC) Rest(AA BB) Empty()');
      await expectConsistent(made);
    });

    it('makes nothing when a section is unknown, of another site, or given twice', async () => {
      const { admin, path, sections, outline } = await site('AA');
      const other = await site('BB');
      const add = (ids: string[], status: number) =>
        admin.post(`${path}/section-groups`, { title: 'More', sections: ids }, { expect: status });
      await add(['none'], 404);
      await add([sections[0]!, other.sections[0]!], 404);
      const { body } = await add([sections[0]!, sections[0]!], 400);
      expect(body.error.details[0].path).to.equal('body.sections.1');
      for (const bad of [{}, { title: '' }, { title: 'x'.repeat(101) }, { title: 'x', icon: 'x'.repeat(51) }]) {
        await admin.post(`${path}/section-groups`, bad, { expect: 400 });
      }
      expect(await outline()).to.equal('AA');
    });
  });

  describe('listSiteSectionGroups', () => {
    it('pages in the order of the site', async () => {
      const { admin, path, group } = await site('AA');
      await group('One');
      await group('Two');
      const first = (await admin.get(`${path}/section-groups`, { query: { limit: 1 }, expect: 200 })).body;
      expect([first.count, first.items[0].title]).to.deep.equal([2, 'One']);
      const query = { limit: 1, page: first.next.page };
      const last = (await admin.get(`${path}/section-groups`, { query, expect: 200 })).body;
      expect(last.items[0].title).to.equal('Two');
      expect(last).not.to.have.property('next');
    });
  });

  describe('updateSiteSectionGroupById', () => {
    it('changes what is given and removes the icon', async () => {
      const { admin, path, group } = await site('AA');
      const one = `${path}/section-groups/${(await group('One')).id}`;
      expect((await admin.patch(one, { title: 'Two', icon: 'book' }, { expect: 200 })).body).to.include({
        icon: 'book',
      });
      const { body } = await admin.patch(one, { icon: null }, { expect: 200 });
      expect(body).to.include({ title: 'Two' });
      expect(body).not.to.have.property('icon');
      await admin.patch(one, { title: '' }, { expect: 400 });
      await admin.patch(one, { title: 'x' }, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.patch(`${path}/section-groups/none`, { title: 'x' }, { expect: 404 });
    });
  });

  describe('addSectionToGroup and removeSectionFromGroup', () => {
    it('put a section at the end of a group and take it out to right after the group', async () => {
      const made = await site('AA', 'BB', 'CC');
      const { admin, path, sections, group, outline } = made;
      const [a, b, c] = sections as [string, string, string];
      const one = await group('One', a);
      const two = await group('Two', c);
      const members = (id: string) => `${path}/section-groups/${id}/sections`;
      const { body } = await admin.post(members(one.id), { sectionId: b }, { expect: 201 });
      expect(body.sections.map(({ title }: SectionItem) => title)).to.deep.equal(['AA', 'BB']);
      await admin.post(members(one.id), { sectionId: b }, { expect: 409 });
      await admin.post(members(one.id), { sectionId: 'none' }, { expect: 404 });
      await admin.delete(`${members(two.id)}/${b}`, { expect: 404 });
      await admin.delete(`${members(one.id)}/${b}`, { expect: 205 });
      await admin.delete(`${members(one.id)}/${b}`, { expect: 404 });
      expect(await outline()).to.equal('One(AA) BB Two(CC)');
      await admin.post(members(two.id), { sectionId: a }, { expect: 201 });
      expect(await outline()).to.equal('One() BB Two(CC AA)');
      await expectConsistent(made);
    });
  });

  describe('moveSiteSectionGroup and moveSiteSection', () => {
    it('order groups and sections among each other', async () => {
      const made = await site('AA', 'BB', 'CC');
      const { admin, path, sections, group, outline } = made;
      const [a, b, c] = sections as [string, string, string];
      const one = await group('One', c);
      const moveGroup = (position?: object, status = 200) =>
        admin.post(`${path}/section-groups/${one.id}/move`, position && { position }, { expect: status });
      await moveGroup({ before: { type: 'site-section', id: b } });
      expect(await outline()).to.equal('AA One(CC) BB');
      await moveGroup();
      expect(await outline()).to.equal('AA BB One(CC)');
      const two = await group('Two');
      await moveGroup({ after: { type: 'site-section-group', id: two.id } });
      expect(await outline()).to.equal('AA BB Two() One(CC)');
      await moveGroup({ before: { type: 'site-section', id: c } }, 404);
      const beside = (id: string) => ({ type: 'site-section', siteSection: id });
      await admin.post(`${path}/sections/${a}/move`, { position: { before: beside(c) } }, { expect: 200 });
      expect(await outline()).to.equal('BB Two() One(AA CC)');
      await admin.post(`${path}/sections/${c}/move`, { position: { before: beside(b) } }, { expect: 200 });
      expect(await outline()).to.equal('CC BB Two() One(AA)');
      await expectConsistent(made);
    });
  });

  describe('deleteSiteSectionGroupById', () => {
    it('leaves its sections in its place', async () => {
      const made = await site('AA', 'BB', 'CC', 'DD');
      const { admin, path, sections, group, outline } = made;
      const [, b, c, d] = sections as [string, string, string, string];
      const one = await group('One', c, b);
      await admin.post(`${path}/sections/${d}/move`, {}, { expect: 200 });
      expect(await outline()).to.equal('AA One(CC BB) DD');
      await admin.delete(`${path}/section-groups/${one.id}`, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.delete(`${path}/section-groups/${one.id}`, { expect: 205 });
      await admin.delete(`${path}/section-groups/${one.id}`, { expect: 404 });
      expect(await outline()).to.equal('AA CC BB DD');
      await expectConsistent(made);
    });
  });

  it('a site goes with its groups, sections, spaces and redirects', async () => {
    const { admin, path, sections, group } = await site('AA', 'BB');
    await group('One', ...sections);
    const destination = { kind: 'site-section', siteSectionId: sections[0] };
    await admin.post(`${path}/redirects`, { source: '/old', destination }, { expect: 201 });
    await admin.delete(path, { expect: 205 });
    for (const list of ['sections', 'section-groups', 'site-spaces', 'redirects', 'structure']) {
      await admin.get(`${path}/${list}`, { expect: 404 });
    }
  });
});
