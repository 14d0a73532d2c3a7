import git from 'isomorphic-git';
import { breather } from '../import/breather.js';
import { gitLimits } from './limits.js';
import { refuseGit } from './refusal.js';
import type { Repository } from './repository.js';

/** A file at a commit. */
export interface RepositoryFile {
  /** From the folder of the project, in NFC, as links in Markdown are resolved. */
  path: string;
  /** As the tree spells it, from the top of the repository. */
  written: string;
  oid: string;
  mode: string;
}

/**
 * The files below a folder of a commit, by path. Links and submodules are left out: they lead elsewhere. A path that a
 * checkout would have to refuse, or more than documentation has, is a 400. An absent folder is empty.
 */
export async function listFiles(
  { local, signal, attempt }: Repository,
  tree: string,
  directory: string,
): Promise<Map<string, RepositoryFile>> {
  return attempt(async () => {
    const files = new Map<string, RepositoryFile>();
    let folders = 0;
    const pause = breather();
    const walk = async (oid: string, above: string, depth: number): Promise<void> => {
      signal.throwIfAborted();
      folders += 1;
      if (depth > gitLimits.depth) throw refuseGit(`nests folders more than ${gitLimits.depth} deep.`);
      if (folders > gitLimits.folders) throw refuseGit(`has more than ${gitLimits.folders} folders.`);
      const entries = await git.readTree({ ...local, oid });
      await pause();
      for (const entry of entries.tree) {
        checkName(entry.path, above);
        const written = above + entry.path;
        if (!isAround(written, directory)) continue;
        if (entry.type === 'tree') await walk(entry.oid, `${written}/`, depth + 1);
        else if (entry.type === 'blob' && entry.mode !== symlink) add(written, entry.oid, entry.mode);
      }
    };
    const add = (written: string, oid: string, mode: string) => {
      const below = directory === '' ? written : written.slice(directory.length + 1);
      const path = below.normalize('NFC');
      if (files.has(path)) throw refuseGit(`holds ${shown(path)} twice, in two spellings of Unicode.`);
      files.set(path, { path, written, oid, mode });
      if (files.size > gitLimits.files) throw refuseGit(`has more than ${gitLimits.files} files.`);
    };
    await walk(tree, '', 0);
    return files;
  });
}

const symlink = '120000';
const shown = (path: string) => JSON.stringify(path);

/** Whether a path is the directory, in it, or on the way to it. */
const isAround = (path: string, directory: string) =>
  directory === '' || path.startsWith(`${directory}/`) || directory === path || directory.startsWith(`${path}/`);

function checkName(name: string, above: string): void {
  const refuse = (why: string) => refuseGit(`holds the path ${shown(above + name)}, which ${why}.`);
  if (name === '' || name === '.' || name === '..' || name.includes('/')) throw refuse('leaves its folder');
  if (isGitFolder(name)) throw refuse("is git's own");
  if (name.includes('\\') || /\p{Cc}/u.test(name)) throw refuse('holds a backslash or control characters');
  if (name.includes('\uFFFD')) throw refuse('is not valid UTF-8');
}

/** `.git` in every spelling that some file system takes for it. */
export const isGitFolder = (name: string): boolean =>
  /^(?:\.git|git~1)[ .]*$/i.test(name.replace(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, ''));
