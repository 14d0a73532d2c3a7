import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RevisionFile } from '@quire/contract';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { editor, insertPage } from '../editor.js';

const inlineOk = { name: 'ok', contentType: 'text/plain', base64: 'YQ==' };

describe('files in batches of edits', () => {
  const content = contentService();
  const { make, written } = editor(content);
  let server: Server;
  let base: string;

  before('serves files', async () => {
    server = createServer((request, response) => {
      if (request.url === '/untyped') return void response.end('bytes');
      if (request.url === '/typed') return void response.setHeader('content-type', 'text/csv').end('a,b');
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after('stops serving', () => server.close());

  const files = (...list: object[]) => ({ operation: 'insert_files', files: list });

  it('takes bytes as base64, from a web address, or from an upload', async () => {
    const { edit, admin, organizationId } = await written();
    const upload = await make.upload(admin, organizationId, Buffer.from('zip'), 'a.zip');
    const { insertedFiles } = await edit(
      files(
        { name: 'inline.bin', contentType: 'application/x-thing', base64: 'AP8=' },
        { name: 'typed.csv', url: `${base}/typed` },
        { name: 'untyped.bin', url: `${base}/untyped` },
        { name: 'said.txt', contentType: 'text/plain', url: `${base}/typed` },
        { name: 'uploaded.zip', url: upload },
        { name: 'empty', contentType: 'text/plain', base64: '' },
      ),
    );
    expect(insertedFiles.map(({ name, contentType, size }: RevisionFile) => [name, contentType, size])).to.deep.equal([
      ['inline.bin', 'application/x-thing', 2],
      ['typed.csv', 'text/csv', 3],
      ['untyped.bin', 'text/plain', 5],
      ['said.txt', 'text/plain', 3],
      ['uploaded.zip', 'application/zip', 3],
      ['empty', 'text/plain', 0],
    ]);
    for (const file of insertedFiles) {
      const answer = await fetch(content.reach(file.downloadURL));
      expect([answer.status, (await answer.arrayBuffer()).byteLength], file.name).to.deep.equal([200, file.size]);
    }
  });

  it('refuses what it cannot get, and names it', async () => {
    const { refuse, admin, organizationId } = await written();
    const empty = { name: 'a', contentType: 'text/plain', size: 3 };
    const { body } = await content.as(admin).post(`/v1/orgs/${organizationId}/storage/upload`, empty, { expect: 201 });
    const inline = { name: 'a', contentType: 'text/plain' };
    for (const [file, path] of [
      [{ ...inline, base64: 'YQ=' }, 'base64'],
      [{ ...inline, base64: 'Y*==' }, 'base64'],
      [{ ...inline, base64: 7 }, 'base64'],
      [{ ...inline, base64: Buffer.alloc(1024 * 1024 + 1).toString('base64') }, 'base64'],
      [{ name: 'a', base64: 'YQ==' }, 'contentType'],
      [{ ...inline, contentType: 'text/plain\r\nx: y', base64: 'YQ==' }, 'contentType'],
      [{ ...inline, contentType: 'plain', base64: 'YQ==' }, 'contentType'],
      [{ name: '', contentType: 'text/plain', base64: 'YQ==' }, 'name'],
      [{ ...inline, url: `${base}/missing` }, 'url'],
      [{ ...inline, url: 'http://127.0.0.1:9/' }, 'url'],
      [{ ...inline, url: 'http://10.0.0.1/' }, 'url'],
      [{ ...inline, url: 'file:///etc/passwd' }, 'url'],
      [{ ...inline, url: body.url }, 'url'],
      [{ ...inline }, ''],
      [{ ...inline, url: `${base}/typed`, base64: 'YQ==' }, ''],
    ] as const) {
      const { paths } = await refuse(400, insertPage('A'), files(inlineOk, file));
      expect(paths, JSON.stringify(file).slice(0, 80)).to.deep.equal([`body.changes.1.files.1${path && `.${path}`}`]);
    }
    await refuse(403, files({ ...inline, url: `${body.url}x` }));
    expect((await refuse(400, files(...Array.from({ length: 21 }, () => inlineOk)))).paths).to.deep.equal([
      'body.changes.0.files',
    ]);
    expect((await refuse(400, files())).paths).to.deep.equal(['body.changes.0.files']);
  });
});
