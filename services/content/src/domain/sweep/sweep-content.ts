import { transaction, type Tx } from '@quire/runtime';
import type { Content } from '../../context.js';
import { breather } from '../../import/breather.js';
import { condemnUnused, condemnUnusedBytes, kinds } from '../../tables/condemned.js';
import { findMarkedNodes, insertMarks, type Mark, markRevisions, markSpaces } from '../../tables/mark.js';
import { beginSweep, endSweep, findSweep, moveSweep, type SweepRow, takeSweep } from '../../tables/sweep.js';
import { fileKey } from '../files/file-record.js';
import type { MapNode } from '../merkle/merkle-map.js';
import { reached } from './reached.js';
import { removeUnused } from './remove-unused.js';

type Sweeping = Pick<Content, 'db' | 'files' | 'now'>;
/** One step; resolves with where it goes on in the phase, or undefined at its end. */
type Step = (tx: Tx, sweep: SweepRow, context: Sweeping) => Promise<string | undefined>;

const dayMs = 24 * 60 * 60 * 1_000;
/** How much one step looks at. */
const batch = { revisions: 1_000, nodes: 100, condemned: 500 };

const steps: Record<string, Step> = {
  revisions: (tx, { position }) => markRevisions(tx, position, batch.revisions),
  spaces: (tx, { position }) => markSpaces(tx, position),
  trace,
  ...Object.fromEntries(
    kinds.map((kind) => [
      `remove ${kind}`,
      (tx: Tx, { position, started_at }: SweepRow, { files }: Sweeping) =>
        removeUnused(tx, kind, { after: position, startedAt: started_at, files }),
    ]),
  ),
  ...Object.fromEntries(
    kinds.flatMap((kind) =>
      kind === 'bytes'
        ? []
        : [
            [
              `condemn ${kind}`,
              (tx: Tx, { position }: SweepRow, { now }: Sweeping) =>
                condemnUnused(tx, kind, { after: position, limit: batch.condemned, now: now() }),
            ],
          ],
    ),
  ),
};
const phases = [...Object.keys(steps), 'condemn bytes'];

/**
 * Once a day, removes what no revision reaches any more: see docs/decisions/0002. Goes on where the last call, or another
 * replica, left off, step by step, each a transaction of its own; ends early when it is told to stop.
 */
export async function sweepContent(context: Sweeping, stopping?: AbortSignal): Promise<void> {
  const now = context.now();
  await transaction(context.db, (tx) =>
    beginSweep(tx, { now, before: new Date(now.getTime() - dayMs), phase: phases[0]! }),
  );
  for (let goesOn = true; goesOn; ) goesOn = !stopping?.aborted && (await sweepOn(context));
}

/** Does one step; false when there is none left, or another replica is at it. */
async function sweepOn(context: Sweeping): Promise<boolean> {
  const { db, files, now } = context;
  const sweep = await findSweep(db);
  if (!sweep) return false;
  const prefix = fileKey('');
  const listed = sweep.phase === 'condemn bytes' ? await files.list(prefix, sweep.position || undefined) : undefined;
  return transaction(db, async (tx) => {
    if (!(await takeSweep(tx, sweep))) return false;
    if (listed)
      await condemnUnusedBytes(
        tx,
        listed.keys.map((key) => key.slice(prefix.length)),
        now(),
      );
    const position = listed ? listed.next : await steps[sweep.phase]!(tx, sweep, context);
    const next = phases[phases.indexOf(sweep.phase) + 1];
    if (position !== undefined) await moveSweep(tx, { phase: sweep.phase, position });
    else if (next !== undefined) await moveSweep(tx, { phase: next, position: '' });
    else await endSweep(tx);
    return true;
  });
}

/** Marks what the next marked nodes hold. */
async function trace(tx: Tx, { position }: SweepRow): Promise<string | undefined> {
  const nodes = await findMarkedNodes(tx, { after: position, limit: batch.nodes });
  const breathe = breather();
  const marks = new Map<string, Mark>();
  for (const { map, body } of nodes) {
    if (body === null) continue;
    for (const mark of reached(map, JSON.parse(body) as MapNode<unknown>)) marks.set(`${mark.kind} ${mark.hash}`, mark);
    await breathe();
  }
  await insertMarks(tx, [...marks.values()]);
  return nodes.at(-1)?.number;
}
