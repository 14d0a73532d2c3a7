import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { ask } from '../../domain/events/ask.js';
import { installationFor } from '../../domain/events/render-target.js';
import { readRendering } from '../../domain/events/rendering.js';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';

export const renderIntegrationUIWithPost = operation(
  contract.renderIntegrationUIWithPost,
  async ({ params: { integrationName: name }, body, principal, commit }, integrations: Integrations) => {
    await visibleIntegration(integrations.db, name, principal);
    const target = await installationFor(integrations, { integration: name, context: body.context, principal });
    const { spaceId, siteId, installation, organization } = target;
    const place = { ...(spaceId === undefined ? {} : { spaceId }), ...(siteId === undefined ? {} : { siteId }) };
    const auth = principal.kind === 'user' ? { auth: { userId: principal.userId } } : {};
    const answer = await ask(integrations, {
      integration: name,
      organization,
      about: { installation, space: spaceId, site: siteId },
      payload: { type: 'ui_render', ...place, ...auth, ...body },
    });
    if (!answer) throw notFound('integration');
    const rendering = readRendering(answer);
    return commit(async () => rendering);
  },
);
