import type { Collection, Space } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { expect } from 'chai';
import type { ContentFixture } from './content-service.js';

/** What stands beside one another, by title, and what is in it: collections have an array, spaces none. */
export type Shape = (string | { [title: string]: Shape })[];

/** Makes trees of collections and spaces, and reads them as their order shows them. */
export function trees(content: ContentFixture, admin: Principal, organization: string) {
  const client = content.as(admin);
  const ids: Record<string, string> = {};
  const paths: Record<string, string> = {};

  async function make(shape: Shape, parent?: string): Promise<void> {
    for (const each of shape) {
      const [title, inside] = typeof each === 'string' ? [each, undefined] : Object.entries(each)[0]!;
      const kind = inside ? 'collections' : 'spaces';
      const body = { title, ...(parent && { parent }) };
      const { id } = (await client.post(`/v1/orgs/${organization}/${kind}`, body, { expect: 201 })).body;
      ids[title] = id;
      paths[title] = `/v1/${kind}/${id}`;
      if (inside) await make(inside, id);
    }
  }

  /** The tree as SQL has it: the lists of the API hold either collections or spaces. */
  async function read(parent: string | null = null): Promise<Shape> {
    const of = (table: string) =>
      content
        .db(table)
        .where({ organization_id: organization, parent_id: parent })
        .select<{ id: string; title: string; order_key: string }[]>('id', 'title', 'order_key');
    const collections = (await of('collections')).map((row) => ({ ...row, holds: true }));
    const spaces = (await of('spaces').whereNull('deleted_at')).map((row) => ({ ...row, holds: false }));
    const all = [...collections, ...spaces].toSorted((a, b) => (a.order_key < b.order_key ? -1 : 1));
    expect(new Set(all.map(({ order_key }) => order_key)).size, 'each has a place of its own').to.equal(all.length);
    const shape: Shape = [];
    for (const { id, title, holds } of all) shape.push(holds ? { [title]: await read(id) } : title);
    return shape;
  }

  const listed = async (path: string, query: Record<string, boolean> = {}): Promise<string[]> =>
    (await client.get(path, { query: { limit: 1000, ...query }, expect: 200 })).body.items.map(
      ({ title }: Space | Collection) => title,
    );

  /** How a request names something. */
  const pointer = (title: string) =>
    paths[title]!.includes('/spaces/')
      ? { type: 'space', space: ids[title] }
      : { type: 'collection', collection: ids[title] };

  return { client, ids, paths, make, read, listed, pointer };
}
