// node infra/docker/make-env.mjs: writes a .env for docker compose with fresh secrets, from .env.example. An existing one stays.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
/** As the runtime makes API tokens: with a checksum that tells a typing error from a token. */
function createToken() {
  const body = `quire_pat_${randomBytes(32).toString('base64url')}`;
  return `${body}_${createHash('sha256').update(body).digest('base64url').slice(0, 6)}`;
}

const inOneLine = (pem) => pem.trim().replaceAll('\n', '\\n');
const secrets = {
  QUIRE_ADMIN_TOKEN: createToken(),
  QUIRE_ASSERTION_PRIVATE_KEY: inOneLine(privateKey),
  QUIRE_ASSERTION_PUBLIC_KEY: inOneLine(publicKey),
  QUIRE_INTEGRATION_KEY: randomBytes(32).toString('base64'),
};
const text = readFileSync(new URL('.env.example', root), 'utf8').replace(
  /^([A-Z_]+)=generate$/gm,
  (_, name) => `${name}=${secrets[name] ?? randomBytes(32).toString('base64url')}`,
);
try {
  writeFileSync(new URL('.env', root), text, { mode: 0o600, flag: 'wx' });
  process.stdout.write(
    `.env is written, the administrator's token is ${secrets.QUIRE_ADMIN_TOKEN}\nNow: docker compose up --build\n`,
  );
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  process.stderr.write('.env exists already and was left as it is.\n');
  process.exitCode = 1;
}
