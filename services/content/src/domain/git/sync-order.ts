import type { BodyOf, contract } from '@quire/contract';
import type { GitSync } from '../../present/git.js';
import type { GitPlace } from '../../tables/git-base.js';
import { parseRemote, type Remote } from '../../git/remote.js';

type Body = Omit<BodyOf<typeof contract.importGitRepository>, 'ref'> & { ref: string };

/** What a caller asks a sync for, taken apart. */
export interface SyncOrder {
  place: GitPlace;
  remote: Remote;
  force: boolean;
  /** Makes a revision beside main, and leaves everything else as it is. */
  standalone: boolean;
  eventAt: Date | null;
  /** What is shown of the repository from now on. */
  shown: Omit<GitSync, 'updatedAt'>;
  /** Where a commit of the repository can be looked at. */
  commitUrl(oid: string): string | null;
}

export function syncOrder(spaceId: string, body: Body): SyncOrder {
  const remote = parseRemote(body.url);
  const { repoProjectDirectory = '', repoTreeURL, repoCommitURL, timestamp, gitInfo } = body;
  const directory = repoProjectDirectory
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
  return {
    place: { space_id: spaceId, url: remote.url, ref: body.ref, directory: directory.normalize('NFC') },
    remote,
    force: body.force ?? false,
    standalone: body.standalone ?? false,
    eventAt: timestamp === undefined ? null : new Date(timestamp),
    shown: {
      repoName: remote.name,
      ...(gitInfo?.provider ? { installationProvider: gitInfo.provider } : {}),
      url: gitInfo?.url ?? repoTreeURL ?? remote.url,
    },
    commitUrl: (oid) => (repoCommitURL === undefined ? null : `${repoCommitURL.replace(/\/+$/, '')}/${oid}`),
  };
}
