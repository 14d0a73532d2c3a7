import { randomUUID } from 'node:crypto';
import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { integrationsService } from '../integrations-service.js';
import { manifest } from '../manifest.js';

describe('installations of an integration that is published anew', () => {
  const integrations = integrationsService();
  const text = { type: 'string' };

  async function installed() {
    const maker = integrations.neighbours.organization();
    const name = newId();
    const makers = integrations.as({ [maker]: 'admin' });
    const publish = async (configurations?: object) => {
      const body = manifest(maker, { visibility: 'public', ...(configurations ? { configurations } : {}) });
      await makers.post(`/v1/integrations/${name}`, body, { expect: 200 });
      await integrations.service.drain();
    };
    await publish();
    const { body } = await makers.post(
      `/v1/integrations/${name}/installations`,
      { organization: maker },
      { expect: 201 },
    );
    const path = `/v1/integrations/${name}/installations/${body.id}`;
    const read = async (at = path) => (await makers.get(at, { expect: 200 })).body;
    return { maker, makers, name, publish, path, read, id: body.id as string };
  }
  const told = (id: string): Promise<{ type: string; previous?: object }[]> =>
    integrations.db('integration_events').where({ installation_id: id }).orderBy('id').pluck('payload');

  it('are pending until they satisfy what it asks for now', async () => {
    const { makers, publish, path, read, id } = await installed();
    await makers.patch(path, { configuration: { tone: 'dry' } }, { expect: 200 });
    await publish({ account: { properties: { tone: text, key: text }, required: ['key'] } });
    expect(await read()).to.deep.include({ status: 'pending', configuration: { tone: 'dry' } });
    expect((await told(id)).at(-1)).to.deep.include({
      type: 'installation_setup',
      status: 'pending',
      previous: { status: 'active', configuration: { tone: 'dry' } },
    });
    const said = (await outboxEvents(integrations.db)).filter(({ subject }) => subject === id).at(-1)!;
    expect(said.type).to.equal(events.installationUpdated.type);
    expect(said.data).to.include({ status: 'pending' });

    await makers.patch(path, { configuration: { key: 'k' } }, { expect: 200 });
    expect((await read()).status).to.equal('active');
    await publish({ account: { properties: { key: { type: 'number' } }, required: ['key'] } });
    expect((await read()).status).to.equal('pending');
    await publish();
    expect((await read()).status).to.equal('active');
  });

  it('stay active when what is new has a default, which they are given', async () => {
    const { publish, read } = await installed();
    await publish({ account: { properties: { tone: { ...text, default: 'kind' } }, required: ['tone'] } });
    expect(await read()).to.deep.include({ status: 'active', configuration: { tone: 'kind' } });
  });

  it('are left alone by what asks for the same, and by a form of its own', async () => {
    const { publish, read } = await installed();
    const asked = { account: { properties: { tone: { ...text, default: 'kind' } } } };
    await publish(asked);
    const before = await read();
    await publish(asked);
    await publish({ account: { componentId: 'form' } });
    expect(await read()).to.deep.equal(before);
  });

  it('have their spaces and sites judged too', async () => {
    const { makers, maker, publish, path, read, id } = await installed();
    const site = { site: newId(), organization: maker, title: 'Docs', visibility: 'public', published: false };
    await integrations.deliver(events.siteCreated, { subject: site.site, sequence: 1, data: site });
    await makers.post(`${path}/sites`, { siteId: site.site }, { expect: 201 });
    await publish({ site: { properties: { key: text }, required: ['key'] } });
    const on = `${path}/sites/${site.site}`;
    expect((await read(on)).status).to.equal('pending');
    expect((await read()).status).to.equal('active');
    expect((await told(id)).at(-1)).to.include({
      type: 'site_installation_setup',
      siteId: site.site,
      status: 'pending',
    });
    await makers.patch(on, { configuration: { key: 'k' } }, { expect: 200 });
    expect((await read(on)).status).to.equal('active');
  });

  it('are judged 500 at a time, each once', async () => {
    const { name, publish } = await installed();
    const others = { prefix: randomUUID().slice(0, 8), name, more: 1_100 };
    await integrations.db.raw(
      `INSERT INTO installations (id, integration, organization_id, status, space_selection, site_selection,
         created_at, updated_at)
       SELECT :prefix || lpad(n::text, 4, '0'), :name, :prefix || n,
         CASE n % 400 WHEN 1 THEN 'active' ELSE 'pending' END, 'selected', 'selected', now(), now()
       FROM generate_series(1, :more) n`,
      others,
    );
    await publish({ account: { properties: { key: text }, required: ['key'] } });
    const counts = await integrations
      .db('installations')
      .where({ integration: name })
      .groupBy('status', 'version')
      .orderBy('version')
      .select('status', 'version', integrations.db.raw('count(*)::integer'));
    expect(counts).to.deep.equal([
      { status: 'pending', version: 1, count: others.more - 3 },
      { status: 'pending', version: 2, count: 4 },
    ]);
    const steps = (await outboxEvents(integrations.db)).filter(({ subject }) => subject === name);
    expect(steps.map(({ data }) => (data as { from: { kind: string } }).from.kind)).to.deep.equal([
      'account',
      'account',
      'account',
      'space',
      'site',
    ]);
  });
});
