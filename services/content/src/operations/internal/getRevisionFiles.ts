import { internalContract } from '@quire/contract';
import { internalRoute, notFound } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { FileRecord } from '../../domain/files/file-record.js';
import { allEntries } from '../../domain/merkle/merkle-map.js';

export const getRevisionFiles = internalRoute(
  internalContract.getRevisionFiles,
  async ({ params }, { db, store }: Content) => {
    const revision = await store.revision(db, params.revisionId);
    if (!revision) throw notFound('revision');
    const files = await allEntries<FileRecord>(store.reader(db), revision.files);
    return {
      files: files.map(([id, { name, contentType, sha256, dimensions }]) => ({
        id,
        name,
        contentType,
        sha256,
        ...(dimensions ? { dimensions } : {}),
      })),
    };
  },
);
