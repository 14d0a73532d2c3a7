import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quire/embedded-postgres';

const prefix = 'quire-test-';

/**
 * Starts an embedded Postgres for one test run in a temporary folder, after having cleared away what killed runs left behind.
 * `destroy()` stops it and removes the folder.
 */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  await chmod(dataDir, 0o755);
  await writeFile(join(dataDir, 'pid'), String(process.pid));
  return startEmbeddedPostgres({ dataDir, durable: false });
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      if ((await stat(dataDir)).uid !== process.getuid?.()) continue;
      if (isAlive(Number(await readFile(join(dataDir, 'pid'), 'utf8')))) continue;
      await (await startEmbeddedPostgres({ dataDir, durable: false })).destroy();
    } catch (error) {
      // Another run may clear the same folder, or be about to write its pid.
      process.stderr.write(`Leftover ${dataDir} was not removed: ${(error as Error).message}\n`);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
