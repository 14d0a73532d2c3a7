import type { Db, Tx } from '@quire/runtime';

/** What the first boot made; there is one row or none. */
export interface FirstBootRow {
  administrator_id: string;
  /** Of the administrator's first token, also when it was revoked. */
  token_hash: string;
  /** The organization that it made. */
  organization_id: string | null;
}

/** How far the import of Quire's own documentation has come. */
export interface DocumentationNotes {
  space?: string | undefined;
  imported?: boolean | undefined;
  site?: string | undefined;
  done?: boolean | undefined;
}

export async function findFirstBoot(db: Db): Promise<FirstBootRow | undefined> {
  return db<FirstBootRow>('first_boot').first('administrator_id', 'token_hash', 'organization_id');
}

export async function insertFirstBoot(tx: Tx, row: FirstBootRow): Promise<void> {
  await tx('first_boot').insert(row);
}

export async function updateFirstToken(tx: Tx, tokenHash: string): Promise<void> {
  await tx('first_boot').update({ token_hash: tokenHash });
}

export async function findDocumentation(
  db: Db,
): Promise<{ organization_id: string | null; documentation: DocumentationNotes } | undefined> {
  return db('first_boot').first('organization_id', 'documentation');
}

/** Adds to the notes. */
export async function updateDocumentation(db: Db, notes: DocumentationNotes): Promise<void> {
  await db('first_boot').update({ documentation: db.raw('documentation || ?::jsonb', [JSON.stringify(notes)]) });
}
