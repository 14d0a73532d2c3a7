import { createReadStream, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, relative, resolve, sep } from 'node:path';
import { ZipFile } from 'yazl';

export interface Archive {
  name: string;
  bytes: Buffer;
}

/** A zip as it is, or a folder packed into one. */
export async function readArchive(path: string): Promise<Archive> {
  const full = resolve(path);
  if (!statSync(full).isDirectory()) return { name: basename(full), bytes: await readFile(full) };
  const zip = new ZipFile();
  for (const entry of await readdir(full, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    zip.addReadStream(createReadStream(file), relative(full, file).split(sep).join('/'));
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return { name: `${basename(full)}.zip`, bytes: Buffer.concat(chunks) };
}

/** Serves an archive on this machine until it is closed. */
export async function serveArchive({ name, bytes }: Archive): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/${encodeURIComponent(name)}`, close: () => server.close() };
}
