import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWellFormedToken, openDatabase } from '@quire/runtime';
import { expect } from 'chai';
import { type Compose, type Foundation, schemas } from '../src/composition.js';
import { readConfig } from '../src/config.js';
import { startQuire } from '../src/launcher.js';

describe('startQuire', () => {
  let dataDir: string;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire local '));
    // The database of root runs as another account, which has to get there.
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data');
  });
  afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }));

  const configure = (variables: Record<string, string> = {}) =>
    readConfig({ PORT: '0', HOST: '127.0.0.1', QUIRE_DATA_DIR: dataDir, ...variables });

  /** Services that write down what happens to them; the last one listens, as the gateway does. */
  function recorder({ failing }: { failing?: string } = {}) {
    const log: string[] = [];
    let foundation: Foundation | undefined;
    const compose: Compose = async (given) => {
      foundation = given;
      let server: Server;
      const services = ['identity', 'content', 'gateway'].map((name) => ({
        name,
        port: given.port,
        async start() {
          log.push(`start ${name}`);
          if (name === failing) throw new Error(`${name} is broken`);
          if (name !== 'gateway') return;
          server = createServer((_, response) => response.end('hello')).listen(given.port, '127.0.0.1');
        },
        async drain() {
          log.push(`drain ${name}`);
        },
        async stop() {
          log.push(`stop ${name}${given.ending.aborted ? '' : ' without a word before'}`);
          server?.close();
          server?.closeAllConnections();
        },
      }));
      return { services, close: async () => void log.push('close') };
    };
    return { log, compose, foundation: () => foundation! };
  }

  it('starts services in order and stops them in reverse, finishing work after the door has closed', async () => {
    const { log, compose } = recorder();
    const quire = await startQuire(configure(), { compose });
    expect(await (await fetch(quire.url)).text()).to.equal('hello');
    await Promise.all([quire.stop(), quire.stop()]);
    expect(log).to.deep.equal([
      'start identity',
      'start content',
      'start gateway',
      'stop gateway',
      'drain identity',
      'drain content',
      'drain gateway',
      'stop content',
      'stop identity',
      'close',
    ]);
  });

  it('makes keys and token once, readable by their owner only', async () => {
    const first = recorder();
    const one = await startQuire(configure(), first);
    await one.stop();
    const second = recorder();
    const two = await startQuire(configure(), second);
    await two.stop();
    expect(one.adminToken!.isNew).to.equal(true);
    expect(isWellFormedToken(one.adminToken!.value)).to.equal(true);
    expect(two.adminToken).to.deep.equal({ ...one.adminToken, isNew: false });
    expect(second.foundation().secrets).to.deep.equal(first.foundation().secrets);
    for (const file of ['admin-token', 'keys.json']) {
      expect((await stat(join(dataDir, file))).mode & 0o777, file).to.equal(0o600);
    }
    expect(await readFile(join(dataDir, 'admin-token'), 'utf8')).to.equal(`${one.adminToken!.value}\n`);
  });

  it('takes the token from the environment and then keeps none', async () => {
    const { compose, foundation } = recorder();
    const quire = await startQuire(configure({ QUIRE_ADMIN_TOKEN: 'x'.repeat(40) }), { compose });
    await quire.stop();
    expect(quire.adminToken).to.equal(undefined);
    expect(foundation().adminToken).to.equal('x'.repeat(40));
    expect(await stat(join(dataDir, 'admin-token')).catch((error) => error.code)).to.equal('ENOENT');
  });

  it('gives every schema a role, and keeps what they wrote', async () => {
    for (const expected of [0, 1]) {
      const { compose, foundation } = recorder();
      const quire = await startQuire(configure(), { compose });
      const db = openDatabase({ url: foundation().databaseUrls.content, schema: 'content' });
      await db.raw('create table if not exists kept (id int)');
      expect(await db('kept')).to.have.length(expected);
      await db('kept').insert({ id: 1 });
      await db.destroy();
      await quire.stop();
    }
  });

  it('refuses a second instance on the same data, and leaves the first one alone', async () => {
    const first = recorder();
    const quire = await startQuire(configure(), first);
    const second = recorder();
    const error = await startQuire(configure(), second).catch((reason: Error) => reason);
    expect((error as Error).message).to.match(/in use by another Quire/);
    expect(second.log).to.deep.equal([]);
    expect(await (await fetch(quire.url)).text()).to.equal('hello');
    await quire.stop();
  });

  it('runs beside another copy', async () => {
    const one = await startQuire(configure(), recorder());
    const other = await startQuire(configure({ QUIRE_DATA_DIR: `${dataDir}-other` }), recorder());
    expect(one.url).not.to.equal(other.url);
    await one.stop();
    expect(await (await fetch(other.url)).text()).to.equal('hello');
    await other.stop();
  });

  it('says when the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as { port: number };
    const error = await startQuire(configure({ PORT: String(port) }), recorder()).catch((reason: Error) => reason);
    server.close();
    expect((error as Error).message).to.equal(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    );
  });

  it('stops what had started when a service does not start', async () => {
    const { log, compose } = recorder({ failing: 'content' });
    const error = await startQuire(configure(), { compose }).catch((reason: Error) => reason);
    expect((error as Error).message).to.equal('content is broken');
    expect(log).to.deep.equal(['start identity', 'start content', 'stop identity', 'close']);
    await (await startQuire(configure(), recorder())).stop();
  });

  it('uses the database that DATABASE_URL names, one instance at a time', async () => {
    const name = `local_${process.pid}_${Date.now()}`;
    const admin = openDatabase({ url: process.env.TEST_DATABASE_URL!, schema: 'public' });
    await admin.raw('create database ??', [name]);
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = `/${name}`;
    const configuration = configure({ DATABASE_URL: url.href });
    try {
      const quire = await startQuire(configuration, recorder());
      const error = await startQuire(configuration, recorder()).catch((reason: Error) => reason);
      expect((error as Error).message).to.match(new RegExp(`The database ${name} is in use by another Quire`));
      await quire.stop();
    } finally {
      await admin.raw('drop database ?? with (force)', [name]);
      for (const schema of schemas) await admin.raw('drop role if exists ??', [`${name}_${schema}`]);
      await admin.destroy();
    }
  });
});
