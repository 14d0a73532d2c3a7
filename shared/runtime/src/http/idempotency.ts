import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Db, Tx } from '../db.js';
import { conflict } from '../errors.js';
import { sha256 } from '../ids.js';

/** A success that was answered before and is answered again. `body` is the JSON text, empty for none. */
export interface StoredAnswer {
  status: number;
  location?: string;
  body: string;
}

/** Who repeats what: one row per caller, operation and key. */
export interface IdempotencyClaim {
  caller: string;
  operationId: string;
  key: string;
  /** Hash of method, path, scopes and body: the same key for another request is a mistake of the client's. */
  requestHash: Buffer;
}

/** Creates the table of first answers; part of every service's first migration. */
export async function createIdempotencyTable(tx: Tx): Promise<void> {
  await tx.raw(`
    CREATE TABLE idempotency_keys (
      caller text NOT NULL,
      operation_id text NOT NULL,
      key_hash bytea NOT NULL,
      request_hash bytea NOT NULL,
      answer bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (caller, operation_id, key_hash)
    )`);
  await tx.raw('CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)');
}

/** The first answer under this key, if there is one. Throws `conflict` (409) when the key was used for another request. */
export async function findAnswer(db: Db, claim: IdempotencyClaim): Promise<StoredAnswer | undefined> {
  const { rows } = await db.raw<{ rows: { request_hash: Buffer; answer: Buffer | null }[] }>(
    `SELECT request_hash, answer FROM idempotency_keys
     WHERE caller = ? AND operation_id = ? AND key_hash = ? AND created_at > now() - interval '24 hours'`,
    [claim.caller, claim.operationId, sha256(claim.key)],
  );
  const row = rows[0];
  if (!row) return undefined;
  if (!row.request_hash.equals(claim.requestHash)) {
    throw conflict('This Idempotency-Key was used for another request; choose a new one.');
  }
  return row.answer ? open(row.answer, claim.key) : undefined;
}

/**
 * Takes the key inside the transaction of the effect; returns false when another request holds it already.
 * A concurrent holder is waited for: its commit or rollback decides.
 */
export async function claimKey(tx: Tx, claim: IdempotencyClaim): Promise<boolean> {
  const key = [claim.caller, claim.operationId, sha256(claim.key)];
  await tx.raw(
    `DELETE FROM idempotency_keys
     WHERE caller = ? AND operation_id = ? AND key_hash = ? AND created_at <= now() - interval '24 hours'`,
    key,
  );
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `INSERT INTO idempotency_keys (caller, operation_id, key_hash, request_hash)
     VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [...key, claim.requestHash],
  );
  return rowCount === 1;
}

/** Keeps the answer beside the effect, encrypted with the key itself: an answer may hold a secret that is shown once. */
export async function storeAnswer(tx: Tx, claim: IdempotencyClaim, answer: StoredAnswer): Promise<void> {
  await tx('idempotency_keys')
    .where({ caller: claim.caller, operation_id: claim.operationId, key_hash: sha256(claim.key) })
    .update({ answer: seal(answer, claim.key) });
}

/** Forgets answers older than 24 hours, at most 10,000 at a time. */
export async function sweepAnswers(db: Db): Promise<void> {
  await db.raw(
    `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT 10000))`,
  );
}

const secretOf = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'quire-idempotency', 32));

function seal(answer: StoredAnswer, key: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretOf(key), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function open(sealed: Buffer, key: string): StoredAnswer {
  const decipher = createDecipheriv('aes-256-gcm', secretOf(key), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  return JSON.parse(text) as StoredAnswer;
}
