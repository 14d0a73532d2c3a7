// node infra/docker/make-env.mjs: writes a .env for docker compose with fresh secrets, from .env.example. An existing one stays.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const inOneLine = (pem) => pem.trim().replaceAll('\n', '\\n');
const secrets = {
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
  process.stdout.write('.env is written; start with: docker compose up --build\n');
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  process.stderr.write('.env exists already and was left as it is.\n');
  process.exitCode = 1;
}
