import type { Db, Tx } from '@quire/runtime';

/** Names what a space is synced with: one folder of one reference of one repository. */
export interface GitPlace {
  space_id: string;
  /** Without credentials. */
  url: string;
  ref: string;
  directory: string;
}

/** What a space and a reference of a repository have in common. */
export interface GitBase {
  /** Root of the page map. */
  pages: string;
  /** Root of the file map. */
  files: string;
  /** The commit that the space took in whole. */
  commit_oid: string | null;
  /** Of the table of contents in the repository. */
  summary_oid: string | null;
  /** Of the event that the sync was asked for by. */
  event_at: Date | null;
}

export interface GitProposal extends GitBase {
  change_request_id: string;
}

const columns = ['pages', 'files', 'commit_oid', 'summary_oid', 'event_at'] as const;
const key = ['space_id', 'url', 'ref', 'directory'];

export async function findGitBase(db: Db, { space_id, url, ref, directory }: GitPlace): Promise<GitBase | undefined> {
  return db('git_bases').where({ space_id, url, ref, directory }).first(columns);
}

export async function upsertGitBase(tx: Tx, { space_id, url, ref, directory }: GitPlace, base: GitBase): Promise<void> {
  const { pages, files, commit_oid, summary_oid, event_at } = base;
  await tx('git_bases')
    .insert({ space_id, url, ref, directory, pages, files, commit_oid, summary_oid, event_at })
    .onConflict(key)
    .merge();
}

/** The import of the same place that waits in a change request. */
export async function findGitProposal(
  db: Db,
  { space_id, url, ref, directory }: GitPlace,
): Promise<GitProposal | undefined> {
  return db('git_proposals')
    .where({ space_id, url, ref, directory })
    .first([...columns, 'change_request_id']);
}

export async function upsertGitProposal(tx: Tx, place: GitPlace, proposal: GitProposal): Promise<void> {
  const { space_id, url, ref, directory } = place;
  await tx('git_proposals')
    .insert({ space_id, url, ref, directory, ...proposal })
    .onConflict(key)
    .merge();
}

export async function deleteGitProposal(tx: Tx, { space_id, url, ref, directory }: GitPlace): Promise<void> {
  await tx('git_proposals').where({ space_id, url, ref, directory }).delete();
}
