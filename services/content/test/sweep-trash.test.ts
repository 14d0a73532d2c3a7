import { fork } from 'node:child_process';
import { once } from 'node:events';
import { eventually, outboxEvents, testDatabaseUrl } from '@quire/testing';
import { expect } from 'chai';
import { sweepTrash } from '../src/domain/tree/sweep-trash.js';
import { contentService } from './content-service.js';
import { factories } from './factories.js';

const week = 7 * 24 * 60 * 60 * 1_000;

describe('a sweep of the trash that is killed', () => {
  const content = contentService();
  const make = factories(content);

  it('leaves each space whole or gone, and the next one finishes; each purge is told once', async function () {
    this.timeout(60_000);
    const spaces: { id: string; request: string }[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { spaceId, admin } = await make.written();
      const { id } = await make.changeRequest(admin, spaceId);
      content.now = new Date(content.now.getTime() + 1);
      await content.as(admin).delete(`/v1/spaces/${spaceId}`, { expect: 205 });
      spaces.push({ id: spaceId, request: id });
    }
    const moment = new Date(content.now.getTime() + week);
    const inHand = spaces[3]!;
    const { schema } = (await content.db.raw<{ rows: { schema: string }[] }>('SELECT current_schema() AS schema'))
      .rows[0]!;
    const left = async () => (await content.db('spaces').orderBy('deleted_at').pluck('id')) as string[];

    // Whoever holds a row of it stops the sweep in the middle of the fourth space.
    const hold = await content.db.transaction();
    try {
      await hold('main_pages').where({ space_id: inHand.id }).forUpdate();
      const child = fork(new URL('killed-sweeper.ts', import.meta.url), [
        testDatabaseUrl(),
        schema,
        moment.toISOString(),
      ]);
      const said: unknown[] = [];
      child.on('message', (message) => said.push(message));
      await eventually(
        async () => {
          const { rows } = await content.db.raw(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = ?`,
            [`quire-${schema}`],
          );
          expect(rows).to.have.length(1);
        },
        { timeoutMs: 30_000 },
      );
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(said).to.deep.equal([]);
    } finally {
      await hold.rollback();
    }

    await eventually(async () => expect(await left()).to.deep.equal(spaces.slice(3).map(({ id }) => id)));
    expect(await content.db('change_requests').where({ id: inHand.request })).to.have.length(1);
    expect(await content.db('revisions').where({ space_id: inHand.id })).not.to.deep.equal([]);
    // Postgres may need a moment to notice that the killed process has let go.
    await eventually(async () => {
      await sweepTrash({ db: content.db, now: () => moment });
      expect(await left()).to.deep.equal([]);
    });
    const purged = (await outboxEvents(content.db)).filter(({ type }) => type === 'content.space.purged.v1');
    expect(purged.map(({ subject }) => subject).sort()).to.deep.equal(spaces.map(({ id }) => id).sort());
  });
});
