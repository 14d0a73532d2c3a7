import { conflict, type Db, type Tx } from '@quire/runtime';
import { findChangeRequest } from '../../tables/change-request.js';
import {
  deleteGitProposal,
  findGitBase,
  findGitProposal,
  type GitBase,
  type GitPlace,
  upsertGitBase,
} from '../../tables/git-base.js';

/**
 * What a space and a place in a repository have in common. An import that became a change request counts once that is
 * merged; until then it is in the way (409), unless the sync is forced. When it was archived it never happened.
 */
export async function commonBase(db: Db, place: GitPlace, { force }: { force: boolean }): Promise<GitBase | undefined> {
  const proposal = await findGitProposal(db, place);
  if (proposal) {
    const changeRequest = await findChangeRequest(db, place.space_id, proposal.change_request_id);
    if (changeRequest?.status === 'merged') return proposal;
    if (changeRequest && changeRequest.status !== 'archived' && !force) {
      throw conflict(
        `Change request #${changeRequest.number} holds what the last import brought: merge or archive it first, or set "force".`,
      );
    }
  }
  return findGitBase(db, place);
}

/** Notes what a space and a place in a repository have in common from now on. */
export async function settle(tx: Tx, place: GitPlace, base: GitBase): Promise<void> {
  await deleteGitProposal(tx, place);
  await upsertGitBase(tx, place, base);
}
