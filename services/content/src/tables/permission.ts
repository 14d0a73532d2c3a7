/**
 * SQL of the caller's highest permission on any of an array of objects: a space or collection and those around it. Its
 * binding, the first of the statement, is the ids of the caller and their teams.
 */
export const granted = (objects: string): string =>
  `(SELECT max(p.level) FROM permissions p WHERE p.subject_id = ANY (?) AND p.object_id = ANY (${objects}))`;

/**
 * The same for lists, as two common table expressions: `held` has what the caller was granted on each object of an
 * organization, `reached` what comes to each of its collections by that. Takes the bindings `organizationId` and `subjects`.
 */
export const heldAndReached = `held AS MATERIALIZED (
    SELECT object_id, max(level) AS level FROM permissions
    WHERE organization_id = :organizationId AND subject_id = ANY (:subjects) GROUP BY object_id
  ), reached AS MATERIALIZED (
    SELECT c.id, max(held.level) AS level
    FROM held JOIN collections c ON c.lineage @> ARRAY[held.object_id] GROUP BY c.id
  )`;
