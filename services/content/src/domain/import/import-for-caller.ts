import { type IdempotencyClaim, newId, type Tx, unavailable } from '@quire/runtime';
import type { Content } from '../../context.js';
import { deleteImport, insertImport, leaveImport } from '../../tables/import.js';
import { type Import, type Imported, ImportEnded, importLeaseMs, runImport } from './run-import.js';

/**
 * Runs an import that a caller waits for. It is noted before it begins, so that others finish it when this process dies, or
 * ends while it runs. Whatever else keeps it from landing ends it: the caller is told, or has gone.
 */
export async function importForCaller<T>(
  order: Omit<Import, 'id'> & { claim: IdempotencyClaim | undefined },
  { signal, context }: { signal: AbortSignal; context: Content },
  commit: (land: (tx: Tx) => Promise<Imported>) => Promise<T>,
): Promise<T> {
  const { db, imports, log, now } = context;
  const id = newId();
  await note(id, order, context);
  const end = async () => {
    if (signal.aborted && imports.ending.aborted) await leaveImport(db, id, now());
    else await deleteImport(db, id);
  };
  return imports.run(id, () =>
    runImport({ id, ...order }, { signal, context }, commit).catch(async (error: unknown) => {
      // What went wrong first is what the caller has to hear; without its end the import is tried again.
      await end().catch((cause: unknown) => log.error({ err: cause, import: id }, 'an import could not be ended'));
      if (!(error instanceof ImportEnded)) throw error;
      throw unavailable('This took so long that it was begun again. Look at the content before you repeat it.', 30);
    }),
  );
}

async function note(
  id: string,
  { place, body, principal, claim }: Omit<Import, 'id'> & { claim: IdempotencyClaim | undefined },
  { db, now }: Pick<Content, 'db' | 'now'>,
): Promise<void> {
  const { url, source } = body;
  await insertImport(db, {
    id,
    space_id: place.spaceId,
    change_request_id: place.changeRequestId ?? null,
    source,
    url,
    caller_kind: principal.kind,
    token_id: principal.tokenId,
    claim: claim ? { ...claim, requestHash: claim.requestHash.toString('base64') } : null,
    attempts: 1,
    leased_until: new Date(now().getTime() + importLeaseMs),
    created_at: now(),
  });
}
