import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '@quire/embedded-postgres';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import pg from 'pg';
import { canReach } from '../src/account.js';

describe('startEmbeddedPostgres', () => {
  let root: string;
  let dataDir: string;
  const children: ChildProcess[] = [];

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire embedded '));
    await chmod(root, 0o755);
  });
  let count = 0;
  beforeEach(() => {
    dataDir = join(root, String(++count));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.stdin!.end();
      await once(child, 'exit');
    }
  });
  after(() => rm(root, { recursive: true, force: true }));

  const start = () => startEmbeddedPostgres({ dataDir, durable: false });
  async function hold(identity: { uid?: number; gid?: number } = {}): Promise<{ adminUrl: string; error?: string }> {
    const child = spawn(
      process.execPath,
      ['--conditions=@quire/source', '--import=tsx', join(import.meta.dirname, 'support/hold.ts'), dataDir],
      { ...identity, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, HOME: root } },
    );
    children.push(child);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return JSON.parse(line);
  }

  it('keeps the data, the address and the password over a restart', async () => {
    const first = await start();
    await query(first.adminUrl, 'create table kept as select 42 as answer');
    await first.stop();
    await eventually(() => expectDown(first.adminUrl));
    const second = await start();
    try {
      expect(second.adminUrl).to.equal(first.adminUrl);
      expect(await query(second.adminUrl, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
    } finally {
      await second.destroy();
    }
    expect(await stat(dataDir).catch((error) => error.code)).to.equal('ENOENT');
  });

  it('takes another port when that of last time is taken', async () => {
    const first = await start();
    await first.stop();
    const portFile = join(dataDir, 'port');
    await writeFile(portFile, new URL(process.env.TEST_DATABASE_URL!).port);
    const second = await start();
    expect(second.port).not.to.equal(Number(new URL(process.env.TEST_DATABASE_URL!).port));
    expect(Number(await readFile(portFile, 'utf8'))).to.equal(second.port);
    await second.destroy();
  });

  it('takes over the server of a process that was killed, with the data', async () => {
    const { adminUrl } = await hold();
    await query(adminUrl, 'create table kept as select 42 as answer');
    const [serverBefore] = await query(adminUrl, 'select pg_postmaster_start_time() as at');
    children[0]!.kill('SIGKILL');
    await once(children[0]!, 'exit');
    const server = await start();
    try {
      expect(server.adminUrl).to.equal(adminUrl);
      expect(await query(adminUrl, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
      expect((await query(adminUrl, 'select pg_postmaster_start_time() as at'))[0]).to.deep.equal(serverBefore);
    } finally {
      await server.destroy();
    }
  });

  it('refuses a folder that another process uses, and leaves that one alone', async () => {
    const [first, second] = await Promise.all([hold(), hold()]);
    const [winner, loser] = first.error ? [second, first] : [first, second];
    expect(winner.error).to.equal(undefined);
    expect(loser.error).to.match(/is in use by another Quire \(process \d+\)/);
    await query(winner.adminUrl, 'select 1');
  });

  it('stops the server when its process exits', async () => {
    const { adminUrl } = await hold();
    children[0]!.stdin!.end();
    await once(children[0]!, 'exit');
    await eventually(() => expectDown(adminUrl));
  });

  it('starts over a postmaster.pid whose number another process was given', async () => {
    const first = await start();
    await first.stop();
    const data = join(dataDir, 'server', 'data');
    await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n1\n\n127.0.0.1\n\nready\n`);
    const second = await start();
    await query(second.adminUrl, 'select 1');
    await second.destroy();
  });

  it('says what to do with the data of another major version', async () => {
    const server = await start();
    await server.stop();
    await writeFile(join(dataDir, 'server', 'data', 'PG_VERSION'), '17\n');
    const error = await start().catch((reason: Error) => reason);
    expect((error as Error).message).to.match(/written by PostgreSQL 17; this Quire brings 18/);
  });

  it('tells its owner when the server goes away', async () => {
    const lost = deferred<Error>();
    const server = await startEmbeddedPostgres({ dataDir, durable: false, onLost: lost.resolve });
    const pid = Number((await readFile(join(dataDir, 'server', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    expect((await lost.promise).message).to.match(/stopped unexpectedly/);
    await server.destroy();
  });

  it('runs for root in a folder that others cannot reach', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const home = join(root, 'private home');
    await mkdir(home, { mode: 0o700 });
    dataDir = join(home, 'data');
    const first = await start();
    await query(first.adminUrl, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();
    expect(await query(second.adminUrl, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
    const location = (await readFile(join(dataDir, 'location'), 'utf8')).trim();
    await second.destroy();
    expect(await stat(location).catch((error) => error.code)).to.equal('ENOENT');
  });

  it('runs for an ordinary user', async function () {
    // `daemon`: initdb wants an account that has a name.
    const user = { uid: 1, gid: 1 };
    if (process.getuid?.() !== 0) return;
    if (!(await canReach(process.execPath, user)) || !(await canReach(import.meta.dirname, user))) this.skip();
    await mkdir(dataDir);
    await chown(dataDir, user.uid, user.gid);
    const { adminUrl, error } = await hold(user);
    expect(error, error).to.equal(undefined);
    await query(adminUrl, 'select 1');
    expect((await stat(join(dataDir, 'server', 'data'))).uid).to.equal(user.uid);
  });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function expectDown(url: string): Promise<void> {
  const error = await query(url, 'select 1').catch((reason: NodeJS.ErrnoException) => reason);
  expect((error as NodeJS.ErrnoException).code).to.equal('ECONNREFUSED');
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
