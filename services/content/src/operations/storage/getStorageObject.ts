import { contract } from '@quire/contract';
import { forbidden, notFound, rawOperation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { uploadKey } from '../../domain/edit/insert-files.js';
import { sendFile } from '../../domain/files/send-file.js';
import { findUpload } from '../../tables/upload.js';

export const getStorageObject = rawOperation(
  contract.getStorageObject,
  async ({ params, headers }, { db, files, urls }: Content) => {
    const claim = urls.verify(params.storageToken);
    if (claim.kind !== 'stored') throw forbidden('This address is not for downloading.');
    const upload = await findUpload(db, claim.upload);
    if (!upload?.stored_at) throw notFound('upload');
    return sendFile(files, { key: uploadKey(upload.id), name: upload.name, contentType: upload.content_type, headers });
  },
);
