import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { receiver } from '../support/receiver.js';
import { mode, world } from '../support/world.js';

/** Tells the receiver of each event, and waits for what it says. */
const script = (url: string) => `export default {
  async fetch(request) {
    const event = JSON.parse((await request.formData()).get('event'));
    console.log('heard ' + event.type);
    const answer = await fetch('${url}', { method: 'POST', body: event.eventId });
    console.log('was told ' + (await answer.text()));
    return new Response('ok');
  },
};`;

describe(`events of integrations, when the process that runs their scripts is killed, ${mode}`, function () {
  this.timeout(120_000);
  const quire = world();
  const hook = receiver();
  const { received } = hook;

  /** Installs an integration, whose script so has something to hear. */
  async function install(name: string) {
    const { body: orgs } = await quire.api.get('/v1/orgs', { expect: 200 });
    const organization = orgs.items[0].id as string;
    const integration = `/v1/integrations/${name}`;
    const manifest = { title: 'Listener', description: 'Hears what happens', organization, script: script(hook.url) };
    await quire.api.post(integration, manifest, { expect: 200 });
    await quire.api.post(`${integration}/installations`, { organization }, { expect: 201 });
    const events = async () => (await quire.api.get(`${integration}/events`, { expect: 200 })).body;
    return {
      events,
      succeeded: () =>
        eventually(async () => expect((await events()).items[0]?.status).to.equal('success'), { timeoutMs: 60_000 }),
      trace: async () => {
        const [{ id }] = (await events()).items;
        const { body } = await quire.api.get(`${integration}/events/${id}`, { expect: 200 });
        return body.trace.logs.map(({ message }: { message: string }) => message);
      },
    };
  }

  const arrives = () => eventually(() => expect(received).to.have.length(1), { timeoutMs: 30_000 });
  const foldersOf = async (pid: number) =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('quire-script-') && name.includes(`-${pid}-`));

  /** What must be so after the restart, however far the first delivery had come. */
  async function expectOnce({ events, succeeded, trace }: Awaited<ReturnType<typeof install>>) {
    await succeeded();
    const { items, count } = await events();
    expect({ count, listed: items.length }, 'recorded once').to.deep.equal({ count: 1, listed: 1 });
    expect(items[0].payload).to.deep.include({ type: 'installation_setup', eventId: items[0].id });
    expect(
      received.map(({ body }) => body),
      'delivered again, by the same id',
    ).to.deep.equal([items[0].id, items[0].id]);
    expect(await trace(), 'the trace of one run').to.deep.equal(['heard installation_setup', 'was told thanks']);
  }

  it('while a script handles an event: it is delivered again, recorded once, and has its trace', async () => {
    hook.delay(() => (received.length === 1 ? new Promise(() => undefined) : Promise.resolve()));
    const installed = await install('listener');
    await arrives();
    const { pid } = quire.holder('integrations');
    expect(await foldersOf(pid)).to.have.length(1);
    await quire.holder('integrations').kill();
    await eventually(async () => expect(await foldersOf(pid), 'its script is gone too').to.deep.equal([]));
    await quire.holder('integrations').start();
    await expectOnce(installed);
  });

  it('between the answer and the record: it is delivered again, recorded once, and has its trace', async () => {
    const rows = 'integrations.integration_events';
    let release: (() => Promise<void>) | undefined;
    hook.delay(async () => {
      release ??= await quire.holdBackWrites(rows);
    });
    const installed = await install('late-listener');
    await arrives();
    await quire.waitsToWrite(rows);
    await quire.holder('integrations').kill();
    await release!();
    expect(received).to.have.length(1);
    await quire.holder('integrations').start();
    await expectOnce(installed);
  });
});
