import { consumers, events } from '@quire/contract';
import { consumer, on, project } from '@quire/runtime';
import { markDue } from '../tables/openapi.js';

/** Notes new versions of OpenAPI specifications, and which spaces have pages that are to be made of them. */
export const learnOpenApiVersions = consumer(consumers['content.learn-openapi-versions'], [
  on(events.openApiVersionCreated, async ({ data, sequence }, { tx }) => {
    const { spec: id, organization: organization_id, slug, version: version_id } = data;
    const row = { id, organization_id, slug, version_id, sequence };
    if (await project(tx, 'openapi_specs', { key: 'id', row })) await markDue(tx, organization_id, slug);
  }),
]);
