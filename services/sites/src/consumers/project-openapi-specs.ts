import { consumers, events } from '@quire/contract';
import { consumer, on, project } from '@quire/runtime';
import type { Sites } from '../sites.js';

/** Keeps which version of an OpenAPI specification pages are to show. */
export const projectOpenApiSpecs = consumer<Sites>(consumers['sites.project-openapi-specs'], [
  on(events.openApiVersionCreated, async ({ data, sequence }, { tx }) => {
    const { spec: id, organization: organization_id, slug, version: version_id } = data;
    await project(tx, 'openapi_specs', { key: 'id', row: { id, organization_id, slug, version_id, sequence } });
  }),
  on(events.openApiSpecDeleted, async ({ data, sequence }, { tx }) => {
    const { spec: id, organization: organization_id, slug } = data;
    await project(tx, 'openapi_specs', { key: 'id', row: { id, organization_id, slug, version_id: null, sequence } });
  }),
]);
