import { transaction } from '@quire/runtime';
import type { Content } from '../../context.js';
import { clearDue, findDueSpaces, findLatestVersions } from '../../tables/openapi.js';
import { needRevision } from '../../tables/revision.js';
import { lockLiveSpace } from '../../tables/space.js';
import { ContentDraft } from '../content-draft.js';
import { moveMain } from '../move-main.js';
import { learnSpecs } from './learn-specs.js';

const batch = 20;

/**
 * Makes the computed pages of spaces anew that a new version of a specification has made due. What people wrote stays; a
 * space whose pages come out as they are gets no revision. What fails is logged, stays due, and keeps nobody else waiting.
 */
export async function refreshComputed(content: Content): Promise<void> {
  for (let after = ''; ; ) {
    const due = await findDueSpaces(content.db, { after, limit: batch });
    for (const space of due) {
      await refreshSpace(space, content).catch((error: unknown) =>
        content.log.error({ err: error, space: space.space_id }, 'pages could not be computed'),
      );
    }
    if (due.length < batch) return;
    after = due.at(-1)!.space_id;
  }
}

async function refreshSpace(
  { space_id, organization_id, slugs }: { space_id: string; organization_id: string; slugs: readonly string[] },
  content: Content,
): Promise<void> {
  const { gone } = await learnSpecs(organization_id, slugs, content);
  await transaction(content.db, async (tx) => {
    const space = await lockLiveSpace(tx, space_id);
    if (!space) return;
    const before = await needRevision(tx, space.revision_id);
    const draft = new ContentDraft(content.store, tx, before);
    if ((await draft.preview(tx, { space_id, pages: before.pages })) !== before.shown) {
      await moveMain(tx, space, {
        draft,
        roots: { pages: before.pages, files: before.files },
        before,
        type: 'computed',
        parents: [before.id],
        created_by: before.created_by,
      });
    }
    const versions = await findLatestVersions(tx, space.organization_id, slugs);
    const waits = (slug: string) => {
      const latest = versions.get(slug);
      return latest !== undefined && !latest.outline && !gone.includes(latest.version_id);
    };
    await clearDue(
      tx,
      space_id,
      slugs.filter((slug) => !waits(slug)),
    );
  });
}
