import { relative } from 'node:path';
import type { LocalConfig } from './config.js';
import type { Quire } from './launcher.js';

/** What a person reads when everything is up; the curl line works when pasted into a shell in the same folder. */
export function banner(quire: Quire, config: LocalConfig, startedInMs: number): string {
  const { adminToken } = quire;
  const shown = adminToken
    ? adminToken.isNew
      ? adminToken.value
      : `in ${adminToken.file}`
    : 'as set in QUIRE_ADMIN_TOKEN';
  const bearer = adminToken
    ? adminToken.isNew
      ? adminToken.value
      : `$(cat '${adminToken.file.replaceAll("'", `'\\''`)}')`
    : '$QUIRE_ADMIN_TOKEN';
  const data = relative(process.cwd(), config.dataDir) || '.';
  return `
Quire is ready at ${quire.publicUrl} (after ${(startedInMs / 1000).toFixed(1)} s)

  administrator  ${config.adminEmail}
  token          ${shown}${adminToken?.isNew ? `\n                 shown once; kept in ${adminToken.file}` : ''}
  data           ${data.startsWith('..') ? config.dataDir : data}

  curl -s -H "Authorization: Bearer ${bearer}" ${quire.url}/v1/orgs

Ctrl-C stops it; all data stays.
`;
}
