import { internalContract } from '@quire/contract';
import { type InternalRoute, internalRoute, notFound, unavailable, type Web } from '@quire/runtime';
import type { Found, RevisionFile, RevisionPage } from '../src/clients/published-content.js';

const text = (value: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] });
const block = (type: string, nodes: object[]) => ({ object: 'block', type, isVoid: false, data: {}, nodes });
export const heading = (value: string) => block('heading-1', [text(value)]);
export const paragraph = (value: string) => block('paragraph', [text(value)]);
export const when = (expression: string, ...nodes: object[]) => ({ ...block('if', nodes), data: { expression } });
export const link = (label: string, ref: object) =>
  block('paragraph', [{ object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text(label)] }]);

export type FakePage = Partial<RevisionPage> & { id: string; markdown?: string; nodes?: object[] };

/** Content as far as published pages ask it, to be filled by tests. */
export class FakeContent {
  readonly #revisions = new Map<string, { pages: RevisionPage[]; files: RevisionFile[] }>();
  readonly #texts = new Map<string, { markdown: string; document: unknown }>();
  readonly bytes = new Map<string, string>();
  /** What search finds, and where it was asked to look. */
  found: (Omit<Found, 'title' | 'path'> & { title?: string })[] = [];
  searched: { spaces: string[]; query: string }[] = [];
  former: Record<string, string> = {};
  /** Whether it cannot be asked. */
  away = false;
  /** OpenAPI documents by version. */
  readonly documents = new Map<string, Record<string, unknown>>();
  /** Names of what was asked. */
  asked: string[] = [];

  /** Stores a revision; a page's path is its id, below that of its parent, and its title is the id too unless given. */
  put(revision: string, pages: readonly FakePage[], files: RevisionFile[] = []): void {
    const paths = new Map<string, string>();
    const told = pages.map(({ markdown, nodes, ...page }): RevisionPage => {
      const path = [...(page.parent === undefined ? [] : [paths.get(page.parent)!]), page.id].join('/');
      paths.set(page.id, path);
      const document = { object: 'document', data: {}, nodes: nodes ?? [paragraph(markdown ?? `Text of ${page.id}.`)] };
      const hash = JSON.stringify(document);
      this.#texts.set(hash, { markdown: markdown ?? '', document });
      return {
        type: 'document',
        title: page.id,
        path,
        hidden: false,
        noIndex: false,
        pagination: true,
        outline: true,
        updatedAt: '2026-01-02T00:00:00.000Z',
        ...(page.type === undefined || page.type === 'document' ? { document: hash } : {}),
        ...page,
      };
    });
    this.#revisions.set(revision, { pages: told, files });
  }

  /** Its side of the internal contract. */
  get routes(): InternalRoute<unknown>[] {
    const note = (name: string) => {
      if (this.away) throw unavailable('Away.');
      this.asked.push(name);
    };
    const revision = (id: string) => {
      const found = this.#revisions.get(id);
      if (!found) throw notFound('revision');
      return found;
    };
    return [
      internalRoute(internalContract.getOpenApiDocument, async ({ body: { version } }) => {
        note('document');
        const document = this.documents.get(version);
        if (!document) throw notFound('version');
        return { slug: 'any', organization: 'any', document };
      }),
      internalRoute(internalContract.getRevisionPages, async ({ params }) => {
        note('pages');
        return { files: `files of ${params.revisionId}`, pages: revision(params.revisionId).pages };
      }),
      internalRoute(internalContract.getRevisionFiles, async ({ params }) => {
        note('files');
        return { files: revision(params.revisionId).files };
      }),
      internalRoute(internalContract.getText, async ({ body }) => {
        note('text');
        const found = this.#texts.get(body.document)!;
        return body.conditions ? { ...found, markdown: `Under ${body.conditions.join(', ')}.` } : found;
      }),
      internalRoute(internalContract.searchSpaces, async ({ body: { spaces, query } }) => {
        this.searched.push({ spaces, query });
        const pages = this.found.map((each) => ({ title: each.page, path: each.page, ...each }));
        return { pages, count: pages.length };
      }),
      internalRoute(internalContract.getFormerPages, async ({ body }) => ({
        pages: body.paths.flatMap((path) => {
          const page = this.former[path];
          return page === undefined ? [] : [{ path, page }];
        }),
      })),
      internalRoute(internalContract.getFilePath, async ({ body }) => ({ path: `/files/${body.sha256}` })),
    ];
  }

  /** Its downloads. */
  get web(): Web<unknown> {
    return {
      prefix: '/files/',
      answer: async ({ path, headers }) => {
        const sha256 = path.split('/').at(-1)!;
        const bytes = this.bytes.get(sha256);
        const tag = `"${sha256}"`;
        if (bytes === undefined) return { status: 403 };
        if (headers['if-none-match'] === tag) return { status: 304, headers: { ETag: tag } };
        const common = { 'Content-Type': 'text/plain', ETag: tag, 'Content-Security-Policy': 'sandbox' };
        if (headers.range !== 'bytes=0-1') return { status: 200, headers: common, body: bytes };
        const range = { ...common, 'Content-Range': `bytes 0-1/${bytes.length}` };
        return { status: 206, headers: range, body: bytes.slice(0, 2) };
      },
    };
  }
}
