import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { factories, organizationTold, publicUrl, sitesService } from '../sites-service.js';

describe('sites', () => {
  const sites = sitesService();
  const { organization, space, site } = factories(sites);
  const eventsAbout = async (organizationId: string) =>
    (await outboxEvents(sites.db)).filter(
      ({ data }) => (data as { organization?: string }).organization === organizationId,
    );

  describe('createSite', () => {
    it('makes an empty public site of type ultimate', async () => {
      const organizationId = await organization('acme');
      const path = `/v1/orgs/${organizationId}/sites`;
      const { body, headers } = await sites
        .as('create', organizationId)
        .post(path, { title: 'Handbook' }, { expect: 201 });
      const location = `${publicUrl}${path}/${body.id}`;
      expect(headers.get('location')).to.equal(location);
      expect(body).to.deep.equal({
        object: 'site',
        id: body.id,
        type: 'ultimate',
        title: 'Handbook',
        hostname: 'acme',
        visibility: 'public',
        published: false,
        siteSpaces: 0,
        createdAt: body.createdAt,
        adaptiveContent: { enabled: false },
        urls: { location, app: `${publicUrl}/app/organization/${organizationId}/site/${body.id}` },
        permissions: { view: true, access: true, edit: true, create: true, admin: false },
      });
      const [event] = await eventsAbout(organizationId);
      expect(event).to.deep.include({ type: events.siteCreated.type, subject: body.id, sequence: 1 });
      expect(event!.data).to.deep.equal({
        site: body.id,
        organization: organizationId,
        title: 'Handbook',
        visibility: 'public',
        published: false,
      });
    });

    it('takes no body at all', async () => {
      const organizationId = await organization();
      const { body } = await sites
        .as('admin', organizationId)
        .post(`/v1/orgs/${organizationId}/sites`, undefined, { expect: 201 });
      expect(body).to.deep.include({ title: 'Untitled site', type: 'ultimate', visibility: 'public' });
    });

    it('adds spaces in the given order, the first as the default', async () => {
      const { titlesOf, organizationId, spaces } = await site('B', 'A', 'C');
      expect(await titlesOf()).to.deep.equal(['B', 'A', 'C']);
      expect(await titlesOf({ default: true })).to.deep.equal(['B']);
      const added = (await eventsAbout(organizationId)).filter(({ type }) => type === events.siteSpaceAdded.type);
      expect(added.map(({ data, sequence }) => [(data as { space: string }).space, sequence])).to.deep.equal(
        spaces.map((each) => [each.space, 1]),
      );
    });

    it('makes nothing when one of the spaces cannot be had', async () => {
      const organizationId = await organization();
      const known = await space(organizationId);
      const admin = sites.as('admin', organizationId);
      const path = `/v1/orgs/${organizationId}/sites`;
      await admin.post(path, { spaces: [known.space, 'unknown'] }, { expect: 404 });
      await admin.post(path, { spaces: [known.space, known.space] }, { expect: 409 });
      expect((await admin.get(path)).body.count).to.equal(0);
      expect(await eventsAbout(organizationId)).to.deep.equal([]);
    });

    it('is answered alike when repeated under one Idempotency-Key', async () => {
      const organizationId = await organization();
      const known = await space(organizationId);
      const admin = sites.as('admin', organizationId);
      const repeat = () =>
        admin.post(
          `/v1/orgs/${organizationId}/sites`,
          { spaces: [known.space] },
          { headers: { 'idempotency-key': 'once' }, expect: 201 },
        );
      const [first, second] = [await repeat(), await repeat()];
      expect(second.body).to.deep.equal(first.body);
      expect((await admin.get(`/v1/orgs/${organizationId}/sites`)).body.count).to.equal(1);
    });

    it('asks identity about an organization that no event has told of', async () => {
      const organizationId = newId();
      const path = `/v1/orgs/${organizationId}/sites`;
      const admin = sites.as('admin', organizationId);
      await admin.post(path, {}, { expect: 404 });
      sites.neighbours.organizations.set(organizationId, { title: 'New', hostname: 'new', sequence: 1 });
      const { body } = await admin.post(path, {}, { expect: 201 });
      expect(body.hostname).to.equal('new');
    });

    it('refuses bad bodies and names the fields', async () => {
      const organizationId = await organization();
      const { body } = await sites
        .as('admin', organizationId)
        .post(`/v1/orgs/${organizationId}/sites`, { title: 'x', type: 'huge', spaces: [7] }, { expect: 400 });
      expect(body.error.details.map(({ path }: { path: string }) => path)).to.have.members([
        'body.title',
        'body.type',
        'body.spaces.0',
      ]);
    });
  });

  describe('listSites', () => {
    it('pages through the sites of the organization only, in the order of their creation', async () => {
      const organizationId = await organization();
      const admin = sites.as('admin', organizationId);
      const path = `/v1/orgs/${organizationId}/sites`;
      const titles = ['One', 'Two', 'Three'];
      for (const title of titles) await admin.post(path, { title }, { expect: 201 });
      await site();
      const first = await admin.get(path, { query: { limit: 2 }, expect: 200 });
      expect(first.body).to.include({ count: 3 });
      const second = await admin.get(path, { query: { limit: 2, page: first.body.next.page }, expect: 200 });
      expect([...first.body.items, ...second.body.items].map((each) => each.title)).to.deep.equal(titles);
      expect(second.body).not.to.have.property('next');
      await admin.get(path, { query: { page: 'nonsense' }, expect: 400 });
    });

    it('filters by title, type, space and publication', async () => {
      const { organizationId, admin, spaces, path } = await site('Guide');
      const list = path.slice(0, path.lastIndexOf('/'));
      await admin.post(list, { title: 'Other 100%', type: 'basic' }, { expect: 201 });
      const found = async (query: Record<string, string | boolean | string[]>) => {
        const { body } = await admin.get(list, { query, expect: 200 });
        expect(body.count).to.equal(body.items.length);
        return body.items.map(({ title }: { title: string }) => title);
      };
      expect(await found({ title: 'HAND' })).to.deep.equal(['Handbook']);
      expect(await found({ title: '%' })).to.deep.equal(['Other 100%']);
      expect(await found({ type: 'basic' })).to.deep.equal(['Other 100%']);
      expect(await found({ type: ['basic', 'ultimate'] })).to.have.length(2);
      expect(await found({ space: spaces[0]!.space })).to.deep.equal(['Handbook']);
      expect(await found({ space: (await space(organizationId)).space })).to.deep.equal([]);
      expect(await found({ published: true })).to.deep.equal([]);
      expect(await found({ published: false })).to.have.length(2);
      await admin.get(list, { query: { type: 'huge' }, expect: 400 });
    });
  });

  describe('getSiteById', () => {
    it('answers 304 to those who hold it already', async () => {
      const { admin, path } = await site();
      const { headers } = await admin.get(path, { expect: 200 });
      await admin.get(path, { headers: { 'if-none-match': headers.get('etag')! }, expect: 304 });
    });

    it('shows the hostname that the organization has now', async () => {
      const { admin, path, organizationId } = await site();
      expect((await admin.get(path)).body).not.to.have.property('hostname');
      await sites.deliver(
        organizationTold(organizationId, { hostname: 'late' }, 3),
        organizationTold(organizationId, { hostname: 'early' }, 2),
      );
      expect((await admin.get(path)).body.hostname).to.equal('late');
    });

    it('does not find a site under another organization', async () => {
      const { id } = await site();
      const elsewhere = await organization();
      await sites.as('admin', elsewhere).get(`/v1/orgs/${elsewhere}/sites/${id}`, { expect: 404 });
    });
  });

  describe('updateSiteById', () => {
    it('changes what is given, and says so once', async () => {
      const { admin, path, organizationId, id } = await site('Guide');
      const change = {
        title: 'Manual',
        visibility: 'unlisted',
        basename: 'manual',
        adaptiveContent: { enabled: true },
      };
      const { body } = await admin.patch(path, change, { expect: 200 });
      expect(body).to.deep.include(change);
      await admin.patch(path, change, { expect: 200 });
      await admin.patch(path, {}, { expect: 200 });
      const updates = (await eventsAbout(organizationId)).filter(({ type }) => type === events.siteUpdated.type);
      expect(updates.map(({ subject, sequence, data }) => ({ subject, sequence, data }))).to.deep.equal([
        {
          subject: id,
          sequence: 2,
          data: { site: id, organization: organizationId, title: 'Manual', visibility: 'unlisted', published: false },
        },
      ]);
    });

    it('chooses another default', async () => {
      const { admin, path, titlesOf, listed } = await site('A', 'B');
      const [, second] = (await listed()).items;
      await admin.patch(path, { defaultSiteSpace: second.id }, { expect: 200 });
      expect(await titlesOf({ default: true })).to.deep.equal(['B']);
      expect(await titlesOf({ default: false })).to.deep.equal(['A']);
      await admin.patch(path, { defaultSiteSpace: 'unknown' }, { expect: 404 });
      await admin.patch(path, { defaultSiteSection: 'unknown' }, { expect: 404 });
    });

    it('refuses a basename that another site of the organization has', async () => {
      const { admin, path } = await site();
      const other = await admin.post(path.slice(0, path.lastIndexOf('/')), {}, { expect: 201 });
      await admin.patch(path, { basename: 'docs' }, { expect: 200 });
      await admin.patch(new URL(other.body.urls.location).pathname, { basename: 'docs' }, { expect: 409 });
    });

    it('lets one of two pass that rely on the same state', async () => {
      const { admin, path } = await site();
      const etag = (await admin.get(path)).headers.get('etag')!;
      const attempts = ['First', 'Second'].map((title) =>
        admin.patch(path, { title }, { headers: { 'if-match': etag } }),
      );
      expect((await Promise.all(attempts)).map(({ status }) => status)).to.have.members([200, 412]);
    });
  });

  describe('deleteSiteById', () => {
    it('takes everything off the site', async () => {
      const { admin, path, organizationId, id } = await site('A', 'B');
      const { status, headers } = await admin.delete(path);
      expect([status, headers.get('content-length')]).to.deep.equal([205, '0']);
      await admin.get(path, { expect: 404 });
      await admin.delete(path, { expect: 404 });
      const last = (await eventsAbout(organizationId)).slice(-3);
      expect(last.map(({ type }) => type)).to.deep.equal([
        events.siteSpaceRemoved.type,
        events.siteSpaceRemoved.type,
        events.siteDeleted.type,
      ]);
      expect(last.map(({ sequence }) => sequence)).to.deep.equal([2, 2, 2]);
      expect(last[2]!.subject).to.equal(id);
    });

    it('fails on another state than the caller relied on', async () => {
      const { admin, path } = await site();
      await admin.delete(path, { headers: { 'if-match': '"old"' }, expect: 412 });
      await admin.get(path, { expect: 200 });
    });
  });

  describe('permissions', () => {
    const statuses: Record<string, [role: Parameters<typeof sites.as>[0], expected: Record<string, number>]> = {
      outsiders: [undefined, { list: 404, read: 404, create: 404, update: 404, remove: 404 }],
      guests: [null, { list: 403, read: 404, create: 403, update: 404, remove: 404 }],
      readers: ['read', { list: 200, read: 200, create: 403, update: 403, remove: 403 }],
      reviewers: ['review', { list: 200, read: 200, create: 403, update: 403, remove: 403 }],
      creators: ['create', { list: 200, read: 200, create: 201, update: 200, remove: 403 }],
      admins: ['admin', { list: 200, read: 200, create: 201, update: 200, remove: 205 }],
    };
    for (const [who, [role, expected]] of Object.entries(statuses)) {
      it(`of ${who}`, async () => {
        const { organizationId, path } = await site();
        const list = `/v1/orgs/${organizationId}/sites`;
        const caller = sites.as(role, organizationId);
        expect({
          list: (await caller.get(list)).status,
          read: (await caller.get(path)).status,
          create: (await caller.post(list, {})).status,
          update: (await caller.patch(path, { title: 'Manual' })).status,
          remove: (await caller.delete(path)).status,
        }).to.deep.equal(expected);
      });
    }

    it('nobody comes in before the sign-on that the organization requires, and all are told where to', async () => {
      const { organizationId, path } = await site();
      const list = `/v1/orgs/${organizationId}/sites`;
      const startURL = 'https://docs.example.com/sign-on';
      const caller = sites.beforeSignOn(organizationId, startURL);
      const answers = [
        await caller.get(list),
        await caller.get(path),
        await caller.post(list, {}),
        await caller.patch(path, { title: 'Manual' }),
        await caller.delete(path),
        await caller.get(`${path}/site-spaces`),
      ];
      for (const { status, body } of answers) {
        expect(status).to.equal(403);
        expect(body.error.message).to.include(startURL);
      }
    });

    it('nobody comes in without an assertion', async () => {
      await sites.anonymous().get(`/v1/orgs/${newId()}/sites`, { expect: 401 });
    });
  });

  it('is ready', async () => {
    const ready = await sites.anonymous().get('/readyz', { expect: 200 });
    expect(ready.body.details).to.deep.equal({ database: true, bus: true });
  });
});
