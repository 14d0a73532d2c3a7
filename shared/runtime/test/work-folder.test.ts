import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { sweepWorkFolders, withWorkFolder } from '../src/work-folder.js';

describe('work folders', () => {
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const hours = (ago: number) => new Date(Date.now() - ago * 60 * 60 * 1_000);
  const cases: { name: string; made?: Date; stays: boolean; because: string }[] = [
    { name: `quire-import-${machine}-${gone}-a`, stays: false, because: 'its process was killed' },
    { name: `quire-import-${machine}-${process.pid}-a`, stays: true, because: 'its import is running' },
    {
      name: `quire-import-${machine}-${process.pid}-b`,
      made: new Date(performance.timeOrigin - 60_000),
      stays: false,
      because: 'an earlier process had the same number',
    },
    { name: `quire-import-${machine}-${process.ppid}-a`, stays: true, because: 'another process is importing' },
    { name: `quire-import-00000000-${gone}-a`, stays: true, because: 'another machine may be importing' },
    { name: `quire-import-00000000-${gone}-b`, made: hours(2), stays: false, because: 'no import takes as long' },
    { name: 'quire-other', made: hours(2), stays: true, because: 'it is no folder of an import' },
  ];
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-sweep-'));
    for (const { name, made } of cases) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'file'), 'x');
      if (made) await utimes(join(folder, name), made, made);
    }
    await sweepWorkFolders('import', { longestMs: 60 * 60 * 1_000, folder });
  });
  after(() => rm(folder, { recursive: true }));

  for (const { name, stays, because } of cases) {
    it(`${stays ? 'stay' : 'go'} when ${because}`, async () => {
      expect((await readdir(folder)).includes(name)).to.equal(stays);
    });
  }

  it('stay for as long as their process lives when no time is named', async () => {
    const old = join(folder, `quire-script-${machine}-${process.ppid}-a`);
    await mkdir(old);
    await utimes(old, hours(50), hours(50));
    await sweepWorkFolders('script', { folder });
    expect(await readdir(folder)).to.include(`quire-script-${machine}-${process.ppid}-a`);
  });

  it('go with their work, also when it fails', async () => {
    let path = '';
    const failing = withWorkFolder('import', async (given) => {
      path = given;
      await writeFile(join(given, 'file'), 'x');
      throw new Error('failed');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('failed');
    expect(await readdir(tmpdir())).not.to.include(path.split('/').at(-1));
  });
});
