import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { heading, paragraph, when } from '../fake-content.js';
import { jwt, publishedSites } from '../published-sites.js';
import { factories, sitesService, spaceTold } from '../sites-service.js';

const staff = 'visitor.claims.groups.includes("staff")';
const beta = 'visitor.claims.beta == true';

describe('published sites under conditions', () => {
  const sites = sitesService();
  const { space: makeSpace } = factories(sites);
  const { pages: content } = sites.neighbours;
  const { read, published } = publishedSites(sites);

  type Published = Awaited<ReturnType<typeof published>>;

  /** Reads a site as visitors of whom something is known. */
  async function visitors({ admin, path, root }: Published) {
    const { privateKey } = (await admin.get(`${path}/publishing/auth`, { expect: 200 })).body;
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const cookie = (claims: object, key = privateKey) => `quire_visitor=${jwt({ exp, ...claims }, key)}`;
    return {
      cookie,
      readAs: (claims: object, rest = '', headers: object = {}) =>
        read(root + rest, { cookie: cookie(claims), ...headers }),
    };
  }

  /** A site that has a section for staff, and in the first one a space for those who try things early. */
  async function conditional(visibility: string, settings: object = {}) {
    const made = await published({ visibility: 'public' }, 'Early');
    const { admin, path, organizationId } = made;
    const { space: spaceId, revision } = await makeSpace(organizationId, { title: 'Internal' });
    content.put(revision, [{ id: 'secret', title: 'Secret page' }]);
    const main = await makeSpace(organizationId, { title: 'Manual' });
    content.put(main.revision, [{ id: 'start' }]);
    await admin.post(`${path}/sections`, { spaceId: main.space, title: 'Manual' }, { expect: 201 });
    const section = (await admin.post(`${path}/sections`, { spaceId, title: 'Internal' }, { expect: 201 })).body;
    await admin.patch(`${path}/sections/${section.id}`, { condition: staff }, { expect: 200 });
    const { items } = (await admin.get(`${path}/site-spaces`, { expect: 200 })).body;
    const early = items.find(({ title }: { title: string }) => title === 'Early');
    await admin.patch(`${path}/site-spaces/${early.id}`, { condition: beta }, { expect: 200 });
    await admin.patch(path, { visibility, ...settings }, { expect: 200 });
    const all = { ...made, ...(await visitors(made)), secretSpace: spaceId };
    await eventually(async () =>
      expect((await all.readAs({})).text)
        .to.contain('Welcome')
        .and.not.contain('Early'),
    );
    return all;
  }

  it('show sections and spaces to those of whom their conditions hold, and to nobody else', async () => {
    const { readAs, at, spaces, secretSpace } = await conditional('visitor-auth');
    const known = { groups: ['staff'] };
    const home = await readAs(known);
    expect(home.text).to.contain('Internal').and.not.contain('Early');
    expect((await readAs(known, '/internal')).text).to.contain('Secret page');
    expect((await readAs(known, '/internal/secret.md')).status).to.equal(200);
    expect((await readAs({ beta: true })).text)
      .to.contain('Early')
      .and.not.contain('Internal');
    expect((await readAs({ beta: true }, '/manual/early')).text).to.contain('start');
    for (const claims of [{}, { groups: 'staf' }, { beta: 'true' }, { beta: 1 }]) {
      expect((await readAs(claims)).text).not.to.match(/Internal|Early/);
      for (const rest of ['/internal', '/internal/secret', '/internal/secret.md', '/manual/early', '/early']) {
        expect((await readAs(claims, rest)).status, rest).to.equal(404);
      }
      expect((await readAs(claims, '/llms.txt')).text).not.to.match(/Secret|Early/);
    }
    content.searched = [];
    await readAs(known, '/~/search?q=x');
    await readAs({}, '/~/search?q=x');
    const [asStaff, asNobody] = content.searched.map((each) => each.spaces);
    expect(asStaff).to.include(secretSpace).and.not.include(spaces[1]!.space);
    expect(asNobody).not.to.include.members([secretSpace]).and.not.include(spaces[1]!.space);
    expect((await at('')).status).to.equal(403);
  });

  it('say of a page to each visitor what they may see, however often others have read it', async () => {
    const { readAs } = await conditional('visitor-auth');
    const one = await readAs({ groups: ['staff'] });
    const other = await readAs({ beta: true });
    expect(other.headers.get('etag')).not.to.equal(one.headers.get('etag'));
    for (const answer of [one, other]) {
      expect(answer.headers.get('cache-control')).to.match(/^private/);
      expect(answer.headers.get('vary')).to.equal('Cookie');
    }
    const held = await readAs({ beta: true }, '', { 'if-none-match': one.headers.get('etag')! });
    expect([held.status, held.text]).to.deep.equal([200, other.text]);
    expect((await readAs({ groups: ['staff', 'more'] })).headers.get('etag')).to.equal(one.headers.get('etag'));
  });

  it('know visitors of public sites while content is adaptive', async () => {
    const site = await conditional('public', { adaptiveContent: { enabled: true } });
    const { readAs, at, cookie, root, admin, path } = site;
    const stranger = await at('');
    expect(stranger.text).not.to.match(/Internal|Early/);
    expect(stranger.headers.get('cache-control')).to.match(/^private/);
    expect((await at('/sitemap.xml')).text).not.to.match(/internal|early/);
    expect((await readAs({ beta: true })).text).to.contain('Early');
    expect((await read(root, { cookie: cookie({ beta: true }, 'another key') })).text).not.to.contain('Early');
    const token = cookie({ beta: true }).split('=')[1]!;
    const brought = await at(`/manual?jwt_token=${token}`);
    expect([brought.status, brought.headers.get('location')]).to.deep.equal([307, `${root}/manual`]);
    expect(brought.headers.get('set-cookie')).to.contain(token);
    expect((await at('?jwt_token=nonsense')).status).to.equal(200);
    await admin.patch(path, { adaptiveContent: { enabled: false } }, { expect: 200 });
    await eventually(async () => expect((await readAs({ beta: true })).text).not.to.contain('Early'));
    expect((await at('')).headers.get('cache-control')).to.match(/^public/);
  });

  it('are nothing to those of whom nothing on them is shown', async () => {
    const made = await published({ visibility: 'public' });
    const { admin, path } = made;
    const { items } = (await admin.get(`${path}/site-spaces`, { expect: 200 })).body;
    await admin.patch(`${path}/site-spaces/${items[0].id}`, { condition: beta }, { expect: 200 });
    await made.becomes(404);
    await admin.patch(path, { adaptiveContent: { enabled: true } }, { expect: 200 });
    const { readAs } = await visitors(made);
    await eventually(async () => expect((await readAs({ beta: true })).status).to.equal(200));
    expect((await readAs({})).text).to.contain('Nothing is published here');
  });

  it('are resolved for visitors by the same rules', async () => {
    const { admin, root, path, cookie } = await conditional('visitor-auth');
    const resolve = (rest: string, claims: object) =>
      admin.post('/v1/urls/published', {
        url: `https://docs.example.com${root}${rest}`,
        visitor: { jwtToken: cookie(claims).split('=')[1] },
      });
    const { items } = (await admin.get(`${path}/sections`, { expect: 200 })).body;
    const internal = items.find(({ title }: { title: string }) => title === 'Internal');
    expect((await resolve('/internal/secret', { groups: ['staff'] })).body.siteSection).to.equal(internal.id);
    expect((await resolve('/internal/secret', {})).body.siteSection).not.to.equal(internal.id);
  });

  describe('in the text of a page', () => {
    const page = {
      id: 'home',
      title: 'Home',
      markdown: '{% if x %}…{% endif %}',
      nodes: [
        paragraph('For all.'),
        when(beta, heading('For testers'), when(staff, paragraph('For testers of staff.'))),
        when('process.exit()', paragraph('For nobody.')),
      ],
    };

    async function adaptive() {
      const made = await published({ visibility: 'unlisted', adaptiveContent: { enabled: true } });
      const [space] = made.spaces;
      const revision = `${space!.revision}c`;
      content.put(revision, [page]);
      await sites.deliver(spaceTold(events.spaceUpdated, 2, { ...space!, revision }));
      await eventually(async () => expect((await made.at('')).text).to.contain('For all.'));
      return { ...made, ...(await visitors(made)) };
    }

    it('show to each visitor what is for them', async () => {
      const { readAs, at } = await adaptive();
      for (let time = 0; time < 2; time += 1) {
        expect((await at('')).text).not.to.match(/For (testers|nobody)/);
        expect((await readAs({ groups: ['staff'] })).text).not.to.match(/For (testers|nobody)/);
        const tester = await readAs({ beta: true });
        expect(tester.text)
          .to.contain('For testers')
          .and.not.match(/of staff|nobody/);
        expect((await readAs({ beta: true, groups: ['staff'] })).text).to.contain('For testers of staff.');
        expect(tester.headers.get('cache-control')).to.match(/^private/);
      }
    });

    it('give the same as Markdown', async () => {
      const { readAs } = await adaptive();
      expect((await readAs({}, '/home.md')).text).to.equal('# Home\n\nUnder .');
      expect((await readAs({ beta: true }, '/home.md')).text).to.equal(`# Home\n\nUnder ${beta}.`);
    });

    it('find nothing for those who do not see it, and say nothing of it', async () => {
      const { readAs, spaces } = await adaptive();
      const sections = [{ anchor: 'for-testers', heading: 'For testers', excerpt: 'of staff' }];
      content.found = [{ space: spaces[0]!.space, page: 'home', sections }];
      const search = async (claims: object, query: string) =>
        JSON.parse((await readAs(claims, `/~/search?format=json&q=${query}`)).text).items;
      expect(await search({}, 'testers')).to.deep.equal([]);
      expect(await search({ beta: true }, 'STAFF')).to.deep.equal([]);
      const [known] = await search({ beta: true }, 'T%C3%A9sters');
      expect(known).to.include({ title: 'Home', place: '', excerpt: '' });
      expect(known.href).not.to.contain('#');
    });
  });
});
