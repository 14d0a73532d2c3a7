import type { Space } from '@quire/contract';
import type { Role } from '@quire/runtime';
import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

const roles: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** The permissions that each role adds to those of the weaker ones. */
const added: Record<Role, readonly (keyof Space['permissions'])[]> = {
  read: ['view', 'access'],
  comment: ['comment'],
  edit: ['edit'],
  review: ['review', 'merge'],
  create: ['triggerGitSync'],
  admin: ['admin', 'viewInviteLinks', 'installIntegration'],
};

const permissionsOf = (role: Role) => {
  const all = roles.flatMap((each) => added[each].map((name) => [name, roles.indexOf(each) <= roles.indexOf(role)]));
  return Object.fromEntries(all);
};

describe('spaces', () => {
  const content = contentService();
  const make = factories(content);

  describe('createSpace', () => {
    it('makes an empty live space with a blue book, when nothing is said', async () => {
      const { id, admin } = make.organization();
      const { body, headers } = await content.as(admin).post(`/v1/orgs/${id}/spaces`, undefined, { expect: 201 });
      expect(body).to.deep.equal({
        object: 'space',
        id: body.id,
        title: 'Untitled',
        emoji: '📘',
        visibility: 'private',
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
        editMode: 'live',
        organization: id,
        revision: body.revision,
        defaultLevel: 'inherit',
        comments: 0,
        changeRequests: 0,
        changeRequestsOpen: 0,
        changeRequestsDraft: 0,
        urls: { location: `${publicUrl}/v1/spaces/${body.id}`, app: `${publicUrl}/app/space/${body.id}` },
        permissions: permissionsOf('admin'),
      });
      expect(headers.get('location')).to.equal(body.urls.location);
      expect((await content.as(admin).get(`/v1/spaces/${body.id}`, { expect: 200 })).body).to.deep.equal(body);
      const pages = await content.as(admin).get(`/v1/spaces/${body.id}/content/pages`, { expect: 200 });
      expect(pages.body).to.deep.equal({ pages: [] });
    });

    it('takes title, emoji, parent and edit mode', async () => {
      const { id, admin } = make.organization();
      const shelf = await make.collection(admin, id);
      const wanted = { title: 'ü'.repeat(50), emoji: '👩‍🚀', parent: shelf.id, editMode: 'locked' };
      const space = await make.space(admin, id, wanted);
      expect(space).to.deep.include({ ...wanted, visibility: 'in-collection' });
      expect((await make.space(admin, id, { emoji: '1f4d8' })).emoji).to.equal('1f4d8');
    });

    for (const [what, body, path] of [
      ['a title of 51 characters', { title: 'a'.repeat(51) }, 'body.title'],
      ['a title with half a surrogate pair', { title: 'a\ud800' }, 'body.title'],
      ['an emoji that is a word', { emoji: 'book' }, 'body.emoji'],
      ['an empty emoji', { emoji: '' }, 'body.emoji'],
      ['an emoji of 51 characters', { emoji: '📘'.repeat(51) }, 'body.emoji'],
      ['no emoji at all (null)', { emoji: null }, 'body.emoji'],
      ['an unknown edit mode', { editMode: 'open' }, 'body.editMode'],
      ['a parent that is no text', { parent: 7 }, 'body.parent'],
    ] as const) {
      it(`refuses ${what} and names the field`, async () => {
        const { id, admin } = make.organization();
        const answer = await content.as(admin).post(`/v1/orgs/${id}/spaces`, body, { expect: 400 });
        expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([path]);
        expect((await content.as(admin).get(`/v1/orgs/${id}/spaces`)).body.count).to.equal(0);
      });
    }

    it('knows no parent of another organization, even to somebody who administers both', async () => {
      const [one, other] = [make.organization(), make.organization()];
      const both = principalOf({ [one.id]: 'admin', [other.id]: 'admin' });
      const parent = await make.collection(both, other.id);
      for (const unknown of [parent.id, 'nope'])
        await content.as(both).post(`/v1/orgs/${one.id}/spaces`, { parent: unknown }, { expect: 404 });
    });
  });

  describe('updateSpaceById', () => {
    it('sets one of emoji and icon, removes what is null, and always shows an emoji', async () => {
      const { id, admin } = make.organization();
      const { id: spaceId, urls } = await make.space(admin, id, { title: 'Guide', emoji: '🚀' });
      const icon = 'https://example.com/icon.png';
      const patch = async (body: object) => {
        const answer = await content.as(admin).patch(`/v1/spaces/${spaceId}`, body, { expect: 200 });
        expect((await content.as(admin).get(`/v1/spaces/${spaceId}`)).body).to.deep.equal(answer.body);
        return { emoji: answer.body.emoji, icon: answer.body.urls.icon };
      };
      expect(urls).not.to.have.property('icon');
      expect(await patch({ emoji: null })).to.deep.equal({ emoji: '📘', icon: undefined });
      expect(await patch({ icon })).to.deep.equal({ emoji: '📘', icon });
      expect(await patch({ emoji: '🐢' })).to.deep.equal({ emoji: '🐢', icon: undefined });
      expect(await patch({ icon, emoji: null })).to.deep.equal({ emoji: '📘', icon });
      expect(await patch({ title: 'Same icon' })).to.deep.equal({ emoji: '📘', icon });
      expect(await patch({ emoji: null, icon: null })).to.deep.equal({ emoji: '📘', icon: undefined });
    });

    it('changes what is given and leaves the rest', async () => {
      const { id, admin } = make.organization();
      const before = await make.space(admin, id, { title: 'Guide' });
      const changes = { title: 'Handbook', editMode: 'locked', defaultLevel: 'comment' };
      const { body } = await content.as(admin).patch(`/v1/spaces/${before.id}`, changes, { expect: 200 });
      expect(body).to.deep.equal({ ...before, ...changes, updatedAt: body.updatedAt });
      expect(body.updatedAt > before.updatedAt).to.equal(true);
    });

    for (const [what, body, path] of [
      ['an emoji together with an icon', { emoji: '🐢', icon: 'https://example.com/a.png' }, 'body'],
      ['an icon that is no web address', { icon: 'javascript:alert(1)' }, 'body.icon'],
      ['a level that is none', { defaultLevel: 'reader' }, 'body.defaultLevel'],
      ['an edit mode of null', { editMode: null }, 'body.editMode'],
    ] as const) {
      it(`refuses ${what} and changes nothing`, async () => {
        const { id, admin } = make.organization();
        const space = await make.space(admin, id);
        const answer = await content.as(admin).patch(`/v1/spaces/${space.id}`, body, { expect: 400 });
        expect(answer.body.error.details[0].path).to.equal(path);
        expect((await content.as(admin).get(`/v1/spaces/${space.id}`)).body).to.deep.equal(space);
      });
    }
  });

  describe('listSpacesInOrganizationById', () => {
    it('neither repeats nor skips one while others are added, and counts them all', async () => {
      const { id, admin } = make.organization();
      const there: string[] = [];
      for (let index = 0; index < 5; index += 1) there.push((await make.space(admin, id)).id);
      const first = await content.as(admin).get(`/v1/orgs/${id}/spaces`, { query: { limit: 2 }, expect: 200 });
      expect(first.body.count).to.equal(5);
      const listed = await listAll(content, admin, `/v1/orgs/${id}/spaces`, {
        limit: 2,
        between: async () => there.length < 8 && there.push((await make.space(admin, id)).id),
      });
      expect(listed).to.deep.equal(there);
    });

    it('goes on behind a space that was deleted meanwhile', async () => {
      const { id, admin } = make.organization();
      const ids: string[] = [];
      for (let index = 0; index < 4; index += 1) ids.push((await make.space(admin, id)).id);
      const { body } = await content.as(admin).get(`/v1/orgs/${id}/spaces`, { query: { limit: 2 }, expect: 200 });
      await content.as(admin).delete(`/v1/spaces/${ids[1]}`, { expect: 205 });
      const query = { limit: 2, page: body.next.page };
      const rest = await content.as(admin).get(`/v1/orgs/${id}/spaces`, { query, expect: 200 });
      expect(rest.body.items.map((space: Space) => space.id)).to.deep.equal(ids.slice(2));
      expect(rest.body.count).to.equal(3);
    });

    it('refuses a limit out of bounds and a cursor that is none', async () => {
      const { id, admin } = make.organization();
      for (const limit of [0, -1, 1001, 'abc', '1.5', ''])
        await content.as(admin).get(`/v1/orgs/${id}/spaces`, { query: { limit }, expect: 400 });
      for (const page of ['nope', '', Buffer.from('[1]').toString('base64url'), 'e30'])
        await content.as(admin).get(`/v1/orgs/${id}/spaces`, { query: { page }, expect: 400 });
      await content.as(admin).get(`/v1/orgs/${id}/spaces`, { query: { limit: 1000 }, expect: 200 });
    });
  });

  describe('who sees a space', () => {
    it('it inherits its level through nested collections, in what is read and in what is listed', async () => {
      const { id, admin, member } = make.organization();
      const top = await make.collection(admin, id, { title: 'Top' });
      const middle = await make.collection(admin, id, { title: 'Middle', parent: top.id });
      const bottom = await make.collection(admin, id, { title: 'Bottom', parent: middle.id });
      const space = await make.space(admin, id, { title: 'Deep', parent: bottom.id });
      const reader = member('read');
      const level = async () => {
        const read = await content.as(reader).get(`/v1/spaces/${space.id}`);
        const { body: list } = await content.as(reader).get(`/v1/orgs/${id}/spaces`, { expect: 200 });
        expect(list.count).to.equal(read.status === 200 ? 1 : 0);
        if (read.status !== 200) return read.status;
        return roles.findLast((role) => added[role].every((name) => read.body.permissions[name]));
      };
      const set = (path: string, defaultLevel: Role | 'inherit' | null) =>
        content.as(admin).patch(path, { defaultLevel }, { expect: 200 });

      expect(await level()).to.equal('read');
      await set(`/v1/collections/${top.id}`, 'review');
      expect(await level()).to.equal('review');
      await set(`/v1/collections/${bottom.id}`, null);
      expect(await level()).to.equal(404);
      await set(`/v1/spaces/${space.id}`, 'comment');
      expect(await level()).to.equal('comment');
      await set(`/v1/spaces/${space.id}`, 'inherit');
      expect(await level()).to.equal(404);
      await set(`/v1/collections/${bottom.id}`, 'inherit');
      expect(await level()).to.equal('review');
      await set(`/v1/collections/${top.id}`, null);
      expect(await level()).to.equal(404);
      await set(`/v1/collections/${middle.id}`, 'edit');
      expect(await level()).to.equal('edit');
    });

    for (const role of roles) {
      it(`permissions of somebody with the role ${role}`, async () => {
        const { id, admin, member } = make.organization();
        const space = await make.space(admin, id);
        const { body } = await content.as(member(role)).get(`/v1/spaces/${space.id}`, { expect: 200 });
        expect(body.permissions).to.deep.equal(permissionsOf(role));
      });
    }

    it('an administrator of the organization sees what nobody else does; a guest and a stranger nothing', async () => {
      const { id, admin, member } = make.organization();
      const hidden = await make.space(admin, id, { title: 'Hidden' });
      await content.as(admin).patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null }, { expect: 200 });
      const open = await make.space(admin, id, { title: 'Open' });
      const listed = async (caller: typeof admin) =>
        (await content.as(caller).get(`/v1/orgs/${id}/spaces`, { expect: 200 })).body.items.map((row: Space) => row.id);
      expect(await listed(admin)).to.deep.equal([hidden.id, open.id]);
      expect(await listed(member('create'))).to.deep.equal([open.id]);
      expect(await listed(member(null))).to.deep.equal([]);
      const stranger = principalOf({});
      await content.as(stranger).get(`/v1/orgs/${id}/spaces`, { expect: 404 });
      await content.as(stranger).get(`/v1/spaces/${open.id}`, { expect: 404 });
      await content.anonymous().get(`/v1/spaces/${open.id}`, { expect: 401 });
    });
  });
});
