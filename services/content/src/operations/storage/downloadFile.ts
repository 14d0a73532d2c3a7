import { contract } from '@quire/contract';
import { forbidden, rawOperation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { fileKey } from '../../domain/files/file-record.js';
import { sendFile } from '../../domain/files/send-file.js';
import { pdfKey } from '../../domain/pdf/pdf-of.js';

export const downloadFile = rawOperation(
  contract.downloadFile,
  async ({ params, headers }, { files, urls }: Content) => {
    const claim = urls.verify(params.fileToken);
    if (claim.kind === 'pdf') {
      const file = { key: pdfKey(claim.pdf), name: params.fileName, contentType: 'application/pdf' };
      return sendFile(files, { ...file, tag: `"${claim.pdf}"`, isOurs: true, headers });
    }
    if (claim.kind !== 'download') throw forbidden('This address is not for downloading.');
    const { sha256, contentType } = claim;
    return sendFile(files, { key: fileKey(sha256), name: params.fileName, contentType, tag: `"${sha256}"`, headers });
  },
);
