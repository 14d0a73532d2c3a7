import { commitOnce, Failure, Replay, unauthenticated } from '@quire/runtime';
import type { Content } from '../../context.js';
import { deleteImport, dropImports, type ImportRow, leaveImport, takeImport } from '../../tables/import.js';
import { authorizeImport } from './import-place.js';
import { ImportEnded, importLeaseMs, runImport } from './run-import.js';

const atOnce = 2;
/** An import that ends the process that runs it must not do so for ever. */
const mostAttempts = 3;
const oldestMs = 6 * 60 * 60 * 1_000;

/** Goes on with imports whose process died or ended; replicas share them. */
export async function resumeImports(context: Content): Promise<void> {
  const { db, imports, log, now } = context;
  const before = new Date(now().getTime() - oldestMs);
  for (const row of await dropImports(db, { now: now(), attempts: mostAttempts, before, own: imports.ids }))
    log.error(about(row), 'an import that did not end was given up');
  const work = async () => {
    while (!imports.ending.aborted) {
      const row = await takeImport(db, { now: now(), until: leaseFrom(now()), own: imports.ids });
      if (!row) return;
      await imports.run(row.id, () => resume(row, context));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function resume(row: ImportRow, context: Content): Promise<void> {
  const { db, imports, log, now } = context;
  try {
    await importAgain(row, context);
    log.info(about(row), 'an import was resumed and landed');
  } catch (error) {
    // Somebody else has landed it: another process, or the caller who asked again with the same key.
    if (error instanceof ImportEnded || error instanceof Replay) await deleteImport(db, row.id);
    else if (imports.ending.aborted) await leaveImport(db, row.id, now());
    else if (error instanceof Failure && error.status < 500) {
      await deleteImport(db, row.id);
      log.warn({ ...about(row), reason: error.message }, 'an import was refused when it was resumed');
    } else {
      // What it needs from others is away: that is no fault of the import.
      if (error instanceof Failure && error.kind !== 'internal') await leaveImport(db, row.id, leaseFrom(now()));
      log.error({ ...about(row), err: error }, 'an import could not be resumed');
    }
  }
}

/** What the caller asked for, as they may do it now: their token and rights are asked for anew. */
async function importAgain(row: ImportRow, context: Content): Promise<void> {
  const { db, identity, integrations, imports } = context;
  const principal = await (row.caller_kind === 'user' ? identity : integrations).findCaller(row.token_id);
  if (!principal) throw unauthenticated('The token of its caller is no longer valid.');
  const place = { spaceId: row.space_id, changeRequestId: row.change_request_id ?? undefined };
  await authorizeImport(db, place, principal);
  const claim = row.claim ? { ...row.claim, requestHash: Buffer.from(row.claim.requestHash, 'base64') } : undefined;
  await runImport({ id: row.id, place, body: row, principal }, { signal: imports.ending, context }, (land) =>
    commitOnce(db, land, {
      claim,
      answerOf: ({ answer, location }) => ({ status: 201, location, body: JSON.stringify(answer) }),
    }),
  );
}

const leaseFrom = (time: Date) => new Date(time.getTime() + importLeaseMs);

const about = ({ id, space_id, attempts }: ImportRow) => ({ import: id, space: space_id, attempts });
