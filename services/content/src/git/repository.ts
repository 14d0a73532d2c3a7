import { Failure, type Outbound, timeout } from '@quire/runtime';
import git, { type HttpClient, type PromiseFsClient } from 'isomorphic-git';
import { breather } from '../import/breather.js';
import { checkPack } from './check-pack.js';
import { explainGit } from './explain.js';
import { memoryFs } from './memory-fs.js';
import type { Remote } from './remote.js';
import { gitTransport } from './transport.js';

const gitdir = '/git';
export const originName = 'origin';

export interface Commit {
  oid: string;
  message: string;
  tree: string;
}

/** A copy of one commit of a remote repository, in memory. */
export interface Repository {
  remote: Remote;
  ref: string;
  /** Undefined when the reference does not exist there. */
  commit: Commit | undefined;
  /** The commit to go on from: that of the reference, else that of the default branch; undefined in an empty repository. */
  start: Commit | undefined;
  /** What isomorphic-git takes in every call. */
  local: { fs: PromiseFsClient; gitdir: string; cache: object };
  http: HttpClient;
  signal: AbortSignal;
  read(oid: string): Promise<Buffer>;
  /** Whatever git or the remote says is wrong, said to the caller. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

export interface RemotePlace {
  remote: Remote;
  ref: string;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  /** For everything together. */
  timeoutMs: number;
}

/**
 * Fetches the commit that a reference of a remote repository names, without its history. Nothing is written to the disk.
 * What is wrong with the address, the credentials or the repository is a 400; 504 after the time is up.
 */
export async function openRepository(outbound: Outbound, place: RemotePlace): Promise<Repository> {
  const { remote, ref, timeoutMs } = place;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([late, place.signal]);
  const endsAt = performance.now() + timeoutMs;
  const local = { fs: memoryFs(checkPack), gitdir, cache: {} };
  const http = gitTransport({ outbound, remote, signal }, () => endsAt - performance.now());
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (late.aborted) throw timeout('The repository took too long to answer.');
      if (error instanceof Failure || place.signal.aborted) throw error;
      throw explainGit(error, remote);
    }
  };
  return attempt(async () => {
    await git.init({ ...local, bare: true, defaultBranch: 'main' });
    await git.addRemote({ ...local, remote: originName, url: remote.url });
    const refs = await git.listServerRefs({ http, url: remote.url, protocolVersion: 1, symrefs: true });
    const named = refs.find((each) => each.ref === ref);
    const head = refs.find((each) => each.ref === 'HEAD') ?? refs.find((each) => each.ref.startsWith('refs/heads/'));
    const from = named ?? head;
    let start: Commit | undefined;
    if (from) {
      const target = named ? ref : (head!.target ?? head!.ref);
      const fetched = await git.fetch({
        ...local,
        http,
        url: remote.url,
        remote: originName,
        ref: target,
        remoteRef: target,
        depth: 1,
        singleBranch: true,
        tags: false,
        // Awaited while the index of the pack is made: the only place to let others in.
        onProgress: breather(),
      });
      start = await readCommit(local, fetched.fetchHead!);
    }
    return {
      remote,
      ref,
      commit: named ? start : undefined,
      start,
      local,
      http,
      signal,
      read: async (oid) => Buffer.from((await git.readBlob({ ...local, oid })).blob),
      attempt,
    };
  });
}

async function readCommit(local: Repository['local'], oid: string): Promise<Commit> {
  const { oid: peeled, commit } = await git.readCommit({ ...local, oid });
  return { oid: peeled, message: commit.message, tree: commit.tree };
}
