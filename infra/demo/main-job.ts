import type {
  ChangeRequest,
  Collection,
  Conflict,
  Page,
  RevisionFile,
  SearchPageResult,
  Site,
  Space,
} from '@quire/contract';
import { type ApiClient, eventually } from '@quire/testing';
import { type Archive, serveArchive } from './archive.js';

/** What the main job left behind: enough to look at it, or to test it. */
export interface MainJob {
  organization: string;
  collection: Collection;
  space: Space;
  site: Site;
  imported: {
    revision: string;
    importedResources: number;
    totalResources: number;
    from: 'url' | 'upload';
    seconds: number;
  };
  /** As they were right after the import, in the order of the table of contents. */
  pages: Page[];
  files: RevisionFile[];
  inserted: Page;
  conflict: Conflict;
  found: SearchPageResult;
}

export interface Narrator {
  /** Something was done. */
  done(what: string): void;
  /** Something takes a while: shown until the promise settles. */
  wait<T>(what: string, work: Promise<T>): Promise<T>;
}

const word = 'xylotheque';

/**
 * Plays what Quire is for, against a running server: documentation goes in, is edited in a change request while main moves
 * on, is merged, searched and read back, and shows on a site.
 */
export async function playMainJob(api: ApiClient, archive: Archive, { done, wait }: Narrator): Promise<MainJob> {
  const get = async <T>(path: string, query = {}) => (await api.get<T>(path, { query, expect: 200 })).body;
  const post = async <T>(path: string, body: unknown, expect = 200) => (await api.post<T>(path, body, { expect })).body;

  const { items: organizations } = await get<{
    items: { id: string; title: string; permissions: { createContent: boolean } }[];
  }>('/v1/orgs');
  const home = organizations.find(({ permissions }) => permissions.createContent);
  if (!home) throw new Error('The token belongs to nobody who may create content in an organization.');
  const collection = await post<Collection>(`/v1/orgs/${home.id}/collections`, { title: 'Demo' }, 201);
  const title = archive.name.replace(/\.zip$/, '').slice(0, 40);
  const space = await post<Space>(`/v1/orgs/${home.id}/spaces`, { title, parent: collection.id }, 201);
  done(`created the collection "${collection.title}" and in it the space "${space.title}" in ${home.title}`);

  const began = performance.now();
  const { from, ...result } = await wait(
    `importing ${archive.name} (${megabytes(archive.bytes.length)})`,
    importArchive(api, home.id, space.id, archive),
  );
  const seconds = (performance.now() - began) / 1000;
  const revision = await get<{ pages: Page[]; files: RevisionFile[] }>(`/v1/spaces/${space.id}/content`);
  const pages = flatten(revision.pages);
  const texts = pages.filter((page) => page.type === 'document');
  done(
    `imported ${result.importedResources} of ${result.totalResources} resources by ${from} in ${seconds.toFixed(1)} s: ${count(texts.length, 'page')}, ${count(pages.length - texts.length, 'group or link', 'groups and links')}, ${count(revision.files.length, 'file')}`,
  );

  const [first, second, third, fourth] = texts.filter((page) => page.pages.length === 0);
  if (!first || !second || !third || !fourth) throw new Error('The demo needs documentation of at least four pages.');
  const byPath = await get<Page & { markdown: string }>(
    `/v1/spaces/${space.id}/content/path/${encodeURIComponent(second.path)}`,
    { format: 'markdown' },
  );
  done(`read "${second.title}" by its path ${second.path}: ${byPath.markdown.length} characters of Markdown`);
  const [file] = revision.files;
  if (file) {
    const bytes = (await (await fetch(file.downloadURL)).arrayBuffer()).byteLength;
    if (bytes !== file.size) throw new Error(`${file.name} has ${file.size} bytes, ${bytes} came`);
    done(`downloaded ${file.name}: ${bytes} bytes`);
  }

  const changeRequests = `/v1/spaces/${space.id}/change-requests`;
  const markdownOf = async (id: string, where = `/v1/spaces/${space.id}`) =>
    (await get<{ markdown: string }>(`${where}/content/page/${id}`, { format: 'markdown' })).markdown;
  const edit = await post<ChangeRequest>(changeRequests, { subject: 'Say more about wood' }, 201);
  const batch = await post<{ changes: { object: string; ref?: string; page: { id: string } }[] }>(
    `${changeRequests}/${edit.number}/content?compat=false`,
    {
      changes: [
        {
          operation: 'update_page',
          page: first.id,
          document: { markdown: `${await markdownOf(first.id)}\n\nSee [the ${word}](./wood.md).\n` },
        },
        {
          operation: 'insert_page',
          ref: 'wood',
          title: 'Wood',
          at: 1,
          document: {
            markdown: `# A ${word}\n\nA library of wood.\n\n## Samples\n\nOak and [more](/pages/${second.id}).\n`,
          },
        },
        { operation: 'update_page', page: third.id, into: second.id },
        { operation: 'delete_page', page: fourth.id },
      ],
    },
  );
  done(`opened change request #${edit.number}; in one batch edited a page, added one, moved one and deleted one`);
  await post(`/v1/spaces/${space.id}/content`, {
    changes: [
      { operation: 'update_page', page: second.id, document: { markdown: `${byPath.markdown}\n\nMain moved on.\n` } },
    ],
  });
  const outdated = await get<ChangeRequest>(`${changeRequests}/${edit.number}`);
  if (!outdated.outdated) throw new Error('Main moved on, and the change request does not know.');
  const updated = await post<{ result: string }>(`${changeRequests}/${edit.number}/update`, {});
  const merged = await post<{ result: string }>(`${changeRequests}/${edit.number}/merge`, {});
  if (updated.result !== 'update' || merged.result !== 'merge')
    throw new Error(`update: ${updated.result}, merge: ${merged.result}`);
  done(`main moved on, the change request was outdated; updated and merged it`);

  const conflict = await collide(first.id);
  done(`two edits of one paragraph: reported as ${conflict.kind} conflict, resolved, merged`);

  const hits = await get<{ items: SearchPageResult[] }>(`/v1/spaces/${space.id}/search`, { query: word });
  const found = hits.items.find((hit) => hit.title.includes(word) || hit.title === 'Wood');
  if (!found) throw new Error(`"${word}" was merged and is not found`);
  const everywhere = await get<{ items: { id: string }[] }>(`/v1/orgs/${home.id}/search`, { query: word });
  if (!everywhere.items.some((hit) => hit.id === space.id))
    throw new Error(`"${word}" is not found in the organization`);
  done(
    `searched "${word}": ${found.title} in section "${found.sections?.[0]?.title || 'beginning'}", in the space and in the organization`,
  );

  const site = await post<Site>(`/v1/orgs/${home.id}/sites`, { title: `${title} site` }, 201);
  const siteSpaces = `/v1/orgs/${home.id}/sites/${site.id}/site-spaces`;
  await post(siteSpaces, { spaceId: space.id }, 201);
  const renamed = `${title} 2`;
  await api.patch(`/v1/spaces/${space.id}`, { title: renamed }, { expect: 200 });
  await eventually(
    async () => {
      const { items } = await get<{ items: { title: string }[] }>(siteSpaces);
      if (items[0]?.title !== renamed) throw new Error(`The site still says ${items[0]?.title}`);
    },
    { timeoutMs: 15_000 },
  );
  done(
    `made a site of it; renamed the space, and the site shows "${renamed}": an event travelled from content to sites`,
  );

  const insertedId = batch.changes.find((change) => change.object === 'created_page')!.page.id;
  const inserted = await get<Page>(`/v1/spaces/${space.id}/content/page/${insertedId}`, { format: 'markdown' });
  return {
    organization: home.id,
    collection,
    space,
    site,
    imported: { ...result, from, seconds },
    pages,
    files: revision.files,
    inserted,
    conflict,
    found,
  };

  /** Changes one paragraph of a page on both sides, and resolves the conflict in favour of the change request. */
  async function collide(page: string): Promise<Conflict> {
    const before = await markdownOf(page);
    const write = (text: string) => ({
      changes: [{ operation: 'update_page', page, document: { markdown: before.replace(`See [the ${word}]`, text) } }],
    });
    const { number } = await post<ChangeRequest>(changeRequests, { subject: 'Another view of wood' }, 201);
    await post(`${changeRequests}/${number}/content`, write(`Do visit [the ${word}]`));
    await post(`/v1/spaces/${space.id}/content`, write(`Never visit [the ${word}]`));
    const attempt = await post<{ result: string }>(`${changeRequests}/${number}/merge`, {});
    if (attempt.result !== 'conflicts')
      throw new Error(`Both sides changed one paragraph, and merge answered ${attempt.result}`);
    await post(`${changeRequests}/${number}/update`, {});
    const { items } = await get<{ items: Conflict[] }>(`${changeRequests}/${number}/conflicts`);
    for (const { id } of items)
      await post(`${changeRequests}/${number}/conflicts/${id}/resolve`, { resolution: 'ours' });
    const landed = await post<{ result: string }>(`${changeRequests}/${number}/merge`, {});
    if (landed.result !== 'merge') throw new Error(`All conflicts are resolved, and merge answered ${landed.result}`);
    if (!(await markdownOf(page)).includes('Do visit')) throw new Error('The resolution is not on main.');
    return items[0]!;
  }
}

/** Imports from an address of this machine when the server may fetch from there, else from an upload. */
async function importArchive(api: ApiClient, organization: string, space: string, archive: Archive) {
  const order = (url: string) => api.post(`/v1/spaces/${space}/content/import`, { url, source: 'zip' });
  const served = await serveArchive(archive);
  const direct = await order(served.url).finally(() => served.close());
  if (direct.status === 201) return { ...direct.body, from: 'url' as const };
  // Private addresses are refused unless QUIRE_OUTBOUND_ALLOW names them: the usual case.
  if (direct.status !== 400) throw new Error(`import answered ${direct.status}: ${JSON.stringify(direct.body)}`);
  const upload = { name: archive.name, contentType: 'application/zip', size: archive.bytes.length };
  const { body: target } = await api.post(`/v1/orgs/${organization}/storage/upload`, upload, { expect: 201 });
  const put = await fetch(target.uploadURL, { method: 'PUT', body: new Uint8Array(archive.bytes) });
  if (put.status !== 204) throw new Error(`upload answered ${put.status}: ${await put.text()}`);
  const uploaded = await order(target.url);
  if (uploaded.status !== 201) throw new Error(`import answered ${uploaded.status}: ${JSON.stringify(uploaded.body)}`);
  return { ...uploaded.body, from: 'upload' as const };
}

/** All pages in the order of the table of contents. */
export function flatten(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, ...('pages' in page ? flatten(page.pages) : [])]);
}

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
