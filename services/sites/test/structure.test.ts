import { expect } from 'chai';
import fc from 'fast-check';
import { factories, sitesService } from './sites-service.js';
import { expectConsistent, readSite } from './structure.js';

/** What somebody does to a site; numbers pick among what is there. */
const action = fc.record({
  kind: fc.constantFrom(
    'addSection',
    'addSpace',
    'addGroup',
    'moveSection',
    'moveSpace',
    'moveGroup',
    'deleteSection',
    'deleteSpace',
    'deleteGroup',
    'group',
    'ungroup',
    'rename',
    'default',
  ),
  one: fc.nat(20),
  other: fc.nat(20),
  before: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

describe('the structure of a site', () => {
  const sites = sitesService();
  const { site: makeSite, space } = factories(sites);
  type Made = Awaited<ReturnType<typeof makeSite>>;
  type Seen = Awaited<ReturnType<typeof readSite>>;

  /** Does it by what was seen before: it may be gone by now. */
  const act = async ({ admin, path, organizationId }: Made, seen: Seen, { kind, one, other, before }: Action) => {
    const pick = (ids: readonly { id: string }[], index: number) => ids[index % Math.max(ids.length, 1)]?.id ?? 'none';
    const section = pick(seen.sections, one);
    const siteSpace = pick(seen.siteSpaces, one);
    const group = pick(seen.groups, one);
    const beside = (pointer: object) => ({ position: before ? { before: pointer } : { after: pointer } });
    const ofSection = { type: 'site-section', siteSection: pick(seen.sections, other) };
    const ofSpace = { type: 'site-space', siteSpace: pick(seen.siteSpaces, other) };
    const ofGroup = { type: 'site-section', id: pick(seen.sections, other) };
    const spaceId = kind === 'addSection' || kind === 'addSpace' ? (await space(organizationId)).space : '';
    const member = `${path}/section-groups/${group}/sections`;
    const acts: Record<Action['kind'], () => Promise<{ status: number }>> = {
      addSection: () => admin.post(`${path}/sections`, { spaceId }),
      addSpace: () => admin.post(`${path}/site-spaces`, before ? { spaceId } : { spaceId, sectionId: section }),
      addGroup: () => admin.post(`${path}/section-groups`, { title: 'More', sections: before ? [section] : [] }),
      moveSection: () => admin.post(`${path}/sections/${section}/move`, beside(ofSection)),
      moveSpace: () => admin.post(`${path}/site-spaces/${siteSpace}/move`, beside(ofSpace)),
      moveGroup: () => admin.post(`${path}/section-groups/${group}/move`, beside(ofGroup)),
      deleteSection: () => admin.delete(`${path}/sections/${section}`),
      deleteSpace: () => admin.delete(`${path}/site-spaces/${siteSpace}`),
      deleteGroup: () => admin.delete(`${path}/section-groups/${group}`),
      group: () => admin.post(member, { sectionId: pick(seen.sections, other) }),
      ungroup: () => admin.delete(`${member}/${section}`),
      rename: () => admin.patch(`${path}/sections/${section}`, { path: `p${other}` }),
      default: () => admin.patch(path, before ? { defaultSiteSpace: siteSpace } : { defaultSiteSection: section }),
    };
    const { status } = await acts[kind]();
    expect(status, kind).to.be.oneOf([200, 201, 205, 404, 409]);
  };

  it('stays whole whatever is done to it, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 15 }), async (actions) => {
        const made = await makeSite('Guide', 'API');
        await made.admin.post(`${made.path}/publish`, {}, { expect: 200 });
        for (const each of actions) {
          await act(made, await readSite(made), each);
          await expectConsistent(made);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('stays whole when thirty people change it at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 30 }), async (actions) => {
        const made = await makeSite('Guide', 'API', 'News');
        await made.admin.post(`${made.path}/publish`, {}, { expect: 200 });
        for (const title of ['One', 'Two', 'Three', 'Four']) {
          const { space: spaceId } = await space(made.organizationId, { title });
          await made.admin.post(`${made.path}/sections`, { spaceId }, { expect: 201 });
        }
        const [first] = (await readSite(made)).sections;
        await made.admin.post(`${made.path}/section-groups`, { title: 'More', sections: [first!.id] }, { expect: 201 });
        const seen = await readSite(made);
        await Promise.all(actions.map((each) => act(made, seen, each)));
        await expectConsistent(made);
      }),
      { numRuns: 6 },
    );
  });
});
