import { Readable } from 'node:stream';
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
    const whole = Readable.from(ofSize(body, announced, wrongSize));
    await files.put(uploadKey(upload.id), whole, { contentType: upload.content_type, maxBytes: announced });
    await markStored(db, upload.id);
    return { status: 204 };
  },
);

/** Ends in a failure when the bytes are too few: nothing may take the place of what was uploaded whole before. */
async function* ofSize(body: AsyncIterable<Buffer>, announced: number, wrongSize: (size: number) => Error) {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    yield chunk;
  }
  if (size !== announced) throw wrongSize(size);
}
