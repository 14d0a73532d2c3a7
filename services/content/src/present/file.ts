import type { RevisionFile } from '@quire/contract';
import type { FileRecord } from '../domain/files/file-record.js';

/** `downloadURL` makes a signed address of the file's bytes. */
export function presentFile(id: string, file: FileRecord, downloadURL: (file: FileRecord) => string): RevisionFile {
  return {
    id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadURL(file),
    size: file.size,
    ...(file.dimensions ? { dimensions: file.dimensions } : {}),
  };
}
