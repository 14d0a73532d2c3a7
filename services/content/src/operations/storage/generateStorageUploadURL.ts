import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { editsSomething } from '../../tables/permission.js';
import { insertUpload } from '../../tables/upload.js';

export const generateStorageUploadURL = operation(
  contract.generateStorageUploadURL,
  async ({ params: { organizationId }, body, principal, commit, location }, { urls }: Content) =>
    commit(async (tx) => {
      const role = (await editsSomething(tx, organizationId, principal)) ? 'member' : 'edit';
      authorizeInOrganization(principal, role, organizationId);
      const id = newId();
      const { name, contentType, size } = body;
      await insertUpload(tx, {
        id,
        organization_id: organizationId,
        name,
        content_type: contentType,
        size,
        created_by: principal.userId,
      });
      location(urls.stored(id));
      return { key: id, uploadURL: urls.upload(id), url: urls.stored(id) };
    }),
);
