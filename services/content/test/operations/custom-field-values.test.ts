import type { CustomFieldEntry } from '@quire/contract';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { areas, customFields, owner, pathsOf, severity } from '../custom-fields.js';
import { factories } from '../factories.js';

describe('custom-fields on spaces', () => {
  const content = contentService();
  const make = factories(content);
  const { organization, withSpace } = customFields(content);

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

    it('shows the fields to a guest of the space, who may not look them up in the organization', async () => {
      const { id, list, path, set, space, member } = await withSpace(owner);
      await set({ owner: { value: 'Ada' } });
      const guest = member(null);
      const grant = { organization_id: id, space_id: space.id, subject_id: guest.userId, kind: 'user', level: 'read' };
      await content.as(guest).get(path, { expect: 404 });
      await content.db('permissions').insert(grant);
      const { body } = await content.as(guest).get(path, { expect: 200 });
      expect(body[0].value).to.equal('Ada');
      expect(body[0].customField.permissions).to.deep.equal({ view: false, edit: false });
      await content.as(guest).get(`${list}/owner`, { expect: 403 });
      await content.as(guest).patch(path, { values: {} }, { expect: 403 });
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

    it('goes on while fields are changed, removed and made anew under it', async () => {
      const names = ['a', 'b', 'c', 'd'];
      const fieldOf = (name: string) => ({ name, type: 'select:multi', options: ['x', 'y'] });
      const { id, admin, client, list } = await organization(...names.map(fieldOf));
      const spaces = await Promise.all(names.map((title) => make.space(admin, id, { title })));
      const write = (index: number) => {
        const chosen = names.map((name, at) => [name, (index + at) % 3 ? { value: ['y', 'x'] } : {}]);
        const values = Object.fromEntries(index % 2 ? chosen : chosen.toReversed());
        return client.patch(`/v1/spaces/${spaces[index % 4]!.id}/custom-fields`, { values });
      };
      const change = (index: number) =>
        client.patch(`${list}/${names[index % 4]}`, { options: ['x', 'y', `${index}`] });
      const replace = async (index: number) => {
        const removed = await client.delete(`${list}/${names[index % 4]}`);
        await client.post(list, fieldOf(names[index % 4]!));
        return removed;
      };
      const all = Array.from({ length: 24 }, (_, index) => [
        write(index),
        change(index),
        write(index + 1),
        replace(index),
      ]);
      for (const { status, body } of await Promise.all(all.flat()))
        expect(status, JSON.stringify(body)).to.be.oneOf([200, 204, 400, 404]);
      expect((await client.get(list)).body.count).to.equal(4);
      const { rows } =
        await content.db.raw(`SELECT v.* FROM custom_field_values v LEFT JOIN custom_fields f ON f.id = field_id
        LEFT JOIN spaces s ON s.id = space_id WHERE f.id IS NULL OR s.id IS NULL OR f.organization_id <> s.organization_id`);
      expect(rows).to.deep.equal([]);
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
