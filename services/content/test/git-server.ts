import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { after, before } from 'mocha';

const run = promisify(execFile);
const identity = {
  GIT_AUTHOR_NAME: 'Grace',
  GIT_AUTHOR_EMAIL: 'grace@example.com',
  GIT_COMMITTER_NAME: 'Grace',
  GIT_COMMITTER_EMAIL: 'grace@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** Whether this machine has git and its HTTP server; tests that need them are left out where it has not. */
export function hasGit(): boolean {
  try {
    execFileSync('git', ['http-backend', '--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, {
    cwd: folder,
    env: { ...process.env, ...identity },
    encoding: 'buffer',
    maxBuffer: 1 << 26,
  });
  return stdout.toString().replace(/\n$/, '');
}

export interface GitServer {
  /** May answer a request itself, by returning true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  /** Repositories that want these credentials. */
  secrets: Map<string, string>;
  readonly base: string;
  /** A bare repository with one commit of the given files, and a clone of it to work in. */
  repository(files?: Record<string, string | Buffer>): Promise<TestRepository>;
}

export interface TestRepository {
  url: string;
  bare: string;
  clone: string;
  /** Commits changes of the clone and pushes them; null removes a file. */
  commit(changes: Record<string, string | Buffer | null>, message?: string): Promise<string>;
  /** Every file of the branch, as a fresh clone of it has them. */
  files(branch?: string): Promise<Record<string, string>>;
}

/** git's own HTTP server behind a small one of ours, for all tests of a suite. */
export function gitServer(): GitServer {
  let server: Server;
  let folder: string;
  let count = 0;
  const result: GitServer = {
    intercept: undefined,
    secrets: new Map(),
    get base() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async repository(files) {
      count += 1;
      const name = `docs${count}.git`;
      const bare = join(folder, name);
      const clone = join(folder, `clone${count}`);
      await git(folder, 'init', '-q', '--bare', '-b', 'main', name);
      await git(bare, 'config', 'http.receivepack', 'true');
      await git(folder, 'clone', '-q', bare, clone);
      await git(clone, 'checkout', '-q', '-B', 'main');
      const commit: TestRepository['commit'] = async (changes, message = 'Change') => {
        await git(clone, 'pull', '-q', '--ff-only', 'origin', 'main').catch(() => undefined);
        for (const [path, text] of Object.entries(changes)) {
          if (text === null) await rm(join(clone, path), { recursive: true });
          else {
            await mkdir(dirname(join(clone, path)), { recursive: true });
            await writeFile(join(clone, path), text);
          }
        }
        await git(clone, 'add', '-A');
        await git(clone, 'commit', '-q', '-m', message);
        await git(clone, 'push', '-q', 'origin', 'main');
        return git(clone, 'rev-parse', 'HEAD');
      };
      if (files) await commit(files, 'First');
      return {
        url: `${result.base}/${name}`,
        bare,
        clone,
        commit,
        files: async (branch = 'main') => {
          const listed = await git(bare, 'ls-tree', '-r', '-z', '--name-only', branch);
          const paths = listed.split('\0').filter(Boolean);
          const texts = await Promise.all(
            paths.map(async (path) => {
              const { stdout } = await run('git', ['show', `${branch}:${path}`], {
                cwd: bare,
                encoding: 'latin1',
                maxBuffer: 1 << 28,
              });
              return [path, Buffer.from(stdout, 'latin1').toString()] as const;
            }),
          );
          await git(bare, 'fsck', '--strict');
          return Object.fromEntries(texts);
        },
      };
    },
  };

  before('starts a git server', async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-git-'));
    server = createServer((request, response) => {
      const name = request.url!.split('/')[1]!;
      const secret = result.secrets.get(name);
      const given = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
      if (secret !== undefined && secret !== given) {
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
      }
      void Promise.resolve(result.intercept?.(request, response) ?? false).then((isDone) => {
        if (!isDone) serve(folder, request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after('stops the git server', async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return result;
}

/** Runs `git http-backend` for one request, as a web server runs a CGI program. */
function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = request.url!.split('?');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      ...identity,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method!,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      REMOTE_ADDR: '127.0.0.1',
      REMOTE_USER: 'git',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    const headers = output.toString('latin1', 0, Math.max(end, 0)).split('\r\n');
    let status = 200;
    for (const header of headers) {
      const [name = '', value = ''] = header.split(/:\s*/, 2);
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else if (name !== '') response.setHeader(name, value);
    }
    response.writeHead(status).end(output.subarray(end + 4));
  });
}
