import type { CustomFieldEntry } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

const pathsOf = ({ body }: { body: any }) => body.error.details.map(({ path }: { path: string }) => path) as string[];

describe('custom-fields', () => {
  const content = contentService();
  const make = factories(content);

  /** An organization with the given fields, and a client of its administrator. */
  async function organization(...fields: object[]) {
    const { id, admin, member } = make.organization();
    const client = content.as(admin);
    const list = `/v1/orgs/${id}/custom-fields`;
    for (const field of fields) await client.post(list, field, { expect: 201 });
    return { id, admin, member, client, list };
  }

  /** The same with a space in it. */
  async function withSpace(...fields: object[]) {
    const made = await organization(...fields);
    const space = await make.space(made.admin, made.id);
    const path = `/v1/spaces/${space.id}/custom-fields`;
    const set = (values: object, options: object = { expect: 204 }) => made.client.patch(path, { values }, options);
    return { ...made, space, path, set, values: (caller: Principal = made.admin) => valuesOf(caller, path) };
  }

  /** What a space holds, by name; fields without a value are left out. */
  async function valuesOf(caller: Principal, path: string): Promise<Record<string, unknown>> {
    const { body } = await content.as(caller).get(path, { expect: 200 });
    const entries = (body as CustomFieldEntry[]).filter((entry) => 'value' in entry);
    return Object.fromEntries(entries.map(({ customField, value }) => [customField.name, value]));
  }

  const severity = { name: 'severity', type: 'select:single', options: ['low', 'high'] };
  const areas = { name: 'areas', type: 'select:multi', options: ['api', 'web', 'cli'] };
  const owner = { name: 'owner', type: 'text' };

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

  describe('getSpaceCustomFields', () => {
    it('shows every field of the organization, with a value where there is one', async () => {
      const { client, list, path, set, member } = await withSpace(owner, severity);
      await set({ severity: { value: 'high' } });
      const fields = (await client.get(list)).body.items;
      const { body, headers } = await client.get(path, { expect: 200 });
      expect(body).to.deep.equal([{ customField: fields[0] }, { customField: fields[1], value: 'high' }]);
      await client.get(path, { headers: { 'if-none-match': headers.get('etag')! }, expect: 304 });
      const seen = await content.as(member('read')).get(path, { expect: 200 });
      expect(seen.body[1].value).to.equal('high');
      expect(seen.body[1].customField.permissions).to.deep.equal({ view: true, edit: false });
    });

    it('is empty where there are no fields, and unknown where the space is not to be seen', async () => {
      const { path, client, space, member } = await withSpace();
      expect((await client.get(path, { expect: 200 })).body).to.deep.equal([]);
      await client.patch(`/v1/spaces/${space.id}`, { defaultLevel: null }, { expect: 200 });
      await content.as(member('create')).get(path, { expect: 404 });
      await content.as(member('create')).patch(path, { values: {} }, { expect: 404 });
    });
  });

  describe('updateSpaceCustomFields', () => {
    const labels = { name: 'labels', type: 'tags' };
    const size = { name: 'size', type: 'number' };
    const stable = { name: 'stable', type: 'boolean' };

    it('sets what is named, of every type, and leaves the rest; null and nothing unset', async () => {
      const { set, values } = await withSpace(owner, size, stable, labels, areas, severity);
      const all = {
        owner: '😀'.repeat(256),
        size: -1.5e-7,
        stable: false,
        labels: Array.from({ length: 50 }, (_, index) => `${'é'.repeat(254)}${index + 10}`),
        areas: ['cli', 'api'],
        severity: 'high',
      };
      await set(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }])));
      expect(await values()).to.deep.equal(all);
      await set({ size: { value: 0 }, owner: { value: null }, labels: {}, areas: { value: [] } });
      expect(await values()).to.deep.equal({ size: 0, stable: false, areas: [], severity: 'high' });
      await set({ owner: { value: null } });
      await set({});
      expect(await values()).to.deep.equal({ size: 0, stable: false, areas: [], severity: 'high' });
    });

    it('keeps what looks like something else as it is', async () => {
      const { set, values } = await withSpace(owner, size, labels);
      for (const value of ['', ' ', 'null', '"', '\\', '{}', "'; DROP TABLE spaces; --", '$1', '\u2028', '[1]'])
        for (const [name, kept] of [
          ['owner', value],
          ['labels', [value, `${value}2`]],
        ] as const) {
          await set({ [name]: { value: kept } });
          expect((await values())[name]).to.deep.equal(kept);
        }
      for (const value of [0.1 + 0.2, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, -1]) {
        await set({ size: { value } });
        expect((await values()).size).to.equal(value);
      }
    });

    for (const [what, values, paths] of [
      ['text for a number', { size: { value: '7' } }, ['size.value']],
      ['a number for text', { owner: { value: 7 } }, ['owner.value']],
      ['text for a boolean', { stable: { value: 'true' } }, ['stable.value']],
      ['text for tags', { labels: { value: 'a' } }, ['labels.value']],
      ['a list for text', { owner: { value: ['a'] } }, ['owner.value']],
      ['what is no option', { severity: { value: 'medium' } }, ['severity.value']],
      ['an option in capitals', { severity: { value: 'Low' } }, ['severity.value']],
      ['a list for one option', { severity: { value: ['low'] } }, ['severity.value']],
      ['one option for a list', { areas: { value: 'api' } }, ['areas.value']],
      ['options of which two are none', { areas: { value: ['x', 'api', 'y'] } }, ['areas.value.0', 'areas.value.2']],
      ['an option twice', { areas: { value: ['api', 'api'] } }, ['areas.value.1']],
      ['a tag twice', { labels: { value: ['a', 'b', 'a'] } }, ['labels.value.2']],
      ['text of 257 characters', { owner: { value: '😀'.repeat(257) } }, ['owner.value']],
      ['a tag of 257 characters', { labels: { value: ['a', '😀'.repeat(257)] } }, ['labels.value.1']],
      ['51 tags', { labels: { value: Array.from({ length: 51 }, (_, i) => `${i}`) } }, ['labels.value']],
      ['1,001 tags', { labels: { value: Array.from({ length: 1001 }, (_, i) => `${i}`) } }, ['labels.value']],
      ['a tag that is no text', { labels: { value: ['a', null] } }, ['labels.value']],
      ['an object', { owner: { value: { text: 'a' } } }, ['owner.value']],
      ['a value without its wrapping', { owner: 'Ada' }, ['owner']],
      ['a field that is null', { owner: null }, ['owner']],
      ['text with U+0000', { owner: { value: 'a\0' } }, ['owner.value']],
      ['a tag with half a surrogate pair', { labels: { value: ['\ud83d'] } }, ['labels.value.0']],
      ['an unknown field', { nobody: { value: 'a' } }, ['nobody']],
      ['an unknown field to unset', { nobody: { value: null } }, ['nobody']],
      ['a field that every object has', { constructor: { value: 'a' } }, ['constructor']],
    ] as const) {
      it(`refuses ${what}, and nothing of it changes anything`, async () => {
        const { set, values: read } = await withSpace(owner, size, stable, labels, areas, severity);
        const held = { owner: 'Ada', size: 1, severity: 'low' };
        await set(Object.fromEntries(Object.entries(held).map(([name, value]) => [name, { value }])));
        const answer = await set({ size: { value: 2 }, severity: {}, ...values }, { expect: 400 });
        expect(pathsOf(answer)).to.deep.equal(paths.map((path) => `body.values.${path}`));
        expect(await read()).to.deep.equal(held);
      });
    }

    for (const [what, body] of [
      ['no values', {}],
      ['values that are a list', { values: [{ value: 'a' }] }],
      ['values that are text', { values: 'owner' }],
      ['no values (null)', { values: null }],
      ['101 fields', { values: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, {}])) }],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { client, path } = await withSpace(owner);
        expect(pathsOf(await client.patch(path, body, { expect: 400 }))).to.deep.equal(['body.values']);
      });
    }

    it('takes fields that are named like what every object has, and refuses them where there are none', async () => {
      const names = ['__proto__', 'constructor', 'valueof'];
      const { client, path } = await withSpace(...names.map((name) => ({ name, type: 'text' })));
      const json = { headers: { 'content-type': 'application/json' } };
      const text = `{"values":{${names.map((name) => `"${name}":{"value":"${name}!"}`).join()}}}`;
      await client.patch(path, text, { ...json, expect: 204 });
      const { body } = await client.get(path, { expect: 200 });
      const held = (body as CustomFieldEntry[]).map(({ customField, value }) => [customField.name, value]);
      expect(held).to.deep.equal(names.map((name) => [name, `${name}!`]));
      expect(({} as Record<string, unknown>).value).to.equal(undefined);
      const none = await withSpace(owner);
      const refused = await none.client.patch(none.path, text, { ...json, expect: 400 });
      expect(pathsOf(refused)).to.deep.equal(names.map((name) => `body.values.${name}`));
    });

    it('an option that is gone is still read, and not written any more', async () => {
      const { client, list, set, values } = await withSpace(areas, severity);
      await set({ areas: { value: ['api', 'web'] }, severity: { value: 'low' } });
      await client.patch(`${list}/areas`, { options: ['web', 'app'] }, { expect: 200 });
      await client.patch(`${list}/severity`, { options: ['high'] }, { expect: 200 });
      expect(await values()).to.deep.equal({ areas: ['api', 'web'], severity: 'low' });
      const answer = await set({ areas: { value: ['web', 'api'] }, severity: { value: 'low' } }, { expect: 400 });
      expect(pathsOf(answer)).to.deep.equal(['body.values.areas.value.1', 'body.values.severity.value']);
      await set({ areas: { value: ['web', 'app'] } });
      expect(await values()).to.deep.equal({ areas: ['web', 'app'], severity: 'low' });
    });

    it('merges what is written at the same time, field by field', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
      const { set, values } = await withSpace(...names.map((name) => ({ name, type: 'text' })));
      const pairs = names.map((name, index) => [name, names[(index + 5) % names.length]!] as const);
      await Promise.all(names.map((name) => set({ [name]: { value: name } })));
      expect(await values()).to.deep.equal(Object.fromEntries(names.map((name) => [name, name])));
      // Each names two fields, in an order of its own.
      await Promise.all(pairs.map(([a, b]) => set({ [a]: { value: `${a}${b}` }, [b]: { value: `${a}${b}` } })));
      for (const [name, value] of Object.entries(await values()))
        expect(pairs.filter((pair) => pair.includes(name)).map((pair) => pair.join(''))).to.include(value);
    });

    it('writes no option that goes at the same time', async () => {
      const { client, list, set, values } = await withSpace(severity);
      const [changed, ...written] = await Promise.all([
        client.patch(`${list}/severity`, { options: ['high'] }),
        ...Array.from({ length: 6 }, () => set({ severity: { value: 'low' } }, {})),
      ]);
      expect(changed!.status).to.equal(200);
      for (const { status } of written) expect(status).to.be.oneOf([204, 400]);
      const before = await values();
      await set({ severity: { value: 'low' } }, { expect: 400 });
      expect(await values()).to.deep.equal(before);
      expect(before).to.deep.equal(written.some(({ status }) => status === 204) ? { severity: 'low' } : {});
    });

    it('lets one of those who read the same state through', async () => {
      const { client, path, set, values } = await withSpace(owner);
      const tag = (await client.get(path)).headers.get('etag')!;
      const write = (value: string) => set({ owner: { value } }, { headers: { 'if-match': tag } });
      const answers = await Promise.all(['A', 'B', 'C'].map(write));
      expect(answers.map(({ status }) => status)).to.have.members([204, 412, 412]);
      expect(await values()).to.deep.equal({
        owner: ['A', 'B', 'C'][answers.findIndex(({ status }) => status === 204)],
      });
    });

    it('takes values while the content is locked, and leaves the space and its events alone', async () => {
      const { client, space, values, member, path } = await withSpace(owner);
      await client.patch(`/v1/spaces/${space.id}`, { editMode: 'locked' }, { expect: 200 });
      const before = await client.get(`/v1/spaces/${space.id}`);
      const events = async () => (await outboxEvents(content.db)).filter(({ subject }) => subject === space.id).length;
      const said = await events();
      await content.as(member('edit')).patch(path, { values: { owner: { value: 'Ada' } } }, { expect: 204 });
      await content.as(member('comment')).patch(path, { values: { owner: { value: 'Eve' } } }, { expect: 403 });
      expect(await values()).to.deep.equal({ owner: 'Ada' });
      expect((await client.get(`/v1/spaces/${space.id}`)).body).to.deep.equal(before.body);
      expect(await events()).to.equal(said);
    });

    it('a space that is removed for good takes its values along', async () => {
      const { set, space } = await withSpace(owner);
      await set({ owner: { value: 'Ada' } });
      await content.db.transaction(async (tx) => {
        await tx('spaces').where({ id: space.id }).delete();
        await tx('revisions').where({ space_id: space.id }).delete();
      });
      expect(await content.db('custom_field_values').where({ space_id: space.id })).to.deep.equal([]);
    });
  });
});
