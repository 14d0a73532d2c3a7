import type { SectionRow, SiteSpaceRow, TreeRows } from '../tables/tree.js';
import { type Claims, type Condition, ConditionError, readCondition } from './condition.js';

const nobody: Condition = () => false;

/** The condition that an expression is; one that cannot be read holds for nobody. */
export function conditionOf(expression: string): Condition {
  try {
    return readCondition(expression);
  } catch (error) {
    if (error instanceof ConditionError) return nobody;
    throw error;
  }
}

/** The rows of a site as a visitor sees them: nothing is shown that stands under a condition that does not hold. */
export function visibleRows(rows: TreeRows, holds: (expression: string) => boolean): TreeRows {
  const isOpen = ({ condition }: SectionRow | SiteSpaceRow) => condition === null || holds(condition);
  const closed = new Set(rows.sections.filter((section) => !isOpen(section)).map(({ id }) => id));
  const siteSpaces = rows.siteSpaces.map((each) => {
    const isShown = each.shown && isOpen(each) && (each.section_id === null || !closed.has(each.section_id));
    return { ...each, shown: isShown };
  });
  return { ...rows, siteSpaces };
}

/** The same by what is known of the visitor. */
export const visibleTo = (rows: TreeRows, claims: Claims): TreeRows =>
  visibleRows(rows, (expression) => conditionOf(expression)(claims));
