import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { mode, world } from '../support/world.js';

const client = fileURLToPath(new URL('../../../node_modules/@gitbook/cli/dist/cli.js', import.meta.url));

const manifest = `name: echo-bot
title: Echo bot
description: Says what it hears.
icon: ./icon.png
visibility: private
organization: nobody
script: ./script.js
scopes:
  - space:content:read
secrets:
  greeting: hello from a secret
`;

const script = `import { shout } from './shout.js';
export default {
  async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    const environment = JSON.parse(form.get('environment'));
    console.log('heard ' + event.type);
    if (event.type === 'fetch') return new Response(shout(environment.secrets.greeting));
    return new Response('ok');
  },
};
`;

const petstore = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets:
    get:
      tags: [pets]
      summary: List the pets
      responses: { '200': { description: All of them } }
`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** What people run who come from the published API: its own command line, unmodified, against Quire. */
describe(`the official command line, ${mode}`, function () {
  this.timeout(120_000);
  const quire = world();
  let folder = '';
  let organization = '';

  before('writes a small integration', async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire client '));
    await writeFile(join(folder, 'gitbook-manifest.yaml'), manifest);
    await writeFile(join(folder, 'script.js'), script);
    await writeFile(join(folder, 'shout.js'), 'export const shout = (text) => text.toUpperCase();\n');
    await writeFile(join(folder, 'icon.png'), png);
    await writeFile(join(folder, 'petstore.yaml'), petstore);
    const { body } = await quire.api.post('/v1/orgs', { title: 'Echoes' }, { expect: 201 });
    organization = body.id;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const gitbook = (...args: string[]) =>
    new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, [client, ...args], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          TMPDIR: folder,
          GITBOOK_TOKEN: quire.token,
          GITBOOK_ENDPOINT: quire.url,
        },
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.on('error', reject);
      child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`gitbook ${args[0]}: ${said}`))));
    });

  it('whoami: knows the caller', async () => {
    expect(await gitbook('whoami')).to.include('admin@localhost');
  });

  it('publish: an integration, twice, that answers at its public endpoint and hears of its installation', async () => {
    expect(await gitbook('publish', '--organization', organization)).to.include('"echo-bot" published');
    await gitbook('publish', '--organization', organization);
    const { body: published } = await quire.api.get('/v1/integrations/echo-bot', { expect: 200 });
    expect(published).to.include({ title: 'Echo bot', version: 2, visibility: 'private' });
    expect(JSON.stringify(published)).not.to.include('hello from a secret');
    const icon = await fetch(published.urls.icon);
    expect(Buffer.from(await icon.arrayBuffer()).equals(png)).to.equal(true);

    const { body: installation } = await quire.api.post(
      '/v1/integrations/echo-bot/installations',
      { organization },
      { expect: 201 },
    );
    const answer = await fetch(installation.urls.publicEndpoint);
    expect([answer.status, await answer.text()]).to.deep.equal([200, 'HELLO FROM A SECRET']);

    await eventually(async () => {
      const { body: events } = await quire.api.get('/v1/integrations/echo-bot/events', { expect: 200 });
      const setup = events.items.find((each: any) => each.payload.type === 'installation_setup');
      expect(setup?.status).to.equal('success');
      const { body: event } = await quire.api.get(`/v1/integrations/echo-bot/events/${setup.id}`, { expect: 200 });
      expect(event.trace.logs.map((log: any) => log.message)).to.include('heard installation_setup');
    });
  });

  const complete = (slug: string) =>
    eventually(async () => {
      const { body } = await quire.api.get(`/v1/orgs/${organization}/openapi/${slug}`, { expect: 200 });
      expect(body).to.include({ processingState: 'complete' }).and.have.property('lastVersion');
    });

  it('openapi publish: a file', async () => {
    expect(await gitbook('openapi', 'publish', 'petstore.yaml', '-s', 'pets', '-o', organization)).to.include('pets');
    await complete('pets');
  });

  it('openapi publish: an address', async () => {
    const server = createServer((_, response) => response.end(petstore)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/petstore.yaml`;
    try {
      await gitbook('openapi', 'publish', url, '-s', 'pets-by-address', '-o', organization);
      await complete('pets-by-address');
    } finally {
      server.close();
    }
  });
});
