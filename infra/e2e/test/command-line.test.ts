import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWellFormedToken } from '@quire/runtime';
import { apiClient } from '@quire/testing';
import { expect } from 'chai';
import { mode, world } from '../support/world.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe(`the command line, ${mode}`, function () {
  this.timeout(60_000);
  const quire = world();

  /** Runs a command as `npm run quire` does. */
  const run = (args: string[], environment: Record<string, string> = {}) =>
    new Promise<{ code: number | null; out: string; said: string }>((resolve, reject) => {
      const child = spawn(process.execPath, ['infra/run.mjs', 'infra/cli/quire.ts', ...args], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          QUIRE_URL: quire.url,
          QUIRE_ADMIN_TOKEN: quire.token,
          ...environment,
        },
      });
      const read = { out: '', said: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (read.out += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (read.said += text));
      child.on('error', reject).on('close', (code) => resolve({ code, ...read }));
    });

  const succeed = async (...args: string[]) => {
    const { code, ...read } = await run(args);
    expect(code, read.said).to.equal(0);
    return read;
  };

  it('user create: makes a user with a token that works, alone on stdout', async () => {
    const { out, said } = await succeed('user', 'create', '--email', 'Ada@example.com', '--name', 'Ada L.', '--token');
    const token = out.slice(0, -1);
    expect(isWellFormedToken(token)).to.equal(true);
    expect(said)
      .to.match(/^Created Ada L\. <Ada@example\.com>, id \w+\.\n$/)
      .and.not.include(token);
    const { body } = await apiClient(quire.url, token).get('/v1/user', { expect: 200 });
    expect(body).to.include({ email: 'Ada@example.com', displayName: 'Ada L.' });
  });

  it('user create without --token: makes a user and no token', async () => {
    const { out, said } = await succeed('user', 'create', '--email', 'bob@example.com', '--name', 'Bob');
    expect(out).to.equal('');
    const id = /id (\w+)\./.exec(said)![1];
    const [row] = await quire.sql<{ count: string }>('select count(*) from identity.api_tokens where user_id = $1', [
      id,
    ]);
    expect(row!.count).to.equal('0');
  });

  it('user list: a line for each user that is found', async () => {
    await succeed('user', 'create', '--email', 'list-1@example.com', '--name', 'First\tof two');
    await succeed('user', 'create', '--email', 'list-2@example.com', '--name', 'Second');
    const { out } = await succeed('user', 'list', '--search', 'LIST-');
    const lines = out
      .slice(0, -1)
      .split('\n')
      .map((line) => line.slice(line.indexOf('\t')));
    expect(lines).to.have.members(['\tlist-1@example.com\tFirst of two\t', '\tlist-2@example.com\tSecond\t']);
    const all = await succeed('user', 'list');
    expect(all.out).to.match(/\tadmin@localhost\tAdministrator\tadministrator\n/);
    const nobody = await succeed('user', 'list', '--search', 'nobody at all');
    expect(nobody).to.deep.equal({ out: '', said: 'No users found.\n' });
  });

  it('user disable and enable: by address in any case or by id, at once', async () => {
    const args = ['user', 'create', '--email', 'Eve@example.com', '--name', 'Eve', '--token'];
    const eve = apiClient(quire.url, (await succeed(...args)).out.trim());
    const { body } = await eve.get('/v1/user', { expect: 200 });
    expect((await succeed('user', 'disable', 'eve@EXAMPLE.com')).said).to.equal('Disabled Eve <Eve@example.com>.\n');
    await eve.get('/v1/user', { expect: 401 });
    expect((await succeed('user', 'list', '--search', 'eve@')).out).to.match(/\tdisabled\n$/);
    await succeed('user', 'enable', body.id);
    await eve.get('/v1/user', { expect: 200 });
  });

  it('token create: a token with name, expiry and scopes', async () => {
    await succeed('user', 'create', '--email', 'ci@example.com', '--name', 'CI');
    const args = ['token', 'create', 'ci@example.com', '--name', 'deploy', '--expires', '30d', '--scopes', 'read'];
    const { out, said } = await succeed(...args);
    expect(said).to.match(/^Created the token "deploy" for read, until \d{4}-/);
    const ci = apiClient(quire.url, out.trim());
    const { body } = await ci.get('/v1/user/tokens', { expect: 200 });
    expect(body.items[0]).to.deep.include({ name: 'deploy', scopes: ['read'] });
    const days = (Date.parse(body.items[0].expiresAt) - Date.parse(body.items[0].createdAt)) / 86_400_000;
    expect(Math.round(days)).to.equal(30);
    await ci.post('/v1/user/tokens', { name: 'more' }, { expect: 403 });
  });

  it('takes the token from the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire cli '));
    try {
      await writeFile(join(folder, 'admin-token'), `${quire.token}\n`);
      const environment = { QUIRE_ADMIN_TOKEN: '', QUIRE_DATA_DIR: folder };
      const { code, out } = await run(['user', 'list', '--search', 'admin@'], environment);
      expect({ code, out }).to.deep.include({ code: 0 });
      expect(out).to.include('admin@localhost');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  const misused: string[][] = [
    [],
    ['user'],
    ['user', 'delete'],
    ['toString', ''],
    ['user', 'create', '--name', 'Nobody'],
    ['user', 'create', '--email', 'a@b.c', '--name'],
    ['user', 'create', '--email', 'a@b.c', '--name', 'A', '--admin'],
    ['user', 'disable'],
    ['user', 'disable', 'a@b.c', 'd@e.f'],
    ['token', 'create', 'a@b.c'],
    ['token', 'create', 'a@b.c', '--name', 'x', '--expires', 'soon'],
    ['events', 'replay'],
  ];
  it('explains itself where it was misused, and does nothing', async () => {
    const answers = [];
    for (const args of misused) answers.push({ args, ...(await run(args, { QUIRE_URL: 'http://127.0.0.1:1' })) });
    for (const { args, code, out, said } of answers) {
      expect({ args, code, out }).to.deep.equal({ args, code: 2, out: '' });
      expect(said).to.include('usage: npm run quire');
    }
  });

  const failures: [what: string, args: string[], environment: Record<string, string>, said: RegExp][] = [
    ['a taken address', ['user', 'create', '--email', 'ADMIN@localhost', '--name', 'A'], {}, /^A user has this e-mail/],
    ['no address', ['user', 'create', '--email', 'nonsense', '--name', 'A'], {}, /email.* must be an e-mail address/],
    ['an unknown address', ['user', 'disable', 'nobody@example.com'], {}, /^There is no user with the address nobody@/],
    ['an unknown id', ['user', 'disable', 'nobody'], {}, /^There is no such user/],
    ['the administrator themselves', ['user', 'disable', 'admin@localhost'], {}, /^You cannot disable yourself/],
    [
      'a scope beyond the user',
      ['token', 'create', 'zoe@example.com', '--name', 'x', '--scopes', 'admin'],
      {},
      /"admin"/,
    ],
    ['a bad token', ['user', 'list'], { QUIRE_ADMIN_TOKEN: 'x'.repeat(40) }, /^The token is unknown/],
    ['no token', ['user', 'list'], { QUIRE_ADMIN_TOKEN: '', QUIRE_DATA_DIR: '/nowhere' }, /^Set QUIRE_ADMIN_TOKEN/],
    ['no Quire there', ['user', 'list'], { QUIRE_URL: 'http://127.0.0.1:9' }, /^Quire does not answer at http:/],
    ['no address of one', ['user', 'list'], { QUIRE_URL: 'nonsense' }, /^nonsense is no address/],
  ];
  it('says in one line what is wrong', async () => {
    await succeed('user', 'create', '--email', 'zoe@example.com', '--name', 'Zoe');
    for (const [what, args, environment, expected] of failures) {
      const { code, out, said } = await run(args, environment);
      expect({ what, code, out }).to.deep.equal({ what, code: 1, out: '' });
      expect(said, what)
        .to.match(expected)
        .and.match(/^[^\n]+\n$/);
    }
  });
});
