import { expect } from 'chai';
import { type RawEntry, rawZip, rejection, withArchive, zipOf } from './zips.js';

const readAll = (bytes: Buffer, limits = {}) =>
  withArchive(
    bytes,
    async ({ entries }) => {
      const contents: Record<string, string> = {};
      for (const entry of entries) contents[entry.path] = (await entry.read()).toString();
      return contents;
    },
    limits,
  );

const zipBomb = Buffer.alloc(8 * 1024 * 1024);
const link = 0o120777;

const refused: [what: string, bytes: () => Buffer | Promise<Buffer>, message: RegExp, limits?: object][] = [
  ['an empty file', () => Buffer.alloc(0), /not a readable zip/],
  ['a file that is no zip', () => Buffer.from('<html>404</html>'.repeat(100)), /not a readable zip/],
  ['a truncated zip', async () => (await zipOf({ 'a.md': 'a'.repeat(999) })).subarray(0, -40), /not a readable zip/],
  [
    '100,000 entries',
    () => rawZip([{ name: 'a.md' }], { declaredEntries: 100_000 & 0xffff }),
    /34464 entries, more than 20000/,
  ],
  ['too many entries', () => zipOf({ 'a.md': '', 'b.md': '', 'c.md': '' }), /3 entries, more than 2/, { entries: 2 }],
  ['fewer entries than it claims', () => rawZip([{ name: 'a.md' }], { declaredEntries: 5 }), /not a readable zip/],
  ['a 1000-fold expansion', () => rawZip([{ name: 'a.md', content: zipBomb }]), /expands more than 200-fold/],
  ['a declared size that is too small', () => rawZip([{ name: 'a.md', content: zipBomb, declaredSize: 9 }]), /zip/],
  ['a declared size that is too large', () => rawZip([{ name: 'a.md', content: 'a', declaredSize: 9 }]), /zip/],
  ['a wrong checksum', () => rawZip([{ name: 'a.md', content: 'a', declaredCrc: 1 }]), /a\.md is damaged/],
  ['a large archive', () => zipOf({ 'a.md': 'a' }), /larger than 0 MiB/, { compressedBytes: 100 }],
  [
    'large content',
    () => zipOf({ 'a.md': 'a'.repeat(99), 'b.md': 'b' }),
    /expands to more than/,
    { expandedBytes: 99 },
  ],
  ['a large file', () => zipOf({ 'a.md': 'a'.repeat(99) }), /a\.md is larger than/, { fileBytes: 98 }],
  ['a path that leaves the root', () => rawZip([{ name: 'docs/../../a.md' }]), /leaves the archive/],
  ['an absolute path', () => rawZip([{ name: '/etc/passwd' }]), /is absolute/],
  ['a drive letter', () => rawZip([{ name: 'C:/a.md' }]), /is absolute/],
  ['a backslash', () => rawZip([{ name: 'docs\\..\\a.md' }]), /backslash/],
  ['a control character', () => rawZip([{ name: 'a\0.md' }]), /control characters/],
  ['a long path', () => rawZip([{ name: `${'a/'.repeat(600)}b.md` }]), /longer than 1024 bytes/],
  ['a name that is not UTF-8', () => rawZip([{ name: Buffer.from('caf\xe9.md', 'latin1') }]), /not valid UTF-8/],
  ['a symbolic link', () => rawZip([{ name: 'a.md', content: '/etc/passwd', unixMode: link }]), /is a link/],
  ['an encrypted entry', () => rawZip([{ name: 'a.md', content: 'a', flags: 0x801 }]), /is encrypted/],
  ['another compression', () => rawZip([{ name: 'a.md', content: 'a', method: 12 }]), /not supported/],
  ['one path twice', () => rawZip([{ name: 'a.md' }, { name: './a.md' }]), /a\.md twice/],
  ['one path in two normal forms', () => rawZip([{ name: '\u00e9.md' }, { name: 'e\u0301.md' }]), /twice/],
  ['overlapping entries', () => rawZip(overlapping()), /overlap/],
];

/** A hundred names for the same bytes. */
function overlapping(): RawEntry[] {
  const content = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * index * 31) % 251));
  const copies = Array.from({ length: 100 }, (_, index) => ({
    name: `${index}.md`,
    content: '',
    offset: 0,
    declaredCompressed: 20_000,
  }));
  return [{ name: 'a.md', content }, ...copies];
}

describe('readArchive', () => {
  for (const [what, bytes, message, limits] of refused) {
    it(`refuses ${what} with 400`, async () => {
      const error = await rejection(readAll(await bytes(), limits));
      expect(error.message).to.match(message);
      expect(error.status).to.equal(400);
    });
  }

  it('refuses 100,000 real entries at once', async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}.md`, method: 0 }));
    const error = await rejection(readAll(rawZip(entries)));
    expect(error).to.include({ status: 400 });
  });

  it('answers with a failure of the disk as it is, not with 400', async () => {
    const error = await rejection(
      withArchive(await zipOf({ 'a.md': 'a' }), async (archive) => {
        archive.close();
        return archive.entries[0]!.read();
      }),
    );
    expect(error.message).to.not.equal('');
  });

  it('reads content, stored or compressed, also of hundredfold expansion below a megabyte', async () => {
    const text = 'a'.repeat(900_000);
    expect(
      await readAll(
        rawZip([
          { name: 'a.md', content: 'plain', method: 0 },
          { name: 'b.md', content: text },
        ]),
      ),
    ).to.deep.equal({
      'a.md': 'plain',
      'b.md': text,
    });
  });

  it('takes the only top folder off and skips what systems leave behind', async () => {
    const bytes = await zipOf({
      'docs/README.md': 'x',
      'docs/a/b.md': 'y',
      'docs/.git/HEAD': 'z',
      'docs/.DS_Store': 'z',
      '__MACOSX/docs/._README.md': 'z',
    });
    expect(Object.keys(await readAll(bytes))).to.deep.equal(['README.md', 'a/b.md']);
  });

  it('keeps two top folders, and gives names in NFC', async () => {
    const bytes = await zipOf({ 'a/e\u0301.md': '', 'b/c.md': '' });
    expect(Object.keys(await readAll(bytes))).to.deep.equal(['a/\u00e9.md', 'b/c.md']);
  });
});
