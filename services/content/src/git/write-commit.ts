import { conflict } from '@quire/runtime';
import git, { Errors, type TreeEntry } from 'isomorphic-git';
import { refuseGit } from './refusal.js';
import { type Commit, originName, type Repository } from './repository.js';

/** New bytes of a path, or null to remove it; paths are as the tree spells them. */
export type TreeEdits = ReadonlyMap<string, Buffer | null>;

export interface Signature {
  name: string;
  email: string;
  at: Date;
}

const folderMode = '040000';
const fileMode = '100644';
const fileModes = new Set([fileMode, '100755', '100664']);

/** What is no file or folder of the same kind is not ours to replace. */
const occupied = (name: string) =>
  refuseGit(`holds ${JSON.stringify(name)} where the space has something of another kind. Move one of them.`);

/** Commits edits on top of a copy's start, leaving everything else of the tree as it is. */
export async function writeCommit(
  repository: Repository,
  edits: TreeEdits,
  { message, author, committer }: { message: string; author: Signature; committer: Signature },
): Promise<Commit> {
  const { local, start, attempt } = repository;
  return attempt(async () => {
    const tree = (await editTree(repository, start?.tree, edits)) ?? (await git.writeTree({ ...local, tree: [] }));
    const signed = ({ name, email, at }: Signature) => {
      // Angle brackets and line ends would end the field.
      const clean = (text: string) => text.replace(/[<>\p{Cc}]/gu, ' ').trim();
      return {
        name: clean(name) || 'Quire',
        email: clean(email),
        timestamp: Math.floor(at.getTime() / 1_000),
        timezoneOffset: 0,
      };
    };
    const text = message.endsWith('\n') ? message : `${message}\n`;
    const oid = await git.writeCommit({
      ...local,
      commit: {
        message: text,
        tree,
        parent: start ? [start.oid] : [],
        author: signed(author),
        committer: signed(committer),
      },
    });
    return { oid, message: text, tree };
  });
}

/** The tree with the edits; undefined when nothing is left in it. */
async function editTree(
  repository: Repository,
  tree: string | undefined,
  edits: TreeEdits,
): Promise<string | undefined> {
  const { local, signal } = repository;
  signal.throwIfAborted();
  const entries = new Map<string, TreeEntry>();
  if (tree !== undefined) {
    for (const entry of (await git.readTree({ ...local, oid: tree })).tree) entries.set(entry.path, entry);
  }
  const below = new Map<string, Map<string, Buffer | null>>();
  for (const [path, bytes] of edits) {
    const slash = path.indexOf('/');
    if (slash >= 0) {
      const folder = path.slice(0, slash);
      const inside = below.get(folder) ?? new Map<string, Buffer | null>();
      below.set(folder, inside.set(path.slice(slash + 1), bytes));
    } else if (bytes === null) entries.delete(path);
    else {
      const known = entries.get(path);
      if (known && !fileModes.has(known.mode)) throw occupied(path);
      const oid = await git.writeBlob({ ...local, blob: bytes });
      entries.set(path, { path, oid, type: 'blob', mode: known?.mode ?? fileMode });
    }
  }
  for (const [folder, inside] of below) {
    const known = entries.get(folder);
    if (known && known.type !== 'tree') throw occupied(folder);
    const oid = await editTree(repository, known?.oid, inside);
    if (oid !== undefined) entries.set(folder, { path: folder, oid, type: 'tree', mode: folderMode });
    else entries.delete(folder);
  }
  if (entries.size === 0) return undefined;
  return git.writeTree({ ...local, tree: [...entries.values()] });
}

/**
 * Pushes a commit to the reference, never over what others pushed. Returns false when the remote has moved on since the
 * copy was made: fetch and try again.
 */
export async function push(
  { local, http, remote, ref, commit: before, attempt }: Repository,
  commit: Commit,
): Promise<boolean> {
  const branch = 'refs/heads/quire';
  return attempt(async () => {
    await git.writeRef({ ...local, ref: branch, value: commit.oid, force: true });
    try {
      await git.push({
        ...local,
        http,
        url: remote.url,
        remote: originName,
        ref: branch,
        remoteRef: ref,
        onPrePush: ({ remoteRef }) => {
          if (isSame(remoteRef.oid, before)) return true;
          throw new Moved();
        },
      });
      return true;
    } catch (error) {
      if (error instanceof Moved || error instanceof Errors.PushRejectedError) return false;
      if (
        error instanceof Errors.GitPushError &&
        /lock|failed to update ref|fetch first|already exists|non-fast-forward/i.test(error.data.prettyDetails)
      )
        return false;
      throw error;
    }
  });
}

/** Thrown while a push begins: the reference is not what the copy was made of. */
class Moved extends Error {}

const isSame = (oid: string, before: Commit | undefined) => (before ? oid === before.oid : /^0+$/.test(oid));

/** 409 after the last attempt. */
export const keepsMoving = () => conflict('The branch moved while it was written to. Try again.');
