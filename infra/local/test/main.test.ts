import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@quire/embedded-postgres/ports';
import { apiClient, eventually } from '@quire/testing';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');

describe('the all-in-one as a process', () => {
  let folder: string;
  let port: number;
  let child: ChildProcess | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire main '));
    await chmod(folder, 0o755);
    port = await findFreePort();
  });
  after(async () => {
    if (child) await end('SIGINT');
    await rm(folder, { recursive: true, force: true });
  });

  async function run(): Promise<string> {
    const environment = { ...process.env, PORT: String(port), QUIRE_DATA_DIR: join(folder, 'data') };
    for (const name of ['DATABASE_URL', 'AMQP_URL', 'REDIS_URL']) delete (environment as NodeJS.ProcessEnv)[name];
    const started = spawn(
      process.execPath,
      ['--conditions=@quire/source', '--import=tsx', join(root, 'infra/local/src/main.ts')],
      { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    child = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (data: Buffer) => (output += data.toString()));
    }
    await eventually(
      () => {
        if (started.exitCode === null) expect(output).to.include('Ctrl-C stops it');
      },
      { timeoutMs: 40_000 },
    );
    return output;
  }

  async function end(...signals: NodeJS.Signals[]): Promise<number | null> {
    const ending = child!;
    child = undefined;
    const ended = once(ending, 'exit');
    for (const signal of signals) ending.kill(signal);
    return ((await ended) as [number | null])[0];
  }

  async function paste(output: string): Promise<any> {
    const line = /^\s*curl .*$/m.exec(output)![0];
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: root });
    return JSON.parse(stdout);
  }

  it('prints a curl line that works, and the token once', async () => {
    const output = await run();
    const token = /quire_pat_\S+/.exec(output)![0];
    expect((await paste(output)).items[0].title).to.equal('Quire');
    const api = apiClient(`http://127.0.0.1:${port}`, token);
    await api.post('/v1/orgs', { title: 'Kept' }, { expect: 201 });
    // From the terminal and from npm: the second one of the same key press must not cut the first one short.
    expect(await end('SIGINT', 'SIGINT')).to.equal(0);

    const again = await run();
    expect(again).not.to.include(token);
    const titles = (await paste(again)).items.map((item: { title: string }) => item.title);
    expect(titles).to.have.members(['Quire', 'Kept']);
  });

  it('comes back with all data after it was killed', async () => {
    await end('SIGKILL');
    const output = await run();
    expect((await paste(output)).items).to.have.length(2);
  });

  it('has published its documentation, once, although it was stopped while it did', async () => {
    const base = `http://127.0.0.1:${port}`;
    const start = await eventually(
      async () => {
        const page = await (await fetch(`${base}/`)).text();
        expect(page).to.contain('how to use and run it');
        return page;
      },
      { timeoutMs: 60_000 },
    );
    const [, path] = /<a href="([^"]+)">how to use/.exec(start)!;
    expect(await (await fetch(`${base}/${path}`)).text()).to.contain('What Quire is');
    const api = apiClient(base, (await readFile(join(folder, 'data/admin-token'), 'utf8')).trim());
    const { items } = (await api.get('/v1/orgs', { expect: 200 })).body;
    const { id } = items.find(({ title }: { title: string }) => title === 'Quire');
    for (const kind of ['spaces', 'sites']) {
      expect((await api.get(`/v1/orgs/${id}/${kind}`, { expect: 200 })).body.count, kind).to.equal(1);
    }
  });

  it('says when another program has the port, and when another instance has the data', async () => {
    const first = child;
    expect(await run()).to.match(new RegExp(`Port ${port} is taken by another program`));
    const taken = port;
    port = await findFreePort();
    expect(await run()).to.match(/is in use by another Quire \(process \d+\)/);
    port = taken;
    child = first;
    expect(await end('SIGTERM')).to.equal(0);
  });
});
