import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiClient } from '@quire/testing';
import { readArchive } from './archive.js';
import { type Narrator, playMainJob } from './main-job.js';

// npm run demo [zip or folder]: plays the main job against a running server and says what it did.
const root = fileURLToPath(new URL('../..', import.meta.url));
const { env, argv, stdout, stderr } = process;
const url = env.QUIRE_URL ?? `http://localhost:${env.PORT ?? 4000}`;
const tokenFile = resolve(root, env.QUIRE_DATA_DIR ?? '.data', 'admin-token');
const token =
  env.QUIRE_TOKEN ??
  env.QUIRE_ADMIN_TOKEN ??
  (existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : undefined);

const narrator: Narrator = {
  done: (what) => void stdout.write(`  ✓ ${what}\n`),
  async wait(what, work) {
    const began = Date.now();
    const show = () =>
      void stdout.write(stdout.isTTY ? `\r  … ${what}, ${((Date.now() - began) / 1000).toFixed(0)} s` : '');
    if (!stdout.isTTY) stdout.write(`  … ${what}\n`);
    const timer = setInterval(show, 200);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      if (stdout.isTTY) stdout.write('\r\u001B[K');
    }
  },
};

try {
  if (!token) throw new Error(`There is no token: start the server with npm start, or set QUIRE_TOKEN and QUIRE_URL.`);
  const ready = await fetch(`${url}/readyz`).catch(() => undefined);
  if (!ready?.ok) throw new Error(`No Quire is ready at ${url}: run npm start in another terminal, or set QUIRE_URL.`);
  stdout.write(`\nThe main job, on ${url}\n\n`);
  const archive = await readArchive(argv[2] ?? join(root, 'docs'));
  const { space, site } = await playMainJob(apiClient(url, token), archive, narrator);
  stdout.write(`\n  The space: ${space.urls.location}\n  The site:  ${site.urls.location}\n\n`);
} catch (error) {
  stderr.write(`\n  ✗ ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
