import type { Tx } from '@quire/runtime';

/** Where collections and spaces stand side by side: in a collection, or at the top of an organization (null). */
export interface Parent {
  organizationId: string;
  parentId: string | null;
}

/** Names a collection or a space. */
export interface Item {
  kind: 'collection' | 'space';
  id: string;
}

export interface Sibling extends Item {
  order_key: string;
}

const tableOf = { collection: 'collections', space: 'spaces' } as const;

const inPlace = (kind: Item['kind'], { parentId }: Parent): string =>
  `organization_id = :organizationId AND parent_id ${parentId === null ? 'IS NULL' : '= :parentId'}
   ${kind === 'space' ? 'AND deleted_at IS NULL' : ''}`;

/** The sort key of one of the parent's children; undefined when it is none, or in the trash. */
export async function findOrderKey(tx: Tx, parent: Parent, { kind, id }: Item): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: { order_key: string }[] }>(
    `SELECT order_key FROM ${tableOf[kind]} WHERE ${inPlace(kind, parent)} AND id = :id`,
    { ...parent, id },
  );
  return rows[0]?.order_key;
}

/**
 * The nearest children of a parent in one direction from a sort key (`inclusive`: with the one that has it), or from the
 * start or the end of them all; nearest first, without the item `except`.
 */
export async function findSiblings(
  tx: Tx,
  parent: Parent,
  {
    direction,
    from,
    inclusive = false,
    except,
    limit,
  }: {
    direction: 'forward' | 'backward';
    from?: string | undefined;
    inclusive?: boolean;
    except?: Item | undefined;
    limit: number;
  },
): Promise<Sibling[]> {
  const order = direction === 'forward' ? 'ASC' : 'DESC';
  const operator = `${direction === 'forward' ? '>' : '<'}${inclusive ? '=' : ''}`;
  const of = (kind: Item['kind']) => `(
    SELECT '${kind}' AS kind, id, order_key FROM ${tableOf[kind]} WHERE ${inPlace(kind, parent)}
      ${from === undefined ? '' : `AND order_key ${operator} :from`} ${except?.kind === kind ? 'AND id <> :except' : ''}
    ORDER BY order_key ${order} LIMIT :limit)`;
  const { rows } = await tx.raw<{ rows: Sibling[] }>(
    `${of('collection')} UNION ALL ${of('space')} ORDER BY order_key ${order} LIMIT :limit`,
    { ...parent, limit, ...(from === undefined ? {} : { from }), ...(except ? { except: except.id } : {}) },
  );
  return rows;
}

/** Gives siblings other sort keys, in two steps: in between no two may have the same one. */
export async function updateOrderKeys(tx: Tx, siblings: readonly Sibling[]): Promise<void> {
  for (const kind of ['collection', 'space'] as const) {
    const moved = siblings.filter((sibling) => sibling.kind === kind);
    if (moved.length === 0) continue;
    const ids = moved.map(({ id }) => id);
    // No sort key holds a tilde.
    await tx.raw(`UPDATE ${tableOf[kind]} SET order_key = '~' || id WHERE id = ANY (?)`, [ids]);
    await tx.raw(
      `UPDATE ${tableOf[kind]} AS t SET order_key = n.key FROM unnest(?::text[], ?::text[]) AS n (id, key)
       WHERE t.id = n.id`,
      [ids, moved.map(({ order_key }) => order_key)],
    );
  }
}

/** Puts a collection or space somewhere and counts its version up. */
export async function updatePlace(
  tx: Tx,
  { kind, id }: Item,
  { organizationId, parentId, orderKey }: Parent & { orderKey: string },
): Promise<void> {
  await tx(tableOf[kind])
    .where({ id })
    .update({
      organization_id: organizationId,
      parent_id: parentId,
      order_key: orderKey,
      version: tx.raw('version + 1'),
      ...(kind === 'space' ? { updated_at: tx.fn.now() } : {}),
    });
}

/** Whether a collection is the other one or inside it, however deep. */
export async function isInside(tx: Tx, id: string, outerId: string): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>('SELECT FROM collections WHERE id = ? AND ? = ANY (lineage)', [
    id,
    outerId,
  ]);
  return rows.length > 0;
}

/** Makes collections and spaces those of another organization, and counts their versions up. */
export async function updateOrganization(
  tx: Tx,
  organizationId: string,
  { collections, spaces }: { collections: readonly string[]; spaces: readonly string[] },
): Promise<void> {
  await tx.raw('UPDATE collections SET organization_id = ?, version = version + 1 WHERE id = ANY (?)', [
    organizationId,
    [...collections],
  ]);
  await tx.raw('UPDATE spaces SET organization_id = ?, version = version + 1, updated_at = now() WHERE id = ANY (?)', [
    organizationId,
    [...spaces],
  ]);
}
