import { languages } from '@quire/contract';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

describe('translations', () => {
  const content = contentService();
  const make = factories(content);

  async function made(body: object = { title: 'Europe' }) {
    const { id, admin, member } = make.organization();
    const list = `/v1/orgs/${id}/translations`;
    const settings = (await content.as(admin).post(list, body, { expect: 201 })).body;
    return { id, admin, member, list, settings, path: `${list}/${settings.id}` };
  }

  describe('createTranslationSettings', () => {
    it('makes settings without languages, when only a title is given', async () => {
      const { id, admin, member, list } = await made();
      const { body, headers } = await content.as(admin).post(list, { title: 'Asia' }, { expect: 201 });
      expect(body).to.deep.equal({
        object: 'translation-settings',
        id: body.id,
        title: 'Asia',
        languages: [],
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
        permissions: { view: true, edit: true },
        urls: { location: `${publicUrl}/v1/orgs/${id}/translations/${body.id}` },
      });
      expect(headers.get('location')).to.equal(body.urls.location);
      expect((await content.as(admin).get(`${list}/${body.id}`, { expect: 200 })).body).to.deep.equal(body);
      const read = await content.as(member('create')).get(`${list}/${body.id}`, { expect: 200 });
      expect(read.body).to.deep.equal({ ...body, permissions: { view: true, edit: false } });
      expect(await outboxEvents(content.db)).to.deep.equal([]);
    });

    it('takes every language, in the order given, and a title of 100 characters of any script', async () => {
      const wanted = { title: '😀'.repeat(100), languages: languages.toReversed() };
      expect((await made(wanted)).settings).to.deep.include(wanted);
    });
  });

  for (const [what, body, paths] of [
    ['no title', {}, ['body.title']],
    ['an empty title', { title: '' }, ['body.title']],
    ['a title of 101 characters', { title: '😀'.repeat(101) }, ['body.title']],
    ['a title that is no text', { title: 7 }, ['body.title']],
    ['a title with U+0000', { title: 'a\0' }, ['body.title']],
    ['a language that is none', { title: 'A', languages: ['fr', 'xx'] }, ['body.languages.1']],
    ['a language in capitals', { title: 'A', languages: ['PT-BR'] }, ['body.languages.0']],
    ['a language that every object has', { title: 'A', languages: ['constructor'] }, ['body.languages.0']],
    ['a language twice', { title: 'A', languages: ['fr', 'de', 'fr'] }, ['body.languages.2']],
    ['languages that are no list', { title: 'A', languages: 'fr' }, ['body.languages']],
    ['no languages at all (null)', { title: 'A', languages: null }, ['body.languages']],
  ] as const) {
    it(`createTranslationSettings and updateTranslationSettings refuse ${what}, and nothing changes`, async () => {
      const { admin, list, path, settings } = await made();
      const named = ({ body: { error } }: { body: any }) =>
        error.details.map((detail: { path: string }) => detail.path) as string[];
      expect(named(await content.as(admin).post(list, body, { expect: 400 }))).to.deep.equal(paths);
      expect(named(await content.as(admin).put(path, body, { expect: 400 }))).to.deep.equal(paths);
      expect((await content.as(admin).get(list)).body).to.deep.equal({ items: [settings], count: 1 });
    });
  }

  it('refuses 1,001 languages', async () => {
    const { admin, list } = await made();
    const body = { title: 'A', languages: Array.from({ length: 1001 }, () => 'fr') };
    await content.as(admin).post(list, body, { expect: 400 });
  });

  describe('updateTranslationSettings', () => {
    it('replaces all of it', async () => {
      const { admin, path, settings } = await made({ title: 'Europe', languages: ['fr', 'de'] });
      await content
        .db('translation_settings')
        .where({ id: settings.id })
        .update({ updated_at: new Date(0) });
      const changed = (await content.as(admin).put(path, { title: 'All', languages: ['ja'] }, { expect: 200 })).body;
      expect(changed).to.deep.equal({ ...settings, title: 'All', languages: ['ja'], updatedAt: changed.updatedAt });
      expect(changed.updatedAt >= settings.updatedAt).to.equal(true);
      const bare = (await content.as(admin).put(path, { title: 'None' }, { expect: 200 })).body;
      expect(bare).to.deep.include({ title: 'None', languages: [] });
      expect((await content.as(admin).get(path)).body).to.deep.equal(bare);
    });

    it('lets one of two who read the same state through', async () => {
      const { admin, path } = await made();
      const tag = (await content.as(admin).get(path)).headers.get('etag')!;
      const put = (title: string) => content.as(admin).put(path, { title }, { headers: { 'if-match': tag } });
      const answers = await Promise.all(['A', 'B', 'C', 'D'].map(put));
      expect(answers.map(({ status }) => status)).to.have.members([200, 412, 412, 412]);
      const { title } = answers.find(({ status }) => status === 200)!.body;
      expect((await content.as(admin).get(path)).body.title).to.equal(title);
    });
  });

  describe('deleteTranslationSettings', () => {
    it('removes them for good', async () => {
      const { admin, list, path } = await made();
      await content.as(admin).delete(path, { headers: { 'if-match': '"other"' }, expect: 412 });
      const answers = await Promise.all([1, 2, 3].map(() => content.as(admin).delete(path)));
      expect(answers.map(({ status }) => status)).to.have.members([205, 404, 404]);
      await content.as(admin).get(path, { expect: 404 });
      await content.as(admin).put(path, { title: 'A' }, { expect: 404 });
      expect((await content.as(admin).get(list)).body).to.deep.equal({ items: [], count: 0 });
    });
  });

  describe('listTranslationSettings', () => {
    it('pages without repeating or skipping while others come and go', async () => {
      const { admin, list, settings } = await made();
      const ids = [settings.id];
      for (const title of ['B', 'C', 'D', 'E'])
        ids.push((await content.as(admin).post(list, { title }, { expect: 201 })).body.id);
      const gone = ids.slice(0, 2).map((id) => `${list}/${id}`);
      const listed = await listAll(content, admin, list, {
        limit: 2,
        between: async () => {
          const path = gone.pop();
          if (path) await content.as(admin).delete(path, { expect: 205 });
        },
      });
      expect(listed).to.deep.equal(ids);
      expect((await content.as(admin).get(list)).body.count).to.equal(3);
    });

    it('settings of another organization are unknown, even to who administers both', async () => {
      const [one, other] = [await made(), await made()];
      const both = principalOf({ [one.id]: 'admin', [other.id]: 'admin' });
      const path = `${one.list}/${other.settings.id}`;
      await content.as(both).get(path, { expect: 404 });
      await content.as(both).put(path, { title: 'Mine' }, { expect: 404 });
      await content.as(both).delete(path, { expect: 404 });
      expect((await content.as(both).get(one.list)).body.items).to.deep.equal([one.settings]);
      expect((await content.as(both).get(other.path)).body).to.deep.equal(other.settings);
    });
  });
});
