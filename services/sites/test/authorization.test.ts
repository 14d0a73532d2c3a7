import type { Role } from '@quire/runtime';
import { expect } from 'chai';
import { operations } from '../src/operations/index.js';
import { factories, sitesService } from './sites-service.js';

/** undefined is an outsider, null a guest. */
const callers = {
  outsider: undefined,
  guest: null,
  reader: 'read',
  reviewer: 'review',
  creator: 'create',
  admin: 'admin',
};
type Caller = keyof typeof callers;

/** Status codes by who may: `view` members, `edit` from create on, `own` admins, `all` everybody with a token. */
const expected = (status: number): Record<string, Record<Caller, number>> => ({
  all: { outsider: status, guest: status, reader: status, reviewer: status, creator: status, admin: status },
  view: { outsider: 404, guest: 404, reader: status, reviewer: status, creator: status, admin: status },
  edit: { outsider: 404, guest: 404, reader: 403, reviewer: 403, creator: status, admin: status },
  own: { outsider: 404, guest: 404, reader: 403, reviewer: 403, creator: 403, admin: status },
  /** In an organization as a whole, where a guest is somebody. */
  viewAll: { outsider: 404, guest: 403, reader: status, reviewer: status, creator: status, admin: status },
  create: { outsider: 404, guest: 403, reader: 403, reviewer: 403, creator: status, admin: status },
});

interface State {
  organization: string;
  site: string;
  space: string;
  section: string;
  siteSpace: string;
  group: string;
  link: string;
  redirect: string;
  published: string;
  customization: object;
}

type Row = [
  operationId: string,
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: (state: State) => string,
  who: 'all' | 'view' | 'edit' | 'own' | 'viewAll' | 'create',
  status: number,
  body?: (state: State) => object,
];

const section = ({ site, section: id }: State) => `${site}/sections/${id}`;
const siteSpace = ({ site, siteSpace: id }: State) => `${site}/site-spaces/${id}`;
const group = ({ site, group: id }: State) => `${site}/section-groups/${id}`;
const link = ({ site, link: id }: State) => `${site}/share-links/${id}`;
const redirect = ({ site, redirect: id }: State) => `${site}/redirects/${id}`;
const under = (rest: string) => (state: State) => `${state.site}/${rest}`;

const table: readonly Row[] = [
  ['listSites', 'get', ({ organization }) => `${organization}/sites`, 'viewAll', 200],
  ['createSite', 'post', ({ organization }) => `${organization}/sites`, 'create', 201],
  ['getSiteById', 'get', ({ site }) => site, 'view', 200],
  ['updateSiteById', 'patch', ({ site }) => site, 'edit', 200],
  ['deleteSiteById', 'delete', ({ site }) => site, 'own', 205],
  ['getSiteStructure', 'get', under('structure'), 'view', 200],
  ['publishSite', 'post', under('publish'), 'edit', 200],
  ['unpublishSite', 'post', under('unpublish'), 'edit', 200],
  ['getPublishedContentSite', 'get', under('published'), 'view', 200],
  ['getSitePublishingAuthById', 'get', under('publishing/auth'), 'edit', 200],
  ['updateSitePublishingAuthById', 'patch', under('publishing/auth'), 'edit', 200],
  ['regenerateSitePublishingAuthById', 'post', under('publishing/auth/regenerate'), 'edit', 200],
  ['getSiteCustomizationById', 'get', under('customization'), 'view', 200],
  ['updateSiteCustomizationById', 'put', under('customization'), 'edit', 200, ({ customization }) => customization],
  ['resolvePublishedContentByUrl', 'post', () => '/v1/urls/published', 'all', 200, ({ published: url }) => ({ url })],
  ['searchSiteContent', 'post', under('search'), 'view', 200, () => ({ query: 'x', mode: 'all' })],
  ['listSiteRedirects', 'get', under('redirects'), 'view', 200],
  [
    'createSiteRedirect',
    'post',
    under('redirects'),
    'edit',
    201,
    (state) => ({ source: '/new', destination: { kind: 'site-section', siteSectionId: state.section } }),
  ],
  ['updateSiteRedirectById', 'patch', redirect, 'edit', 200],
  ['deleteSiteRedirectById', 'delete', redirect, 'edit', 205],
  ['getSiteRedirectBySource', 'get', under('redirect?source=/old'), 'view', 200],
  ['listSiteShareLinks', 'get', under('share-links'), 'view', 200],
  ['createSiteShareLink', 'post', under('share-links'), 'edit', 201, () => ({ name: 'x' })],
  ['updateSiteShareLinkById', 'patch', link, 'edit', 200],
  ['deleteSiteShareLinkById', 'delete', link, 'edit', 205],
  ['listSiteSections', 'get', under('sections'), 'view', 200],
  ['addSectionToSite', 'post', under('sections'), 'edit', 201, ({ space: spaceId }) => ({ spaceId })],
  ['updateSiteSectionById', 'patch', section, 'edit', 200],
  ['moveSiteSection', 'post', (state) => `${section(state)}/move`, 'edit', 200],
  ['deleteSiteSectionById', 'delete', section, 'edit', 205],
  ['listSiteSpaces', 'get', under('site-spaces'), 'view', 200],
  ['addSpaceToSite', 'post', under('site-spaces'), 'edit', 201, ({ space: spaceId }) => ({ spaceId })],
  ['updateSiteSpaceById', 'patch', siteSpace, 'edit', 200],
  ['moveSiteSpace', 'post', (state) => `${siteSpace(state)}/move`, 'edit', 200],
  ['deleteSiteSpaceById', 'delete', siteSpace, 'edit', 205],
  ['listSiteSectionGroups', 'get', under('section-groups'), 'view', 200],
  ['addSectionGroupToSite', 'post', under('section-groups'), 'edit', 201, () => ({ title: 'x' })],
  ['updateSiteSectionGroupById', 'patch', group, 'edit', 200],
  ['moveSiteSectionGroup', 'post', (state) => `${group(state)}/move`, 'edit', 200],
  ['deleteSiteSectionGroupById', 'delete', group, 'edit', 205],
  [
    'addSectionToGroup',
    'post',
    (state) => `${group(state)}/sections`,
    'edit',
    201,
    ({ section: sectionId }) => ({ sectionId }),
  ],
  ['removeSectionFromGroup', 'delete', (state) => `${group(state)}/sections/${state.section}`, 'edit', 404],
];

describe('who may do what on sites', () => {
  const sites = sitesService();
  const { site: makeSite, space: makeSpace } = factories(sites);

  const prepare = async (): Promise<State & { organizationId: string }> => {
    const { admin, path: site, organizationId } = await makeSite();
    const made = async (list: string, body: object) =>
      (await admin.post(`${site}/${list}`, body, { expect: 201 })).body;
    const { space: spaceId } = await makeSpace(organizationId);
    const { id: sectionId, siteSpaces } = await made('sections', { spaceId });
    const destination = { kind: 'site-section', siteSectionId: sectionId };
    const { body } = await admin.post(`${site}/publish`, {}, { expect: 200 });
    return {
      organizationId,
      organization: `/v1/orgs/${organizationId}`,
      site,
      space: (await makeSpace(organizationId)).space,
      section: sectionId,
      siteSpace: siteSpaces[0].id,
      group: (await made('section-groups', { title: 'More' })).id,
      link: (await made('share-links', { name: 'One' })).id,
      redirect: (await made('redirects', { source: '/old', destination })).id,
      published: body.urls.published,
      customization: (await admin.get(`${site}/customization`, { expect: 200 })).body,
    };
  };

  it('is said about every operation', () => {
    expect(table.map(([operationId]) => operationId)).to.have.members(
      operations.map(({ contract }) => contract.operationId),
    );
  });

  for (const [operationId, method, path, who, status, body] of table) {
    it(operationId, async () => {
      const state = await prepare();
      // The strongest last: they change what the others were refused.
      for (const caller of Object.keys(callers) as Caller[]) {
        const allowed = expected(status)[who]![caller];
        const fresh = allowed < 300 && caller === 'admin' ? await prepare() : state;
        const as = sites.as(callers[caller] as Role | null | undefined, fresh.organizationId);
        const answer =
          method === 'get' || method === 'delete'
            ? await as[method](path(fresh))
            : await as[method](path(fresh), body?.(fresh) ?? {});
        expect(answer.status, caller).to.equal(allowed);
      }
    });
  }

  it('nobody finds anything of a site under another organization', async () => {
    const state = await prepare();
    const other = await prepare();
    const admin = sites.as('admin', other.organizationId);
    const site = state.site.replace(state.organizationId, other.organizationId);
    for (const [operationId, method, path, who, , body] of table) {
      if (who === 'all' || path(state) === `${state.organization}/sites`) continue;
      const address = path({ ...state, site });
      const answer =
        method === 'get' || method === 'delete'
          ? await admin[method](address)
          : await admin[method](address, body?.({ ...other, site }) ?? {});
      expect(answer.status, operationId).to.equal(404);
    }
  });
});
