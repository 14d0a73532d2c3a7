import { createHmac } from 'node:crypto';
import { events } from '@quire/contract';
import { expect } from 'chai';
import { factories, organizationTold, publicUrl, sitesService } from '../sites-service.js';
import { outboxEvents } from '@quire/testing';

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (key: string, claims: object, header: object = { alg: 'HS256', typ: 'JWT' }) => {
  const signed = `${text(header)}.${text(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('site publishing', () => {
  const sites = sitesService();
  const { site: makeSite, space } = factories(sites);

  const site = async (...titles: string[]) => {
    const made = await makeSite(...titles);
    await made.admin.post(`${made.path}/publish`, {}, { expect: 200 });
    const resolve = async (url: string, status = 200, more: object = {}) =>
      (await made.admin.post('/v1/urls/published', { url, ...more }, { expect: status })).body;
    return { ...made, root: `${publicUrl}/s/${made.organizationId}/${made.id}`, resolve };
  };

  describe('publishing/auth', () => {
    it('getSitePublishingAuthById shows a key of the site, regenerateSitePublishingAuthById another one', async () => {
      const { admin, path } = await site('Guide');
      const { body } = await admin.get(`${path}/publishing/auth`, { expect: 200 });
      expect(body).to.deep.equal({ object: 'publishing-auth', backend: 'custom', privateKey: body.privateKey });
      expect(body.privateKey).to.match(/^[\w-]{43}$/);
      expect((await admin.get(`${path}/publishing/auth`)).body).to.deep.equal(body);
      const { body: next } = await admin.post(`${path}/publishing/auth/regenerate`, {}, { expect: 200 });
      expect(next.privateKey).not.to.equal(body.privateKey);
      expect((await admin.get(`${path}/publishing/auth`)).body).to.deep.equal(next);
      const other = await site('Guide');
      expect((await other.admin.get(`${other.path}/publishing/auth`)).body.privateKey).not.to.equal(body.privateKey);
    });

    it('updateSitePublishingAuthById sets and removes the fallback', async () => {
      const { admin, path } = await site('Guide');
      const auth = `${path}/publishing/auth`;
      const fallbackURL = 'https://login.example.com/docs';
      const { body } = await admin.patch(auth, { backend: 'integration', fallbackURL }, { expect: 200 });
      expect(body).to.include({ backend: 'integration', fallbackURL });
      expect((await admin.patch(auth, { backend: 'custom' })).body).to.include({ backend: 'custom', fallbackURL });
      expect((await admin.patch(auth, { fallbackURL: null })).body).not.to.have.property('fallbackURL');
      for (const bad of [{ fallbackURL: 'javascript:alert(1)' }, { backend: 'none' }]) {
        await admin.patch(auth, bad, { expect: 400 });
      }
      await admin.patch(auth, {}, { headers: { 'if-match': '"old"' }, expect: 412 });
    });

    it('every one of many regenerations at once counts', async () => {
      const { admin, path } = await site('Guide');
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => admin.post(`${path}/publishing/auth/regenerate`, {}, { expect: 200 })),
      );
      expect(new Set(answers.map(({ body }) => body.privateKey))).to.have.property('size', 10);
    });
  });

  describe('customization', () => {
    it('getSiteCustomizationById has defaults that updateSiteCustomizationById takes', async () => {
      const { admin, path } = await site('Guide');
      const { body } = await admin.get(`${path}/customization`, { expect: 200 });
      expect(body.styling).to.include({ theme: 'clean', corners: 'rounded' });
      const changed = { ...body, title: 'Acme docs', themes: { default: 'dark', toggeable: false } };
      expect((await admin.put(`${path}/customization`, changed, { expect: 200 })).body).to.deep.equal(changed);
      expect((await admin.get(`${path}/customization`)).body).to.deep.equal(changed);
      await admin.put(`${path}/customization`, body, { headers: { 'if-match': '"old"' }, expect: 412 });
    });

    it('refuses what is not in the schema, and names it', async () => {
      const { admin, path } = await site('Guide');
      const { body } = await admin.get(`${path}/customization`);
      const put = (styling: object, more: object = {}) =>
        admin.put(
          `${path}/customization`,
          { ...body, styling: { ...body.styling, ...styling }, ...more },
          { expect: 400 },
        );
      const red = 'red; background: url(//evil.test)';
      const { body: answer } = await put({ primaryColor: { light: red, dark: '#fff' } });
      expect(answer.error.details[0].path).to.equal('body.styling.primaryColor.light');
      await put({ font: 'Comic' });
      await put({ theme: null });
      await put({}, { favicon: { icon: { light: 'javascript:alert(1)', dark: 'https://example.com' } } });
      await put({}, { footer: { groups: [{ title: 'x', links: [{ title: 'x', to: { kind: 'url' } }] }] } });
      await admin.put(`${path}/customization`, {}, { expect: 400 });
    });
  });

  describe('getPublishedContentSite', () => {
    it('gives site, structure and customization while the site is published', async () => {
      const { admin, path, root } = await site('Guide');
      const { body } = await admin.get(`${path}/published`, { expect: 200 });
      expect(body).to.include({ object: 'published-content-site' });
      expect(body.site.urls.published).to.equal(root);
      expect(body.structure).to.deep.equal((await admin.get(`${path}/structure`)).body);
      expect(body.customizations.site).to.deep.equal((await admin.get(`${path}/customization`)).body);
      await admin.post(`${path}/unpublish`, {}, { expect: 200 });
      await admin.get(`${path}/published`, { expect: 404 });
    });
  });

  describe('resolvePublishedContentByUrl', () => {
    it('finds each space of a flat site under its address, with pages below', async () => {
      const { resolve, listed, root, id, organizationId } = await site('Guide', 'API');
      const [guide, api] = (await listed()).items;
      const siteBasePath = `/s/${organizationId}/${id}/`;
      expect(await resolve(root)).to.deep.equal({
        site: id,
        siteSpace: guide.id,
        space: guide.space.id,
        organization: organizationId,
        pathname: '/',
        basePath: siteBasePath,
        siteBasePath,
        complete: false,
        canonicalUrl: root,
      });
      expect(await resolve(`${root}/api/start/here?q=1#top`)).to.deep.include({
        siteSpace: api.id,
        pathname: '/start/here',
        basePath: `${siteBasePath}api/`,
        complete: true,
        canonicalUrl: `${root}/api/start/here`,
      });
      expect(await resolve(`${root}/guide/start`)).to.include({ siteSpace: guide.id, canonicalUrl: `${root}/start` });
      expect(await resolve(`${root}/start/`)).to.include({ siteSpace: guide.id, pathname: '/start' });
    });

    it('finds every address that reads hand out, in sections too', async () => {
      const { admin, path, resolve, organizationId, root } = await site('Guide', 'Old guide');
      for (const title of ['Référence API', 'Blog']) {
        const { space: spaceId } = await space(organizationId, { title });
        const { body } = await admin.post(`${path}/sections`, { spaceId }, { expect: 201 });
        const variant = await space(organizationId, { title: 'Blog' });
        await admin.post(`${path}/site-spaces`, { spaceId: variant.space, sectionId: body.id }, { expect: 201 });
      }
      const { items } = (await admin.get(`${path}/site-spaces`, { expect: 200 })).body;
      expect(items).to.have.length(6);
      for (const item of items) {
        const found = await resolve(`${item.urls.published}/a/page`);
        expect(found).to.include({ siteSpace: item.id, siteSection: item.section, pathname: '/a/page' });
        expect(found.canonicalUrl).to.equal(`${item.urls.published}/a/page`);
      }
      expect(items[0].urls.published).to.equal(root);
    });

    it('knows organizations by host name and sites by base name, and tells of the new addresses', async () => {
      const { admin, path, resolve, organizationId, id, listed, root } = await site('Guide');
      await admin.patch(path, { basename: 'docs' }, { expect: 200 });
      const hostname = `h${id.toLowerCase()}`;
      await sites.deliver(organizationTold(organizationId, { hostname }, 2));
      const canonicalUrl = `${publicUrl}/s/${hostname}/docs`;
      for (const address of [canonicalUrl, root, `${publicUrl}/s/${hostname}/${id}`]) {
        expect(await resolve(address)).to.include({ site: id, canonicalUrl });
      }
      const [item] = (await listed()).items;
      expect(item.urls.published).to.equal(canonicalUrl);
      const told = (await outboxEvents(sites.db)).findLast(({ subject }) => subject === item.id);
      expect(told).to.include({ type: events.siteSpaceUpdated.type });
      expect(told!.data).to.include({ url: canonicalUrl });
    });

    it('finds nothing where nothing is published', async () => {
      const { admin, path, resolve, root } = await site('Guide');
      const empty = await site();
      const strange = [publicUrl, `${publicUrl}/s/x/y`, 'https://elsewhere.test/s/a/b', `${root}/%FF`, empty.root];
      for (const url of strange) await resolve(url, 404);
      await resolve('no address', 400);
      await admin.post(`${path}/unpublish`, {}, { expect: 200 });
      await resolve(root, 404);
    });

    it('opens sites that are shared by links with an active key only', async () => {
      const { admin, path, resolve, root } = await site('Guide', 'API');
      await admin.patch(path, { visibility: 'share-link' }, { expect: 200 });
      const { body: link } = await admin.post(`${path}/share-links`, { name: 'Partners' }, { expect: 201 });
      const shared: string = link.urls.published;
      const found = await resolve(`${shared}/api/page`);
      const shareKey = shared.split('/').at(-1);
      expect(found).to.include({ shareKey, pathname: '/page', canonicalUrl: `${shared}/api/page` });
      expect(`${publicUrl}${found.basePath}`).to.equal(`${shared}/api/`);
      await resolve(root, 404);
      await resolve(`${root}/~/share/`, 404);
      await resolve(`${shared}x`, 404);
      await admin.patch(`${path}/share-links/${link.id}`, { active: false }, { expect: 200 });
      await resolve(`${shared}/api/page`, 404);
    });

    it('lets visitors in with a token that is signed, current and no other', async () => {
      const { admin, path, resolve, root } = await site('Guide');
      await admin.patch(path, { visibility: 'visitor-auth' }, { expect: 200 });
      const { privateKey: key } = (await admin.get(`${path}/publishing/auth`)).body;
      const enter = (jwtToken: string, status: number, more: object = {}) =>
        resolve(root, status, { visitor: { jwtToken }, ...more });
      const exp = inSeconds(60);
      await enter(jwt(key, { exp }), 200);
      await resolve(`${root}?jwt_token=${jwt(key, { exp })}`, 200);
      const bad = [
        '',
        'x',
        'a.b.c',
        jwt(key, {}),
        jwt(key, { exp: inSeconds(-1) }),
        jwt(key, { exp: `${exp}` }),
        jwt(key, { exp, nbf: inSeconds(60) }),
        jwt(`${key}x`, { exp }),
        jwt(key, { exp }, { alg: 'none' }),
        jwt(key, { exp }, { alg: 'RS256' }),
        `${text({ alg: 'none' })}.${text({ exp })}.`,
        `${jwt(key, { exp })}.x`,
        jwt(key, [] as unknown as object),
      ];
      for (const token of bad) await enter(token, 403);
      const fallbackURL = 'https://login.example.com/';
      await admin.patch(`${path}/publishing/auth`, { fallbackURL }, { expect: 200 });
      expect(await resolve(root)).to.deep.equal({ target: 'external', redirect: fallbackURL });
      await enter('forged', 403);
      expect(await enter('forged', 200, { redirectOnError: true })).to.include({ redirect: fallbackURL });
      await admin.post(`${path}/publishing/auth/regenerate`, {}, { expect: 200 });
      await enter(jwt(key, { exp }), 403);
    });
  });

  describe('redirects', () => {
    const made = async () => {
      const one = await site('Guide', 'API');
      const [, api] = (await one.listed()).items;
      const create = async (source: string, destination: object, status = 201) =>
        (await one.admin.post(`${one.path}/redirects`, { source, destination }, { expect: status })).body;
      return { ...one, api, create, toApi: { kind: 'site-space', siteSpaceId: api.id } };
    };

    it('lead readers on', async () => {
      const { admin, path, create, toApi, api, resolve, root } = await made();
      const redirect = await create('/old/caf%c3%a9', toApi);
      expect(redirect).to.deep.equal({
        object: 'site-redirect',
        id: redirect.id,
        source: '/old/caf%C3%A9',
        destination: toApi,
      });
      expect(await resolve(`${root}/old/café`)).to.deep.equal({ target: 'content', redirect: `${root}/api` });
      const query = { source: '/old/caf%C3%A9' };
      const { body } = await admin.get(`${path}/redirect`, { query, expect: 200 });
      expect(body).to.deep.equal({ redirect, target: `${root}/api` });
      await create('/page', { kind: 'site-page', siteSpaceId: api.id, pageId: 'p1' });
      expect(await resolve(`${root}/page`)).to.include({ redirect: `${root}/api/~/page/p1` });
      await admin.get(`${path}/redirect`, { query: { source: '/none' }, expect: 404 });
    });

    it('are listed, searched, changed and removed', async () => {
      const { admin, path, create, toApi, listed } = await made();
      const first = await create('/old/a', toApi);
      await create('/old/b', toApi);
      await create('/c', toApi);
      const list = async (query: Record<string, string | number>) =>
        (await admin.get(`${path}/redirects`, { query, expect: 200 })).body;
      expect((await list({ search: 'OLD' })).count).to.equal(2);
      const page = await list({ limit: 2 });
      expect((await list({ limit: 2, page: page.next.page })).items).to.have.length(1);
      const one = `${path}/redirects/${first.id}`;
      await admin.patch(one, { source: '/c' }, { expect: 409 });
      await admin.patch(one, { source: '/d' }, { headers: { 'if-match': '"old"' }, expect: 412 });
      expect((await admin.patch(one, { source: '/d' }, { expect: 200 })).body).to.deep.equal({
        ...first,
        source: '/d',
      });
      await admin.delete(one, { expect: 205 });
      await admin.delete(one, { expect: 404 });
      await admin.delete(`${path}/site-spaces/${(await listed()).items[1].id}`, { expect: 205 });
      expect((await list({})).count).to.equal(0);
    });

    it('refuse sources that are no paths or taken, and destinations of other sites', async () => {
      const { create, toApi } = await made();
      const other = await made();
      await create('/old', toApi);
      await create('/old', toApi, 409);
      await create('/new', other.toApi, 404);
      await create('/new', { kind: 'site-section', siteSectionId: 'none' }, 404);
      await create('/new', { kind: 'elsewhere' }, 400);
      const bad = [
        '',
        '/',
        'old',
        '//evil.test',
        '/a//b',
        '/a?b',
        '/../a',
        '/%2e%2e/a',
        '/%FF',
        '/%00',
        '/a%2Fb',
        '/é',
      ];
      for (const source of bad) await create(source, toApi, 400);
    });

    it('lets one of many pass that have one source', async () => {
      const { admin, path, toApi } = await made();
      const body = { source: '/old', destination: toApi };
      const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post(`${path}/redirects`, body)));
      expect(answers.map(({ status }) => status)).to.have.members([201, ...Array<number>(7).fill(409)]);
    });
  });
});
