import type { PageChange } from '@quire/contract';
import { expect } from 'chai';
import { getPage, type References } from '../src/domain/pages/page-record.js';
import { ContentStore } from '../src/domain/store/content-store.js';
import type { ContentFixture } from './content-service.js';
import { factories } from './factories.js';

export const insertPage = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: '' },
  ...more,
});
export const updatePage = (id: string | undefined, fields: object) => ({
  operation: 'update_page',
  page: id,
  ...fields,
});
export const idsOf = (changes: readonly PageChange[]): string[] =>
  changes.map(({ page }) => (typeof page === 'string' ? page : page.id));

/** Makes spaces with pages, and batches of edits on them. */
export function editor(content: ContentFixture) {
  const make = factories(content);

  async function written(pages?: Record<string, string>) {
    const made = await make.written(pages);
    const main = `/v1/spaces/${made.spaceId}`;
    const client = content.as(made.admin);
    return {
      ...made,
      main,
      client,
      edit: (...changes: object[]) => make.edit(made.admin, main, changes),
      refuse: async (status: number, ...changes: object[]) => {
        const before = (await client.get(`${main}/content`)).body;
        const answer = await client.post(`${main}/content`, { changes }, { expect: status });
        expect((await client.get(`${main}/content`)).body, 'nothing has changed').to.deep.equal(before);
        const details: { path: string; message: string }[] = answer.body.error.details ?? [];
        return { message: answer.body.error.message as string, paths: details.map(({ path }) => path) };
      },
      outline: () => make.outline(made.admin, main),
      /** What the links of a page lead to, as it is stored. */
      references: async (id: string, path = main): Promise<References> => {
        const revision = (await client.get(`${path}/content`)).body.id;
        const { pages: root } = await content.db('revisions').where({ id: revision }).first('pages');
        const reader = new ContentStore().reader(content.db);
        const { references } = (await getPage(reader, root, id))!;
        return references === undefined ? {} : ((await reader.load(references)) as References);
      },
    };
  }
  return { make, written };
}
