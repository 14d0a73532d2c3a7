import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { customFields, owner, pathsOf, severity } from '../custom-fields.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

describe('custom-fields', () => {
  const content = contentService();
  const make = factories(content);
  const { organization, withSpace } = customFields(content);

  describe('createOrganizationCustomField', () => {
    it('makes a field that is titled by its name, when nothing else is said', async () => {
      const { id, admin, member, client, list } = await organization();
      const { body, headers } = await client.post(list, owner, { expect: 201 });
      expect(body).to.deep.equal({
        id: body.id,
        name: 'owner',
        title: 'owner',
        description: '',
        type: 'text',
        placeholder: '',
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
        urls: { location: `${publicUrl}/v1/orgs/${id}/custom-fields/owner` },
        permissions: { view: true, edit: true },
      });
      expect(headers.get('location')).to.equal(body.urls.location);
      expect((await content.as(admin).get(`${list}/owner`, { expect: 200 })).body).to.deep.equal(body);
      const read = await content.as(member('create')).get(`${list}/owner`, { expect: 200 });
      expect(read.body).to.deep.equal({ ...body, permissions: { view: true, edit: false } });
    });

    it('takes all that a field has, of any script, up to its bounds', async () => {
      const { client, list } = await organization();
      const wanted = {
        name: 'a-b_0'.repeat(10),
        type: 'select:multi',
        title: '😀'.repeat(100),
        description: 'é'.repeat(200),
        placeholder: '日'.repeat(100),
        options: Array.from({ length: 50 }, (_, index) => `${'😀'.repeat(38)}${index + 10}`),
      };
      expect((await client.post(list, wanted, { expect: 201 })).body).to.deep.include(wanted);
    });

    it('takes the names of what every object has, and no select is in need of options', async () => {
      const { client, list } = await organization();
      for (const name of ['__proto__', 'constructor', 'hasownproperty', 'values', '-', '_', '0']) {
        const { body } = await client.post(list, { name, type: 'select:single' }, { expect: 201 });
        expect(body.name).to.equal(name);
        expect('options' in body).to.equal(false);
        expect((await client.get(`${list}/${name}`, { expect: 200 })).body).to.deep.equal(body);
      }
      expect((await client.get(list)).body.count).to.equal(7);
    });

    for (const [what, body, paths] of [
      ['nothing', {}, ['body.name', 'body.type']],
      ['an empty name', { ...owner, name: '' }, ['body.name']],
      ['a name of 51 characters', { ...owner, name: 'a'.repeat(51) }, ['body.name']],
      ['a name in capitals', { ...owner, name: 'Owner' }, ['body.name']],
      ['a name with a space', { ...owner, name: 'an owner' }, ['body.name']],
      ['a name with a line break', { ...owner, name: 'owner\n' }, ['body.name']],
      ['a name that looks like one', { ...owner, name: 'оwner' }, ['body.name']],
      ['a name with a slash', { ...owner, name: 'a/b' }, ['body.name']],
      ['an unknown type', { ...owner, type: 'date' }, ['body.type']],
      ['a type that every object has', { ...owner, type: 'constructor' }, ['body.type']],
      ['a title of 101 characters', { ...owner, title: '😀'.repeat(101) }, ['body.title']],
      ['a description of 201 characters', { ...owner, description: '😀'.repeat(201) }, ['body.description']],
      ['a placeholder of 101 characters', { ...owner, placeholder: '😀'.repeat(101) }, ['body.placeholder']],
      ['no option at all', { ...severity, options: [] }, ['body.options']],
      ['51 options', { ...severity, options: Array.from({ length: 51 }, (_, i) => `${i}`) }, ['body.options']],
      ['1,001 options', { ...severity, options: Array.from({ length: 1001 }, (_, i) => `${i}`) }, ['body.options']],
      ['an empty option', { ...severity, options: ['a', ''] }, ['body.options.1']],
      ['an option of 41 characters', { ...severity, options: ['😀'.repeat(41)] }, ['body.options.0']],
      ['an option twice', { ...severity, options: ['a', 'b', 'a'] }, ['body.options.2']],
      ['an option that is no text', { ...severity, options: ['a', 7] }, ['body.options.1']],
      ['options that are no list', { ...severity, options: { 0: 'a' } }, ['body.options']],
      ['options of a text', { ...owner, options: ['a'] }, ['body.options']],
      ['options of tags', { name: 'labels', type: 'tags', options: ['a'] }, ['body.options']],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { client, list } = await organization();
        expect(new Set(pathsOf(await client.post(list, body, { expect: 400 })))).to.deep.equal(new Set(paths));
        expect((await client.get(list)).body).to.deep.equal({ items: [], count: 0 });
      });
    }

    it('refuses a name that the organization has; another organization may have it too', async () => {
      const { client, list } = await organization(owner);
      await client.post(list, { ...owner, type: 'number' }, { expect: 409 });
      expect((await client.get(`${list}/owner`)).body.type).to.equal('text');
      await organization(owner);
    });

    it('gives a name to one of those who ask for it at the same time', async () => {
      const { client, list } = await organization();
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => client.post(list, owner)));
      expect(answers.map(({ status }) => status)).to.have.members([201, 409, 409, 409, 409]);
      expect((await client.get(list)).body.count).to.equal(1);
    });
  });

  describe('updateOrganizationCustomField', () => {
    it('changes what is given and leaves the rest, name and type always', async () => {
      const { client, list } = await organization(severity);
      const path = `${list}/severity`;
      const before = (await client.get(path)).body;
      await client.patch(path, {}, { expect: 200 });
      const changes = { title: 'How bad', description: 'D', placeholder: 'P', options: ['worse', 'worst'] };
      const body = { ...changes, name: 'other', type: 'text', id: 'x' };
      const changed = (await client.patch(path, body, { expect: 200 })).body;
      expect(changed).to.deep.equal({ ...before, ...changes, updatedAt: changed.updatedAt });
      const cleared = (await client.patch(path, { title: '', description: '' }, { expect: 200 })).body;
      expect(cleared).to.deep.equal({ ...changed, title: '', description: '', updatedAt: cleared.updatedAt });
      expect((await client.get(path)).body).to.deep.equal(cleared);
    });

    for (const [what, body, path] of [
      ['a title of 101 characters', { title: '😀'.repeat(101) }, 'body.title'],
      ['a description of 201 characters', { description: 'a'.repeat(201) }, 'body.description'],
      ['a placeholder of 101 characters', { placeholder: 'a'.repeat(101) }, 'body.placeholder'],
      ['no option at all', { options: [] }, 'body.options'],
      ['no options (null)', { options: null }, 'body.options'],
      ['an option twice', { options: ['a', 'a'] }, 'body.options.1'],
    ] as const) {
      it(`refuses ${what}, and changes nothing`, async () => {
        const { client, list } = await organization(severity);
        const before = (await client.get(`${list}/severity`)).body;
        const answer = await client.patch(`${list}/severity`, { title: 'New', ...body }, { expect: 400 });
        expect(pathsOf(answer)).to.deep.equal([path]);
        expect((await client.get(`${list}/severity`)).body).to.deep.equal(before);
      });
    }

    it('refuses options of a field that has none to choose from', async () => {
      const { client, list } = await organization(owner);
      const answer = await client.patch(`${list}/owner`, { title: 'New', options: ['a'] }, { expect: 400 });
      expect(pathsOf(answer)).to.deep.equal(['body.options']);
      expect((await client.get(`${list}/owner`)).body.title).to.equal('owner');
    });

    it('lets one of those who read the same state through', async () => {
      const { client, list } = await organization(owner);
      const tag = (await client.get(`${list}/owner`)).headers.get('etag')!;
      const patch = (title: string) => client.patch(`${list}/owner`, { title }, { headers: { 'if-match': tag } });
      const answers = await Promise.all(['A', 'B', 'C'].map(patch));
      expect(answers.map(({ status }) => status)).to.have.members([200, 412, 412]);
      const title = answers.find(({ status }) => status === 200)!.body.title;
      expect((await client.get(`${list}/owner`)).body.title).to.equal(title);
    });
  });

  describe('deleteOrganizationCustomField', () => {
    it('drops what spaces hold for it; a new field of that name starts empty', async () => {
      const { client, list, set, values } = await withSpace(owner, severity);
      await set({ owner: { value: 'Ada' }, severity: { value: 'low' } });
      await client.delete(`${list}/owner`, { headers: { 'if-match': '"other"' }, expect: 412 });
      const answers = await Promise.all([1, 2, 3].map(() => client.delete(`${list}/owner`)));
      expect(answers.map(({ status }) => status)).to.have.members([204, 404, 404]);
      await client.get(`${list}/owner`, { expect: 404 });
      expect(await values()).to.deep.equal({ severity: 'low' });
      expect(pathsOf(await set({ owner: { value: 'Ada' } }, { expect: 400 }))).to.deep.equal(['body.values.owner']);
      await client.post(list, { ...owner, type: 'number' }, { expect: 201 });
      expect(await values()).to.deep.equal({ severity: 'low' });
    });

    it('leaves no value behind that was written at the same time', async () => {
      const { client, list, set, space } = await withSpace(owner);
      const field = (await client.get(`${list}/owner`)).body;
      const writes = Array.from({ length: 8 }, (_, index) => set({ owner: { value: `${index}` } }, {}));
      const [removed, ...written] = await Promise.all([client.delete(`${list}/owner`), ...writes]);
      expect(removed!.status).to.equal(204);
      for (const { status } of written) expect(status).to.be.oneOf([204, 400]);
      const left = await content
        .db('custom_field_values')
        .where({ space_id: space.id })
        .orWhere({ field_id: field.id });
      expect(left).to.deep.equal([]);
    });
  });

  describe('listOrganizationCustomFields', () => {
    it('pages in the order of creation without repeating or skipping while others go', async () => {
      const names = ['b', 'a', 'd', 'c', 'e'];
      const { admin, client, list } = await organization(...names.map((name) => ({ name, type: 'text' })));
      const { body } = await client.get(list, { expect: 200 });
      expect(body.items.map(({ name }: { name: string }) => name)).to.deep.equal(names);
      expect(body.count).to.equal(5);
      const gone = ['a', 'b'];
      const ids = await listAll(content, admin, list, {
        limit: 2,
        between: async () => {
          const name = gone.pop();
          if (name) await client.delete(`${list}/${name}`, { expect: 204 });
        },
      });
      expect(ids).to.deep.equal(body.items.map(({ id }: { id: string }) => id));
      expect((await client.get(list)).body.count).to.equal(3);
    });

    it('fields of another organization are unknown, even to who administers both', async () => {
      const [one, other] = [await organization(owner), await organization(severity)];
      const both = content.as(principalOf({ [one.id]: 'admin', [other.id]: 'admin' }));
      await both.get(`${one.list}/severity`, { expect: 404 });
      await both.patch(`${one.list}/severity`, { title: 'Mine' }, { expect: 404 });
      await both.delete(`${one.list}/severity`, { expect: 404 });
      const listed = (await both.get(one.list)).body.items.map(({ name }: { name: string }) => name);
      expect(listed).to.deep.equal(['owner']);
      const space = await make.space(one.admin, one.id);
      const values = { severity: { value: 'low' } };
      await both.patch(`/v1/spaces/${space.id}/custom-fields`, { values }, { expect: 400 });
    });
  });
});
