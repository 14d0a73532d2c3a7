import type { Principal } from '@quire/runtime';
import { expect } from 'chai';
import type { ContentFixture } from './content-service.js';

/** Lists page by page and hands over after each page, so that a test can change things in between. */
export async function listAll(
  content: ContentFixture,
  caller: Principal,
  path: string,
  { limit, between = async () => undefined }: { limit: number; between?: () => Promise<unknown> },
): Promise<string[]> {
  const ids: string[] = [];
  for (let page: string | undefined, first = true; first || page !== undefined; first = false) {
    const { body } = await content.as(caller).get(path, { query: { limit, page }, expect: 200 });
    expect(body.items.length).to.be.at.most(limit);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    page = body.next?.page;
    await between();
  }
  return ids;
}
