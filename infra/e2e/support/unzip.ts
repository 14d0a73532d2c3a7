import yauzl from 'yauzl';

/** All files of a zip by path, without the single top folder if there is one. */
export async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName.endsWith('/')) return zip.readEntry();
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        void stream.toArray().then((chunks) => {
          files.set(entry.fileName, Buffer.concat(chunks as Buffer[]));
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  const tops = new Set([...files.keys()].map((path) => path.split('/')[0]));
  if (tops.size > 1) return files;
  return new Map([...files].map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), bytes]));
}
