import type { ChangeRequest, Page } from '@quire/contract';
import { type Principal, newId } from '@quire/runtime';
import { type ContentFixture, principalOf } from './content-service.js';

/** Makes state over HTTP, as an organization admin unless said otherwise. */
export function factories(content: ContentFixture) {
  const organization = () => {
    const id = newId();
    return {
      id,
      admin: principalOf({ [id]: 'admin' }),
      member: (role: Parameters<typeof principalOf>[0][string]) => principalOf({ [id]: role }),
    };
  };

  const space = async (admin: Principal, organizationId: string, body: object = { title: 'Guide' }) =>
    (await content.as(admin).post(`/v1/orgs/${organizationId}/spaces`, body, { expect: 201 })).body;

  /** Uploads bytes and returns the address that an import takes. */
  const upload = async (admin: Principal, organizationId: string, bytes: Buffer, name = 'docs.zip') => {
    const file = { name, contentType: 'application/zip', size: bytes.length };
    const { body } = await content.as(admin).post(`/v1/orgs/${organizationId}/storage/upload`, file, { expect: 201 });
    const answer = await fetch(content.reach(body.uploadURL), { method: 'PUT', body: new Uint8Array(bytes) });
    if (answer.status !== 204) throw new Error(`PUT uploadURL answered ${answer.status}: ${await answer.text()}`);
    return body.url as string;
  };

  /** A space with the given pages of Markdown, and their ids by title. */
  const written = async (pages: Record<string, string> = { Home: '# Home\n\nWelcome.\n' }) => {
    const { id: organizationId, admin, member } = organization();
    const { id: spaceId } = await space(admin, organizationId);
    const changes = Object.entries(pages).map(([title, markdown]) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
    }));
    await content.as(admin).post(`/v1/spaces/${spaceId}/content`, { changes }, { expect: 200 });
    const { body } = await content.as(admin).get(`/v1/spaces/${spaceId}/content/pages`, { expect: 200 });
    const ids = Object.fromEntries(
      body.pages.map((page: { title: string; id: string }) => [page.title, page.id]),
    ) as Record<string, string>;
    return { organizationId, spaceId, admin, member, ids };
  };

  const collection = async (admin: Principal, organizationId: string, body: object = { title: 'Shelf' }) =>
    (await content.as(admin).post(`/v1/orgs/${organizationId}/collections`, body, { expect: 201 })).body;

  /** Applies a batch to what `path` names: a space or a change request. */
  const edit = async (caller: Principal, path: string, changes: readonly object[]) =>
    (await content.as(caller).post(`${path}/content`, { changes }, { query: { compat: false }, expect: 200 })).body;

  /** A change request with the given edits, and its path. */
  const changeRequest = async (caller: Principal, spaceId: string, changes: readonly object[] = []) => {
    const { body } = await content.as(caller).post(`/v1/spaces/${spaceId}/change-requests`, {}, { expect: 201 });
    const path = `/v1/spaces/${spaceId}/change-requests/${body.id}`;
    if (changes.length > 0) await edit(caller, path, changes);
    return { path, ...(body as ChangeRequest) };
  };

  /** The table of contents below `path`: one line per page, indented by depth, as `title (slug)`. */
  const outline = async (caller: Principal, path: string): Promise<string[]> => {
    const { body } = await content.as(caller).get(`${path}/content/pages`, { expect: 200 });
    const lines = (pages: Page[], indent: string): string[] =>
      pages.flatMap((page) => [
        `${indent}${page.title}${'slug' in page ? ` (${page.slug})` : ''}`,
        ...('pages' in page ? lines(page.pages, `${indent}  `) : []),
      ]);
    return lines(body.pages, '');
  };

  const markdown = async (caller: Principal, path: string, page: string): Promise<string> => {
    const options = { query: { format: 'markdown' }, expect: 200 };
    return (await content.as(caller).get(`${path}/content/page/${page}`, options)).body.markdown;
  };

  return { organization, space, collection, upload, written, edit, changeRequest, outline, markdown };
}
