import { createHmac, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createToken, generateAssertionKeys } from '@quire/runtime';
import { z } from 'zod';

const schema = z.object({
  assertion: z.object({ privateKey: z.string(), publicKey: z.string() }),
  /** By which services recognise each other. */
  internalSecret: z.string(),
  /** Signs the addresses of files. */
  fileUrlSecret: z.string(),
  /** Encrypts the secrets of integrations: 32 bytes, base64. */
  integrationKey: z.string(),
  /** What the passwords of the database roles are derived from. */
  databaseSecret: z.string(),
});

export type Secrets = z.output<typeof schema>;

/** The keys in the data folder, made by the first call. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const random = () => randomBytes(32).toString('base64url');
  const fresh: Secrets = {
    assertion: generateAssertionKeys(),
    internalSecret: random(),
    fileUrlSecret: random(),
    integrationKey: randomBytes(32).toString('base64'),
    databaseSecret: random(),
  };
  const text = await keep(join(dataDir, 'keys.json'), () => `${JSON.stringify(fresh, null, 2)}\n`);
  return schema.parse(JSON.parse(text));
}

export interface AdminToken {
  value: string;
  file: string;
  /** It was made just now and has never been shown. */
  isNew: boolean;
}

/** The administrator's first token: the one in the data folder, made by the first call. */
export async function openAdminToken(dataDir: string): Promise<AdminToken> {
  const file = join(dataDir, 'admin-token');
  const candidate = createToken('pat');
  const value = (await keep(file, () => `${candidate}\n`)).trim();
  return { value, file, isNew: value === candidate };
}

/** The password of a schema's role: the same at every start, and known to nobody who does not know the secret. */
export function databasePassword({ databaseSecret }: Secrets, role: string): string {
  return createHmac('sha256', databaseSecret).update(role).digest('base64url');
}

/** Reads a private file, or makes it: whole or not at all, and once even if two processes try. */
async function keep(path: string, content: () => string): Promise<string> {
  const read = () =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : fail(error)));
  const present = await read();
  if (present !== undefined) return present;
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(aside, content(), { mode: 0o600, flush: true });
    await link(aside, path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'EEXIST' ? undefined : fail(error),
    );
  } finally {
    await rm(aside, { force: true });
  }
  return (await read())!;
}

function fail(error: Error): never {
  throw error;
}

/** Creates the data folder. Others may pass through it (the database of root runs as another account), its secrets are files of their own. */
export async function openDataDir(dataDir: string): Promise<void> {
  if (await mkdir(dataDir, { recursive: true })) await chmod(dataDir, 0o755);
}
