import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { mode, world } from '../support/world.js';

describe(`a process that is killed, ${mode}`, function () {
  this.timeout(120_000);
  const quire = world();

  /** A space on a site, as the API gives them. */
  async function published() {
    const { body: orgs } = await quire.api.get('/v1/orgs', { expect: 200 });
    const organization = orgs.items[0].id as string;
    const { body: space } = await quire.api.post(
      `/v1/orgs/${organization}/spaces`,
      { title: 'Before' },
      { expect: 201 },
    );
    const { body: site } = await quire.api.post(
      `/v1/orgs/${organization}/sites`,
      { title: 'Site', spaces: [space.id] },
      { expect: 201 },
    );
    return { space: space.id as string, siteSpaces: `/v1/orgs/${organization}/sites/${site.id}/site-spaces` };
  }

  const titleOn = async (siteSpaces: string) =>
    (await quire.api.get(siteSpaces, { expect: 200 })).body.items[0].title as string;

  it('between commit and publish: the event arrives after the restart, once in effect', async () => {
    const { space, siteSpaces } = await published();
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('Before'));

    const release = await quire.holdBackEvents();
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'After' }, { expect: 200 });
    const [unpublished] = await quire.sql<{ id: string }>(
      `select envelope->>'id' as id from content.outbox where published_at is null and envelope->>'subject' = $1`,
      [space],
    );
    expect(unpublished, 'the event is committed and not published').not.to.equal(undefined);
    await quire.holder('content').kill();
    await release();
    const inbox = () =>
      quire.sql(`select from sites.inbox where consumer = 'sites.project-spaces' and event_id = $1`, [unpublished!.id]);
    expect(await inbox(), 'the event has not been handled').to.have.length(0);

    await quire.holder('content').start();
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('After'), { timeoutMs: 60_000 });
    expect(await inbox(), 'the event was handled once').to.have.length(1);
  });

  it('an event that is published twice has one effect', async () => {
    const { space, siteSpaces } = await published();
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'First' }, { expect: 200 });
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('First'), { timeoutMs: 30_000 });
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'Second' }, { expect: 200 });
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('Second'), { timeoutMs: 30_000 });

    // A relay that dies after the broker has taken an event, and before it could note so, publishes it again.
    const again = await quire.sql<{ id: string }>(
      `update content.outbox set published_at = null where envelope->>'subject' = $1 returning envelope->>'id' as id`,
      [space],
    );
    expect(again.length).to.be.at.least(3);
    await eventually(
      async () =>
        expect(
          await quire.sql(`select from content.outbox where published_at is null and envelope->>'subject' = $1`, [
            space,
          ]),
        ).to.have.length(0),
      { timeoutMs: 30_000 },
    );
    await quire.api.patch(`/v1/spaces/${space}`, { title: 'Third' }, { expect: 200 });
    await eventually(async () => expect(await titleOn(siteSpaces)).to.equal('Third'), { timeoutMs: 30_000 });
    const [handled] = await quire.sql<{ count: number }>(
      `select count(*)::int from sites.inbox where consumer = 'sites.project-spaces' and event_id = any ($1::uuid[])`,
      [again.map(({ id }) => id)],
    );
    expect(handled!.count, 'each was handled once').to.equal(again.length);
  });

  it('in the middle of work keeps everything that was answered', async () => {
    const { space } = await published();
    const changes = [{ operation: 'insert_page', title: 'Kept', document: { markdown: '# Kept\n\nquagga\n' } }];
    await quire.api.post(`/v1/spaces/${space}/content`, { changes }, { expect: 200 });
    const pending = quire.api
      .post(`/v1/spaces/${space}/change-requests`, { subject: 'cut off' })
      .catch(() => undefined);
    await quire.holder('content').kill();
    await pending;
    await quire.holder('content').start();
    const { body } = await quire.api.get(`/v1/spaces/${space}/search`, { query: { query: 'quagga' }, expect: 200 });
    expect(body.count).to.equal(1);
    await eventually(async () => {
      const { body: next } = await quire.api.post(`/v1/spaces/${space}/change-requests`, {}, { expect: 201 });
      const { body: all } = await quire.api.get(`/v1/spaces/${space}`, { expect: 200 });
      expect(next.number, 'numbers have no gaps').to.equal(all.changeRequests);
    });
  });
});
