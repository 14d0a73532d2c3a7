import type { Space } from '@quire/contract';
import { levelOn, spacePermissions } from '../policies/space.js';
import type { ShownSpace } from '../tables/site-space.js';
import type { Viewer } from './viewer.js';

/** A space as content told of it last. */
export function presentSpace({ facts, published_as }: ShownSpace, { principal, publicUrl }: Viewer): Space {
  return {
    object: 'space',
    id: facts.space,
    title: facts.title,
    emoji: facts.emoji,
    visibility:
      facts.parent !== undefined && facts.defaultLevel === 'inherit' ? 'in-collection' : (published_as ?? 'private'),
    createdAt: facts.createdAt,
    updatedAt: facts.updatedAt,
    ...(facts.deletedAt === undefined ? {} : { deletedAt: facts.deletedAt }),
    editMode: facts.editMode,
    organization: facts.organization,
    ...(facts.parent === undefined ? {} : { parent: facts.parent }),
    revision: facts.revision,
    defaultLevel: facts.defaultLevel,
    comments: facts.counts.comments,
    changeRequests: facts.counts.changeRequests,
    changeRequestsOpen: facts.counts.changeRequestsOpen,
    changeRequestsDraft: facts.counts.changeRequestsDraft,
    urls: {
      location: `${publicUrl}/v1/spaces/${facts.space}`,
      app: `${publicUrl}/app/space/${facts.space}`,
      ...(facts.icon === undefined ? {} : { icon: facts.icon }),
    },
    permissions: spacePermissions(levelOn(principal, facts)),
  };
}
