import type { CustomFieldEntry } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import type { ContentFixture } from './content-service.js';
import { factories } from './factories.js';

export const severity = { name: 'severity', type: 'select:single', options: ['low', 'high'] };
export const areas = { name: 'areas', type: 'select:multi', options: ['api', 'web', 'cli'] };
export const owner = { name: 'owner', type: 'text' };

/** The paths of what an answer 400 complains about. */
export const pathsOf = ({ body }: { body: any }) =>
  body.error.details.map(({ path }: { path: string }) => path) as string[];

/** Makes organizations with custom fields, over HTTP. */
export function customFields(content: ContentFixture) {
  const make = factories(content);

  /** An organization with the given fields, and a client of its administrator. */
  async function organization(...fields: object[]) {
    const { id, admin, member } = make.organization();
    const client = content.as(admin);
    const list = `/v1/orgs/${id}/custom-fields`;
    for (const field of fields) await client.post(list, field, { expect: 201 });
    return { id, admin, member, client, list };
  }

  /** The same with a space in it. */
  async function withSpace(...fields: object[]) {
    const made = await organization(...fields);
    const space = await make.space(made.admin, made.id);
    const path = `/v1/spaces/${space.id}/custom-fields`;
    const set = (values: object, options: object = { expect: 204 }) => made.client.patch(path, { values }, options);
    return { ...made, space, path, set, values: () => valuesOf(made.admin, path) };
  }

  /** What a space holds, by name; fields without a value are left out. */
  async function valuesOf(caller: Principal, path: string): Promise<Record<string, unknown>> {
    const { body } = await content.as(caller).get(path, { expect: 200 });
    const entries = (body as CustomFieldEntry[]).filter((entry) => 'value' in entry);
    return Object.fromEntries(entries.map(({ customField, value }) => [customField.name, value]));
  }

  return { organization, withSpace };
}
