import { z } from 'zod';
import { ChangeRequest } from './change-request.js';
import { Collection } from './collection.js';
import { Page } from './page.js';
import { Space } from './space.js';
import { WebUrl } from './text.js';

/** What an address of Quire leads to. */
export const ContentByUrl = z.union([
  z.strictObject({ collection: Collection }),
  z.strictObject({ space: Space, changeRequest: ChangeRequest.optional(), page: Page.optional() }),
]);
export type ContentByUrl = z.infer<typeof ContentByUrl>;

export const contentByUrlQuery = z.object({ url: WebUrl });
