import { z } from 'zod';
import { Id } from './text.js';

/** A place next to a sibling: before it or after it, not both. Absent: the end. */
const positionNextTo = <Pointer extends z.ZodType>(pointer: Pointer) =>
  z
    .object({ before: pointer.optional(), after: pointer.optional() })
    .refine(({ before, after }) => before === undefined || after === undefined, 'give either `before` or `after`');

const contentPosition = positionNextTo(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('space'), space: Id }),
    z.object({ type: z.literal('collection'), collection: Id }),
  ]),
);

/** Moves a space or collection: to another collection (null is the top), to another place among its siblings, or both. */
export const ContentMove = z
  .object({ parent: Id.nullable().optional(), position: contentPosition.optional() })
  .refine(
    ({ parent, position }) => parent !== undefined || position?.before !== undefined || position?.after !== undefined,
    'give `parent`, `position` or both',
  );

/** Moves content to another organization. */
export const ContentTransfer = z.object({ organization: Id });

export const SiteSectionMove = z.object({
  position: positionNextTo(z.object({ type: z.literal('site-section'), siteSection: Id })).optional(),
});
export const SiteSpaceMove = z.object({
  position: positionNextTo(z.object({ type: z.literal('site-space'), siteSpace: Id })).optional(),
});
export const SiteSectionGroupMove = z.object({
  position: positionNextTo(z.object({ type: z.enum(['site-section', 'site-section-group']), id: Id })).optional(),
});
