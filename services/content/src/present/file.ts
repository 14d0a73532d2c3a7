import type { RevisionFile } from '@quire/contract';
import type { FileRecord } from '../domain/files/file-record.js';

/** `downloadURL` makes a signed address of the file's bytes; without `metadata` git's part is left out. */
export function presentFile(
  id: string,
  file: FileRecord,
  downloadURL: (file: FileRecord) => string,
  { metadata = true } = {},
): RevisionFile {
  const { blobId, source } = file;
  return {
    id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadURL(file),
    size: file.size,
    ...(file.dimensions ? { dimensions: file.dimensions } : {}),
    ...(metadata && blobId !== undefined && source !== undefined ? { git: { oid: blobId, path: source } } : {}),
  };
}
