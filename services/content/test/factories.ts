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

  return { organization, space, upload, written };
}
