import { internalContract } from '@quire/contract';
import { internalRoute, notFound } from '@quire/runtime';
import type { Content } from '../../context.js';
import { rootPage } from '../../domain/pages/page-record.js';
import { layoutOf } from '../../present/page.js';

export const getRevisionPages = internalRoute(
  internalContract.getRevisionPages,
  async ({ params }, { db, store }: Content) => {
    const revision = await store.revision(db, params.revisionId);
    if (!revision) throw notFound('revision');
    const tree = await store.reader(db).tree(revision.shown);
    const pages = [...tree.ids()].map((id) => {
      const page = tree.need(id);
      const { pagination, outline, description } = layoutOf(page);
      return {
        id,
        ...(page.parent === rootPage ? {} : { parent: page.parent }),
        type: page.type === 'root' || page.type === 'computed' ? ('group' as const) : page.type,
        title: page.title,
        path: tree.path(id),
        ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
        ...(page.description === undefined || !description ? {} : { description: page.description }),
        hidden: page.hidden ?? false,
        noIndex: (page.noIndex || page.noRobotsIndex) ?? false,
        pagination: pagination ?? true,
        outline,
        ...(page.layout === undefined ? {} : { layout: page.layout }),
        ...(page.cover === undefined ? {} : { cover: page.cover }),
        ...(page.target === undefined ? {} : { target: page.target }),
        ...(page.document === undefined ? {} : { document: page.document }),
        ...(page.references === undefined ? {} : { references: page.references }),
        updatedAt: page.updatedAt,
      };
    });
    return { files: revision.files, pages };
  },
);
