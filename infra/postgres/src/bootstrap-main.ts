// One-shot set-up of a database for the distributed topology: reads ADMIN_DATABASE_URL and a QUIRE_<SERVICE>_DB_PASSWORD for
// each service, waits for the server, creates roles, schemas and extensions. Can be repeated.
import { setTimeout as delay } from 'node:timers/promises';
import { bootstrapDatabase } from './bootstrap.js';

const schemas = ['identity', 'content', 'sites', 'integrations'] as const;
const patienceMs = 60_000;

async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const { ADMIN_DATABASE_URL: adminUrl } = environment;
  const variable = (schema: string) => `QUIRE_${schema.toUpperCase()}_DB_PASSWORD`;
  const missing = [
    ...(adminUrl ? [] : ['ADMIN_DATABASE_URL']),
    ...schemas.map(variable).filter((name) => !environment[name]),
  ];
  if (!adminUrl || missing.length > 0) throw new Error(`Set ${missing.join(', ')}.`);
  const passwords = Object.fromEntries(schemas.map((schema) => [schema, environment[variable(schema)]]));
  for (const end = Date.now() + patienceMs; ; await delay(1_000)) {
    try {
      await bootstrapDatabase(adminUrl, { schemas, passwords, rolePrefix: environment.QUIRE_ROLE_PREFIX || undefined });
      break;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // A server that is not there yet, or still starting: anything else will not get better by waiting.
      if (!['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03'].includes(code ?? '') || Date.now() > end) throw error;
      process.stdout.write(`Waiting for Postgres: ${message}\n`);
    }
  }
  process.stdout.write(`The database is ready for ${schemas.join(', ')}.\n`);
}

main(process.env).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
