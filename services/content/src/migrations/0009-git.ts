import type { Migration } from '@quire/runtime';
import { blobId } from '../git/blob-id.js';

const id = 'text COLLATE "C"';

export const git: Migration = {
  name: '0009-git',
  async up(tx) {
    await tx.raw(`
      -- The id that git gives to the text.
      ALTER TABLE documents ADD COLUMN blob_id ${id};
      -- The commits that revisions of main were made of, or written to.
      CREATE TABLE revision_commits (
        revision_id ${id} PRIMARY KEY REFERENCES revisions (id) ON DELETE CASCADE,
        oid ${id} NOT NULL,
        message text NOT NULL,
        created_by_service boolean NOT NULL,
        url text,
        ref text
      );
      -- A revision that an import made beside main.
      ALTER TABLE revisions ADD COLUMN standalone boolean NOT NULL DEFAULT false;
      DROP INDEX revisions_of_main;
      CREATE INDEX revisions_of_main ON revisions (space_id, id) WHERE change_request_id IS NULL AND NOT standalone;
      -- What is shown of the repository that a space was last synced with.
      ALTER TABLE spaces ADD COLUMN git_sync jsonb;
      -- The last sync of each space, or the one that runs.
      CREATE TABLE git_operations (
        space_id ${id} PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
        id ${id} NOT NULL,
        direction text NOT NULL CHECK (direction IN ('import', 'export')),
        state text NOT NULL CHECK (state IN ('running', 'failure', 'success')),
        error text,
        started_at timestamptz NOT NULL,
        ended_at timestamptz,
        leased_until timestamptz NOT NULL
      );
      -- What a space and a reference of a repository had in common when they were synced last.
      CREATE TABLE git_bases (
        space_id ${id} NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
        url ${id} NOT NULL,
        ref ${id} NOT NULL,
        directory ${id} NOT NULL,
        pages ${id} NOT NULL,
        files ${id} NOT NULL,
        -- Null when the repository has more than the space took in.
        commit_oid ${id},
        summary_oid ${id},
        event_at timestamptz,
        PRIMARY KEY (space_id, url, ref, directory)
      );
      -- The same for an import that became a change request: it counts once that is merged.
      CREATE TABLE git_proposals (
        space_id ${id} NOT NULL,
        url ${id} NOT NULL,
        ref ${id} NOT NULL,
        directory ${id} NOT NULL,
        change_request_id ${id} NOT NULL REFERENCES change_requests (id) ON DELETE CASCADE,
        pages ${id} NOT NULL,
        files ${id} NOT NULL,
        commit_oid ${id},
        summary_oid ${id},
        event_at timestamptz,
        PRIMARY KEY (space_id, url, ref, directory)
      );
    `);
    for (let last = ''; ; ) {
      const { rows } = await tx.raw<{ rows: { hash: string; markdown: string }[] }>(
        'SELECT hash, markdown FROM documents WHERE hash > ? ORDER BY hash LIMIT 200',
        [last],
      );
      if (rows.length === 0) break;
      last = rows.at(-1)!.hash;
      await tx.raw(
        `UPDATE documents SET blob_id = b.blob_id FROM unnest(?::text[], ?::text[]) AS b (hash, blob_id)
         WHERE documents.hash = b.hash`,
        [rows.map(({ hash }) => hash), rows.map(({ markdown }) => blobId(markdown))],
      );
    }
    await tx.raw('ALTER TABLE documents ALTER COLUMN blob_id SET NOT NULL');
  },
};
