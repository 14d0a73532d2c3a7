import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { integrationsService } from '../integrations-service.js';
import { manifest, otherPixel, pixel } from '../manifest.js';

describe('publishIntegration', () => {
  const integrations = integrationsService();

  it('makes versions 1, 2, 3 and shows what was said last', async () => {
    const owner = integrations.neighbours.organization();
    const admin = integrations.as({ [owner]: 'admin' });
    const path = `/v1/integrations/${newId()}`;
    const first = await admin.post(path, manifest(owner, { icon: pixel, previewImages: [pixel] }), { expect: 200 });
    expect(first.body).to.include({ version: 1, visibility: 'private', target: 'all', verified: false });
    expect(first.body.permissions).to.deep.equal({ admin: true, install: true });
    await admin.post(path, manifest(owner, { title: 'Second' }), { expect: 200 });
    const third = await admin.post(path, manifest(owner, { visibility: 'public' }), { expect: 200 });
    expect(third.body.version).to.equal(3);
    expect((await admin.get(path, { expect: 200 })).body).to.deep.equal(third.body);
  });

  const bad: [string, object, string][] = [
    ['a script that does not parse', { script: 'export default (' }, 'body.script'],
    ['an empty script', { script: ' ' }, 'body.script'],
    ['an icon that is no image', { icon: Buffer.from('hello').toString('base64') }, 'body.icon'],
    ['an icon in SVG', { icon: Buffer.from('<svg width="1" height="1"/>').toString('base64') }, 'body.icon'],
    ['an icon that is no base64', { icon: '***' }, 'body.icon'],
    ['four previews', { previewImages: [pixel, pixel, pixel, pixel] }, 'body.previewImages'],
    ['a preview that is no image', { previewImages: [pixel, 'AAAA'] }, 'body.previewImages.1'],
    [
      'a required property that there is not',
      { configurations: { account: { properties: {}, required: ['key'] } } },
      'body.configurations.account.required.0',
    ],
  ];
  for (const [what, more, path] of bad) {
    it(`answers 400 to ${what}`, async () => {
      const owner = integrations.neighbours.organization();
      const admin = integrations.as({ [owner]: 'admin' });
      const address = `/v1/integrations/${newId()}`;
      const { body } = await admin.post(address, manifest(owner, more), { expect: 400 });
      expect(body.error.details.map((detail: { path: string }) => detail.path)).to.include(path);
      await admin.get(address, { expect: 404 });
    });
  }

  it('takes what older publishers send: a plain script; and an organization by its subdomain', async () => {
    const hostname = newId().toLowerCase();
    const owner = integrations.neighbours.organization(hostname);
    const script = '"use strict"; var x = (() => { with_ = 1; return { with_ }; })();';
    const body = manifest(hostname, { script });
    const answer = await integrations
      .as({ [owner]: 'admin' })
      .post(`/v1/integrations/${newId()}`, body, { expect: 200 });
    expect(answer.body.owner.id).to.equal(owner);
  });

  it('keeps a name for its owner, and shows a private integration to nobody else', async () => {
    const owner = integrations.neighbours.organization();
    const other = integrations.neighbours.organization();
    const path = `/v1/integrations/${newId()}`;
    await integrations.as({ [owner]: 'admin' }).post(path, manifest(owner), { expect: 200 });
    const stranger = integrations.as({ [other]: 'admin' });
    const refused = await stranger.post(path, manifest(other), { expect: 409 });
    expect(JSON.stringify(refused.body)).to.not.include(owner);
    await stranger.get(path, { expect: 404 });
    await stranger.delete(path, { expect: 404 });
    await integrations.as({ [owner]: 'read' }).get(path, { expect: 200 });
    await integrations.as({ [owner]: 'read' }).delete(path, { expect: 403 });
    await integrations.as({ [owner]: 'create' }).post(path, manifest(owner), { expect: 403 });
    await stranger.post(path, manifest(owner), { expect: 404 });
  });

  it('counts without gaps when many publish at once', async () => {
    const owner = integrations.neighbours.organization();
    const admin = integrations.as({ [owner]: 'admin' });
    const path = `/v1/integrations/${newId()}`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(path, manifest(owner), { expect: 200 })),
    );
    expect(answers.map(({ body }) => body.version)).to.have.members([1, 2, 3, 4, 5]);
  });

  it('keeps secrets sealed and to itself, and serves images for ever', async () => {
    const owner = integrations.neighbours.organization();
    const name = newId();
    const more = { icon: pixel, secrets: { KEY: 'very secret' } };
    const { body } = await integrations
      .as({ [owner]: 'admin' })
      .post(`/v1/integrations/${name}`, manifest(owner, more), { expect: 200 });
    expect(JSON.stringify(body)).to.not.include('very secret');
    const row = await integrations.db('integration_scripts').where({ integration: name }).first('secrets');
    expect(row.secrets.toString('latin1')).to.not.include('very secret');
    const icon = await integrations.anonymous().get(new URL(body.urls.icon).pathname, { expect: 200 });
    expect(icon.headers.get('content-type')).to.equal('image/png');
    expect(icon.headers.get('cache-control')).to.include('immutable');
    expect(icon.headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('listIntegrationAssets: what icon and previews are, page by page, to those who see the integration', async () => {
    const owner = integrations.neighbours.organization();
    const admin = integrations.as({ [owner]: 'admin' });
    const name = newId();
    const body = manifest(owner, { icon: pixel, previewImages: [otherPixel] });
    const published = (await admin.post(`/v1/integrations/${name}`, body, { expect: 200 })).body;
    const path = new URL(published.urls.assets).pathname;
    const { body: listed } = await admin.get(path, { expect: 200 });
    expect(listed.count).to.equal(2);
    const locations = listed.items.map(({ urls }: { urls: { location: string } }) => urls.location);
    expect(locations).to.have.members([published.urls.icon, ...published.previewImages]);
    for (const { urls, contentType, size } of listed.items) {
      const { headers } = await integrations.anonymous().get(new URL(urls.location).pathname, { expect: 200 });
      expect([headers.get('content-type'), headers.get('content-length')]).to.deep.equal([contentType, String(size)]);
    }
    const first = (await admin.get(path, { query: { limit: '1' }, expect: 200 })).body;
    const query = { limit: '1', page: first.next.page };
    const second = (await admin.get(path, { query, expect: 200 })).body;
    expect([...first.items, ...second.items]).to.deep.equal(listed.items);
    expect(second).to.not.have.property('next');
    await integrations.as({}).get(path, { expect: 404 });
  });
});
