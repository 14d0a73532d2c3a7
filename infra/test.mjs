// npm test [-- --only checks|unit|e2e|distributed]: prepares the checkout, checks it, runs every test there is, and ends
// with one line of true counts.
import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, prepare, root, tool } from './prepare.mjs';
import { findBackingServices } from './testing/backing-services.mjs';

const parts = ['checks', 'unit', 'e2e', 'distributed'];
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
if (only !== undefined && !parts.includes(only)) {
  process.stderr.write(`usage: npm test [-- --only ${parts.join('|')}]\n`);
  process.exit(2);
}
const wants = (part) => only === undefined || only === part;
const total = { passed: 0, failed: 0, skipped: 0 };

prepare({ build: false });
const built = check('build', 'tsc -b', 'typescript/bin/tsc', ['-b']);
// The linter looks at types, and those of other packages are there only once they are built.
if (wants('checks')) {
  check('format', 'biome format .', '@biomejs/biome/bin/biome', ['format', '.']);
  check('lint', 'oxlint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']);
}
if (wants('checks')) check('types', 'tsc -p tsconfig.test.json', 'typescript/bin/tsc', ['-p', 'tsconfig.test.json']);

const { found, missing } = await findBackingServices(process.env);
if (wants('unit')) {
  // The buses and caches are tried with all their adapters; the database is the embedded one.
  const { AMQP_URL, REDIS_URL } = found;
  const folders = ['shared/*', 'gateway', 'services/*', 'infra/postgres', 'infra/local'];
  const globs = folders.map((folder) => `${folder}/test/**/*.test.ts`);
  await mocha('unit and service tests', globs, { AMQP_URL, REDIS_URL }, { jobs: Math.min(availableParallelism(), 4) });
}
// Most of a story is waiting: those of both modes are told at the same time, each one after the other.
const stories = 'infra/e2e/test/**/*.test.ts';
const telling = [];
if (wants('e2e') && hasStories())
  telling.push(mocha('end-to-end stories, all in one', [stories], { E2E_MODE: 'local' }));
if (wants('distributed') && hasStories()) {
  if (missing.length === 0) {
    const held = telling.length > 0;
    telling.push(mocha('end-to-end stories, distributed', [stories], { ...found, E2E_MODE: 'distributed' }, { held }));
  } else if (process.env.CI === 'true' || only === 'distributed') {
    report(
      'The distributed tests cannot run',
      `${missing.join(', ')}: not set, and nothing usable on the standard port`,
    );
    total.failed += 1;
  } else {
    report(
      'The distributed tests are left out',
      `${missing.join(', ')}: not set, and nothing usable on the standard port`,
    );
  }
}

await Promise.all(telling);

const { passed, failed, skipped } = total;
if (passed + failed === 0 && wants('unit')) process.stdout.write('No test ran.\n');
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || !built || (passed === 0 && only !== 'checks') ? 1 : 0;

/** A step that is right or wrong as a whole: a wrong one counts as one failure. */
function check(name, title, script, args) {
  const began = Date.now();
  const ok = tool(script, args) === 0;
  if (!ok) total.failed += 1;
  report(ok ? name : `${name} FAILED`, `${title}, ${seconds(began)}`);
  return ok;
}

/**
 * Runs tests, `jobs` files at once: each has a database or a schema, ports and folders of its own. What a run prints that is
 * `held` comes at its end.
 */
async function mocha(title, files, variables, { jobs = 1, held = false } = {}) {
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'quire-counts-'));
  const counts = join(folder, 'counts.json');
  const printed = join(folder, 'printed.txt');
  const file = held ? openSync(printed, 'w') : undefined;
  if (!held) process.stdout.write(`\n── ${title}\n`);
  const environment = { ...process.env, ...variables, QUIRE_TEST_COUNTS: counts };
  // What is not named by the caller must not decide which backing services a run uses.
  for (const name of ['TEST_DATABASE_URL', 'DATABASE_URL', 'AMQP_URL', 'REDIS_URL', 'S3_ENDPOINT']) {
    if (variables[name] === undefined) delete environment[name];
  }
  const code = await node(
    [
      join(root, 'node_modules/mocha/bin/mocha.js'),
      '--forbid-only',
      '--reporter',
      join(root, 'infra/testing/counting-reporter.cjs'),
      ...(jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : []),
      ...files,
    ],
    { cwd: root, env: environment, stdio: held ? ['ignore', file, file] : 'inherit' },
  );
  if (held) process.stdout.write(`\n── ${title}\n${readFileSync(printed, 'utf8')}`);
  const counted = existsSync(counts) ? JSON.parse(readFileSync(counts, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  rmSync(folder, { recursive: true });
  // A run that broke off, or did not end by itself, failed although no test did.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key];
  report(title, `${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped, ${seconds(began)}`);
}

function hasStories() {
  const folder = join(root, 'infra/e2e/test');
  return (
    existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.test.ts'))
  );
}

function report(name, text) {
  process.stdout.write(`── ${name}: ${text}\n`);
}

function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}
