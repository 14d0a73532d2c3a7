// node infra/run.mjs <file.ts> [arguments]: prepares the checkout, then runs a TypeScript file from the sources.
import { resolve } from 'node:path';
import { node, prepare, root } from './prepare.mjs';

const [file, ...args] = process.argv.slice(2);
if (!file) {
  process.stderr.write('usage: node infra/run.mjs <file.ts> [arguments]\n');
  process.exit(2);
}
prepare({ build: false });
const tsx = new URL('../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
process.exitCode = await node(['--conditions=@quire/source', `--import=${tsx}`, resolve(root, file), ...args]);
