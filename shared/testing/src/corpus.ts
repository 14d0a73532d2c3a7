import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = fileURLToPath(new URL('../../../../shared/corpora', import.meta.url));

/**
 * The path of a zip of real documentation, too large for the repository: in the folder that QUIRE_CORPORA names, else in
 * `../shared/corpora` beside the checkout. Undefined where it is not there; tests that need it are then skipped.
 */
export function corpus(name: string): string | undefined {
  const path = join(process.env.QUIRE_CORPORA ?? beside, name);
  return existsSync(path) ? path : undefined;
}
