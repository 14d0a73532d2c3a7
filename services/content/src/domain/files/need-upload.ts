import { type Db, type Principal, notFound } from '@quire/runtime';
import { type UploadRow, findUpload } from '../../tables/upload.js';

/** Finds an upload of one of the caller's organizations; 404 when there is none. */
export async function needUpload(db: Db, id: string, principal: Principal): Promise<UploadRow> {
  const row = await findUpload(db, id);
  if (!row || !Object.hasOwn(principal.organizations, row.organization_id)) throw notFound('upload');
  return row;
}
