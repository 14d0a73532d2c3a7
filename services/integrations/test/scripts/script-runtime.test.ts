import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import { type ScriptOutcome, sweepScriptFolders } from '../../src/scripts/script-process.js';
import { type ScriptRuntime, scriptRuntime, type ScriptRuntimeOptions } from '../../src/scripts/script-runtime.js';

const limits = { cpuMs: 1_000, timeoutMs: 15_000, memoryMiB: 256, maxAnswerBytes: 1024 * 1024 };
const serve = (body: string) => `export default { async fetch(request, env, context) { ${body} } }`;
const text = (outcome: ScriptOutcome) =>
  'answer' in outcome ? Buffer.from(outcome.answer.body).toString() : outcome.failure.reason;
const lines = ({ logs }: ScriptOutcome) => logs.map(({ level, message }) => `${level}: ${message}`);

describe('scripts of integrations', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let runtime: ScriptRuntime | undefined;
  const open = (options: Partial<ScriptRuntimeOptions> = {}) =>
    (runtime = scriptRuntime({
      isOn: true,
      allow: [],
      publicUrl: 'http://quire.example.com',
      maxProcesses: 4,
      idleMs: 60_000,
      limits,
      clock: () => new Date(now),
      ...options,
    }));
  const run = (code: string, { integration = 'one', event = {}, body }: Options = {}) =>
    runtime!.run(
      { integration, hash: code, load: async () => code },
      {
        event: JSON.stringify(event),
        environment: '{"a":1}',
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      },
    );
  interface Options {
    integration?: string;
    event?: object;
    body?: string;
  }
  const { TMPDIR } = process.env;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-'));
    process.env.TMPDIR = folder;
  });
  after(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    await runtime?.stop();
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('hands over the event, tells the answer and what was written, of each event its own', async () => {
    open();
    const code = serve(`
      const form = await request.formData();
      const { name } = JSON.parse(form.get('event'));
      console.log('%s begins', name, { deep: [1] });
      context.waitUntil(scheduler.wait(20).then(() => console.warn(name, 'ends')));
      const body = form.get('fetch-body');
      const said = [new URL(request.url).pathname, name, form.get('environment'), body && (await body.text())];
      return new Response(said.join(), { status: 307, headers: { location: 'http://127.0.0.1/', 'x-a': 'b' } });`);
    const outcomes = await Promise.all(
      ['first', 'second'].map((name) => run(code, { event: { name }, body: `of ${name}` })),
    );
    for (const [index, name] of ['first', 'second'].entries()) {
      const outcome = outcomes[index]!;
      expect(text(outcome)).to.equal(`/v1,${name},{"a":1},of ${name}`);
      expect(lines(outcome)).to.deep.equal([`info: ${name} begins { deep: [ 1 ] }`, `warn: ${name} ends`]);
      expect(outcome).to.have.nested.property('answer.status', 307);
      expect(outcome).to.have.nested.property('answer.headers').that.deep.includes(['x-a', 'b']);
    }
    expect(runtime!.alive()).to.deep.equal(['one']);
  });

  it('says what is wrong with a script, and that it threw', async () => {
    open();
    const broken = await run('export default {');
    expect(text(broken)).to.equal('script');
    expect(lines(broken).join()).to.match(/SyntaxError/);
    const code = serve(`
      const form = await request.formData();
      if (form.get('event') === '{"large":true}') return new Response('x'.repeat(2_000_000));
      throw new Error('no way');`);
    const thrown = await run(code, { integration: 'two' });
    expect(text(thrown)).to.equal('failed');
    expect(lines(thrown).join()).to.match(/^error: Error: no way[^]*error: no way$/);
    const large = await run(code, { integration: 'two', event: { large: true } });
    expect(lines(large).join()).to.match(/larger than 1048576 bytes/);
  });

  it('ends scripts that loop, allocate or wait for ever, disturbs no other, and starts them again', async () => {
    open({ limits: { ...limits, timeoutMs: 20_000 } });
    const bad: [string, string, RegExp][] = [
      ['loop', 'console.log("in"); for (;;) {}', /processor time/],
      ['objects', 'const all = []; for (;;) all.push({ a: [1, 2, 3] });', /processor time|memory|process end/],
      [
        'bytes',
        'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));',
        /processor time|memory|process end|alloc/,
      ],
    ];
    const code = (body: string) =>
      serve(`
        const form = await request.formData();
        if (form.get('event') === '{"bad":true}') { ${body} }
        return new Response('fine');`);
    const [other, ...outcomes] = await Promise.all([
      run(code(''), { integration: 'other' }),
      ...bad.map(([integration, body]) => run(code(body), { integration, event: { bad: true } })),
    ]);
    expect(text(other!)).to.equal('fine');
    for (const [index, [, , message]] of bad.entries()) expect(lines(outcomes[index]!).at(-1)).to.match(message);
    expect(lines(outcomes[0]!)[0]).to.equal('info: in');
    expect(text(await run(code(bad[0]![1]), { integration: 'loop' }))).to.equal('fine');
  });

  it('ends scripts that loop, allocate or wait for ever while they are loaded, and says so', async () => {
    open();
    const bad: [string, string, RegExp][] = [
      ['loop', 'for (;;) {}', /^error: The script took more than 1000 ms of processor time\.$/],
      [
        'objects',
        'const all = []; for (;;) all.push({ a: [1, 2, 3] });',
        /^error: The script (took more|made its process)/,
      ],
      [
        'bytes',
        'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));',
        /^error: The script .*(alloc|took more|made)/,
      ],
      ['wait', 'await new Promise(() => {});', /^error: The script cannot be run: .*await/],
    ];
    const load = (body: string) => `${body}\n${serve('return new Response("loaded")')}`;
    const outcomes = await Promise.all(bad.map(([integration, body]) => run(load(body), { integration })));
    for (const [index, [, , message]] of bad.entries()) expect(lines(outcomes[index]!).at(-1)).to.match(message);
    expect(outcomes.slice(0, 2).map(text)).to.deep.equal(['overrun', 'overrun']);
    expect(runtime!.alive()).to.deep.equal([]);
  });

  it('ends a script that does not answer in time', async () => {
    open({ limits: { ...limits, timeoutMs: 500 } });
    const outcome = await run(serve('await new Promise((resolve) => setTimeout(resolve, 60_000))'));
    expect(text(outcome)).to.equal('overrun');
    expect(lines(outcome)).to.deep.equal(['error: The script did not answer within 0.5 s.']);
    expect(runtime!.alive()).to.deep.equal([]);
  });

  it('ends what runs and what is just starting when the service is to stop, and says so', async () => {
    const service = new AbortController();
    open({ stopping: service.signal });
    const code = serve(`
      const form = await request.formData();
      if (form.get('event') === '{"wait":true}') await scheduler.wait(60_000);
      return new Response('here');`);
    expect(text(await run(code))).to.equal('here');
    const cut = [run(code, { event: { wait: true } }), run(code, { integration: 'two' })];
    service.abort();
    for (const outcome of await Promise.all(cut)) expect(text(outcome)).to.equal('stopping');
    expect(text(await run(code, { integration: 'three' }))).to.equal('stopping');
    await runtime!.stop();
    expect(runtime!.alive()).to.deep.equal([]);
  });

  /** A process that has a script loop, and the folder of that. */
  async function loopingService() {
    const entry = fileURLToPath(new URL('./killed-service.ts', import.meta.url));
    const service = spawn(process.execPath, ['--conditions=@quire/source', '--import', 'tsx', entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    });
    await once(service.stdout, 'data');
    const [made] = await readdir(folder);
    const within = () => processesIn(join(folder, made!));
    expect(await within(), 'the runner and workerd').to.have.length.of.at.least(2);
    return { service, within };
  }

  it('leaves no process and no folder behind when the service is killed, even if the script loops', async function () {
    if (!existsSync('/proc/self/cwd')) this.skip();
    const { service, within } = await loopingService();
    service.kill('SIGKILL');
    await eventually(async () => expect(await within()).to.deep.equal([]), { timeoutMs: 10_000 });
    await eventually(async () => expect(await readdir(folder)).to.deep.equal([]));
  });

  it('removes the folder of a script that was killed together with its service at the next start', async function () {
    if (!existsSync('/proc/self/cwd')) this.skip();
    const { service, within } = await loopingService();
    // Stopped, it cannot clear up after its runner.
    service.kill('SIGSTOP');
    for (const pid of (await within()).reverse()) process.kill(pid, 'SIGKILL');
    const ended = once(service, 'exit');
    service.kill('SIGKILL');
    await ended;
    expect(await readdir(folder)).to.have.length(1);
    await sweepScriptFolders();
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('lets a script rest that overran three times, and tries again later', async () => {
    let started = 0;
    const outcome = { failure: { reason: 'overrun' as const, message: 'too long' }, logs: [] };
    open({
      start: async () => {
        started += 1;
        return { dispatch: async () => outcome, ended: Promise.resolve(), stop: async () => undefined };
      },
    });
    for (let tries = 0; tries < 3; tries++) expect(text(await run('x'))).to.equal('overrun');
    expect(text(await run('x'))).to.equal('resting');
    expect(started).to.equal(3);
    now += 10_001;
    expect(text(await run('x'))).to.equal('overrun');
  });

  it('hands nothing over that nobody waits for any more when its turn comes', async () => {
    const answer: (() => void)[] = [];
    const seen: string[] = [];
    open({
      start: async () => ({
        dispatch: async ({ event }) => {
          seen.push(event);
          await new Promise<void>((resolve) => answer.push(resolve));
          return { answer: { status: 200, headers: [], body: Buffer.from(event) }, logs: [] };
        },
        ended: new Promise(() => undefined),
        stop: async () => undefined,
      }),
    });
    const ask = (event: string, unwanted?: AbortSignal) =>
      runtime!.run({ integration: 'one', hash: 'x', load: async () => 'x' }, { event, environment: '{}' }, unwanted);
    const first = ['1', '2', '3', '4'].map((event) => ask(event));
    await eventually(() => expect(answer).to.have.length(4));
    const caller = new AbortController();
    const [late, waiting] = [ask('late', caller.signal), ask('5')];
    caller.abort();
    answer.shift()!();
    expect(text(await late)).to.equal('stopping');
    await eventually(() => expect(seen).to.deep.equal(['1', '2', '3', '4', '5']));
    for (const each of answer) each();
    await Promise.all([...first, waiting]);
  });

  it('is off when it is switched off', async () => {
    open({ isOn: false });
    expect(text(await run(serve('return new Response("on")')))).to.equal('off');
    expect(runtime!.alive()).to.deep.equal([]);
  });

  it('starts lazily, stops when idle, makes room, and takes a new version', async () => {
    const start = async ({ script }: { script: string }) => {
      const body = Buffer.from(/"(.)"/.exec(script)![1]!);
      const { promise: ended, resolve } = withResolvers();
      const dispatch = async () => ({ answer: { status: 200, headers: [], body }, logs: [] });
      return { dispatch, ended, stop: async () => resolve() };
    };
    open({ maxProcesses: 2, start });
    expect(runtime!.alive()).to.deep.equal([]);
    const [a, b] = [serve('return new Response("a")'), serve('return new Response("b")')];
    await run(a, { integration: 'one' });
    now += 1;
    await run(a, { integration: 'two' });
    expect(text(await run(b, { integration: 'two' }))).to.equal('b');
    expect(text(await run(b, { integration: 'three' }))).to.equal('b');
    expect(runtime!.alive()).to.deep.equal(['two', 'three']);
    now += 59_999;
    await runtime!.stopIdle();
    expect(runtime!.alive()).to.have.members(['two', 'three']);
    now += 2;
    await runtime!.stopIdle();
    expect(runtime!.alive()).to.deep.equal([]);
  });

  describe('and the world outside', () => {
    const asked: { url?: string; header?: string | string[] }[] = [];
    const server = createServer((request, response) => {
      asked.push({ url: request.url, header: request.headers['x-forwarded-for'] });
      if (request.url === '/away') response.writeHead(302, { location: 'http://[::1]:1/' });
      response.end(`${request.method} ${request.url}`);
    });
    let port = 0;
    before(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    });
    after(() => void server.close());

    const attempts = (urls: string[]) =>
      serve(`
        const tell = async (url) => {
          const answer = await fetch(url, { headers: { 'x-forwarded-for': '10.0.0.1', 'mf-custom-node-service': '0:x' } });
          return answer.status + ' ' + (await answer.text());
        };
        const said = [];
        for (const url of ${JSON.stringify(urls)}) said.push(await tell(url).catch(String));
        return Response.json(said);`);

    it('reaches Quire, and nothing private besides', async () => {
      open({ publicUrl: `http://127.0.0.1:${port}` });
      const outcome = await run(
        attempts([
          `http://127.0.0.1:${port}/v1/user`,
          'http://127.0.0.1:15672/',
          'http://localhost:5432/',
          'http://169.254.169.254/latest',
          'http://[::ffff:127.0.0.1]:6379/',
          `http://127.0.0.1:${port}/away`,
          'file:///etc/passwd',
        ]),
      );
      const [own, ...others] = JSON.parse(text(outcome)) as string[];
      expect(own).to.equal('200 GET /v1/user');
      expect(asked[0]).to.deep.equal({ url: '/v1/user', header: undefined });
      expect(others.slice(0, 5).join('\n')).to.match(
        /^(502 The address (is|resolves to) a private address[^\n]*\n?){5}$/,
      );
      expect(others[5]).to.match(/TypeError/);
    });

    it('reaches what is allowed, by http only', async () => {
      open({ allow: ['127.0.0.1/32'] });
      const outcome = await run(`
        import { connect } from 'cloudflare:sockets';
        ${serve(`
          const open = async () => { const socket = connect('127.0.0.1:${port}'); await socket.opened; return 'open'; };
          const page = await fetch('http://127.0.0.1:${port}/page', { method: 'POST', body: 'x' }).then((answer) => answer.text());
          const socket = await open().catch(() => 'refused');
          const ws = await fetch('http://127.0.0.1:${port}/', { headers: { upgrade: 'websocket' } }).then(({ status }) => status, () => 'refused');
          return Response.json([page, socket, ws]);`)}`);
      expect(JSON.parse(text(outcome))).to.deep.equal(['POST /page', 'refused', 'refused']);
    });

    it('nobody is answered at the ports of its processes without the key', async function () {
      if (!existsSync('/proc/self/cwd')) this.skip();
      open();
      await run(serve('return new Response("here")'));
      const ports = await portsIn(folder);
      expect(ports).to.have.length.of.at.least(1);
      for (const own of ports) {
        for (const path of ['/', '/core/store-temp-file?prefix=x', '/core/public-url', '/cdn-cgi/handler/scheduled']) {
          const answer = await fetch(`http://127.0.0.1:${own}${path}`, { method: 'POST', body: 'written' }).catch(
            () => undefined,
          );
          expect(answer?.status ?? 'hung up', `${own}${path}`).to.be.oneOf([403, 'hung up']);
        }
      }
    });

    it('sees neither files nor the environment', async () => {
      open();
      process.env.QUIRE_SEEN_BY_SCRIPTS = 'secret';
      const outcome = await run(
        serve(`
          const said = [JSON.stringify(globalThis.process?.env ?? {}), JSON.stringify(env)];
          for (const name of ['fs', 'child_process', 'worker_threads']) {
            said.push(await import('node:' + name).then((module) => Object.keys(module).length > 0 && 'there', () => 'missing'));
          }
          said.push(await caches.default.match('http://x/').then(String, () => 'none'));
          return Response.json(said);`),
      ).finally(() => delete process.env.QUIRE_SEEN_BY_SCRIPTS);
      expect(text(outcome)).to.not.include('secret');
      expect(JSON.parse(text(outcome))).to.deep.equal(['{}', '{}', 'missing', 'missing', 'missing', 'undefined']);
    });
  });
});

/** The processes that work in a folder. */
async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)));
  return pids.filter((_, index) => folders[index]?.startsWith(folder)).map(Number);
}

/** The ports on which the processes that work in a folder listen. */
async function portsIn(folder: string): Promise<number[]> {
  const pids = await processesIn(folder);
  const links = pids.flatMap(async (pid) => {
    const fds = await readdir(`/proc/${pid}/fd`);
    return Promise.all(fds.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  });
  const open = new Set((await Promise.all(links)).flat());
  const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  const listening = '0A';
  return sockets.flatMap(([, local = '', , state, , , , , , inode]) =>
    state === listening && open.has(`socket:[${inode}]`) ? [Number.parseInt(local.split(':')[1]!, 16)] : [],
  );
}

function withResolvers() {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
