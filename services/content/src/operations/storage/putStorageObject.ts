import { contract } from '@quire/contract';
import { forbidden, invalid, notFound, rawOperation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { uploadKey } from '../../domain/edit/insert-files.js';
import { findUpload, markStored } from '../../tables/upload.js';

export const putStorageObject = rawOperation(
  contract.putStorageObject,
  async ({ params, headers, body }, { db, files, urls }: Content) => {
    const claim = urls.verify(params.storageToken);
    if (claim.kind !== 'upload') throw forbidden('This address is not for uploading.');
    const upload = await findUpload(db, claim.upload);
    if (!upload) throw notFound('upload');
    const announced = Number(upload.size);
    const wrongSize = (size: number) =>
      invalid([{ path: 'body', message: `has ${size} bytes; ${announced} were announced` }]);
    const length = headers['content-length'];
    if (length !== undefined && Number(length) !== announced) throw wrongSize(Number(length));
    const { size } = await files.put(uploadKey(upload.id), body, {
      contentType: upload.content_type,
      maxBytes: announced,
    });
    if (size !== announced) {
      await files.delete(uploadKey(upload.id));
      throw wrongSize(size);
    }
    await markStored(db, upload.id);
    return { status: 204 };
  },
);
