// Brings a checkout to the point where it can run: the right Node, dependencies installed, TypeScript compiled.
// Plain JavaScript without dependencies: this runs before anything is there.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Checks Node, then installs and, unless `build` is false, compiles what is missing or out of date. Ends the process when it cannot. */
export function prepare({ build = true } = {}) {
  checkNode();
  if (!modulesAreCurrent()) install();
  if (build && tool('typescript/bin/tsc', ['-b']) !== 0) fail('The build failed; see above.');
}

/** Runs a program from node_modules in the root of the project and returns its exit code. */
export function tool(script, args, options = {}) {
  return exitCode(
    spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: 'inherit',
      ...options,
    }),
  );
}

/**
 * Runs Node in the root of the project until it ends, and returns its exit code. Signals are passed on, once each: a terminal
 * sends Ctrl-C to the whole group, so those from a terminal have reached the child already.
 */
export function node(args, options = {}) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', ...options });
  const pass = (signal) => {
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
  };
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message));
    child.on('exit', (status, signal) => resolve(exitCode({ status, signal })));
  });
}

function exitCode({ status, signal, error }) {
  if (error) fail(error.message);
  return signal ? 1 : status;
}

function checkNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    fail(`Quire needs Node ${wanted} or newer; this is ${process.version}.`);
  }
}

/** Whether npm's own record of what it installed holds what package-lock.json asks for. Never touches the network. */
function modulesAreCurrent() {
  const wanted = readJson('package-lock.json').packages;
  let installed;
  try {
    installed = readJson('node_modules/.package-lock.json').packages;
  } catch {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const present = installed[path];
    if (!present) return optional === true;
    return link === true || present.version === version;
  });
}

function install() {
  process.stdout.write('Installing the dependencies (a minute or two, needs the network) …\n');
  // Without a network the defaults of npm keep quiet for many minutes before they give up.
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...patience];
  const npm = process.env.npm_execpath;
  const result =
    npm && npm.endsWith('.js')
      ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
      : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (exitCode(result) !== 0) fail('Installing the dependencies failed; see above.');
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
