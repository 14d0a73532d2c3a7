import { type Migration, createIdempotencyTable, createInboxTable, createOutboxTable } from '@quire/runtime';

/** Ids and hashes compare by bytes whatever the database's locale: cursors rely on it. */
const id = 'text COLLATE "C"';

export const foundation: Migration = {
  name: '0001-foundation',
  async up(tx) {
    await createOutboxTable(tx);
    await createInboxTable(tx);
    await createIdempotencyTable(tx);
    await tx.raw(`
      CREATE TABLE users (
        id ${id} PRIMARY KEY,
        display_name text NOT NULL,
        email text NOT NULL,
        photo_url text,
        sequence integer NOT NULL
      );
      CREATE TABLE organizations (
        id ${id} PRIMARY KEY,
        title text NOT NULL,
        sequence integer NOT NULL
      );

      CREATE TABLE collections (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        parent_id ${id} REFERENCES collections (id),
        title text NOT NULL,
        description text NOT NULL DEFAULT '',
        default_level text,
        -- default_level after inheritance: a role, null, or 'inherit' where the organization decides.
        resolved_level text,
        created_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1
      );
      CREATE INDEX collections_organization ON collections (organization_id, id);
      CREATE INDEX collections_parent ON collections (parent_id, id);

      CREATE TABLE spaces (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        parent_id ${id} REFERENCES collections (id),
        title text NOT NULL,
        emoji text,
        icon text,
        default_level text,
        edit_mode text NOT NULL DEFAULT 'live',
        revision_id ${id} NOT NULL,
        comments integer NOT NULL DEFAULT 0,
        change_requests integer NOT NULL DEFAULT 0,
        change_requests_open integer NOT NULL DEFAULT 0,
        change_requests_draft integer NOT NULL DEFAULT 0,
        created_by ${id} NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        version integer NOT NULL DEFAULT 1
      );
      CREATE INDEX spaces_organization ON spaces (organization_id, id) WHERE deleted_at IS NULL;
      CREATE INDEX spaces_parent ON spaces (parent_id, id) WHERE deleted_at IS NULL;

      CREATE TABLE nodes (hash ${id} PRIMARY KEY, body text NOT NULL);
      CREATE TABLE documents (hash ${id} PRIMARY KEY, markdown text NOT NULL);
      CREATE TABLE revisions (
        id ${id} PRIMARY KEY,
        space_id ${id} NOT NULL REFERENCES spaces (id) DEFERRABLE INITIALLY DEFERRED,
        change_request_id ${id},
        type text NOT NULL,
        pages ${id} NOT NULL,
        files ${id} NOT NULL,
        parents text[] NOT NULL,
        created_by ${id} NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX revisions_of_main ON revisions (space_id, id) WHERE change_request_id IS NULL;

      CREATE TABLE change_requests (
        id ${id} PRIMARY KEY,
        space_id ${id} NOT NULL REFERENCES spaces (id),
        number integer NOT NULL,
        status text NOT NULL,
        subject text NOT NULL,
        revision_id ${id} NOT NULL REFERENCES revisions (id),
        revision_initial_id ${id} NOT NULL REFERENCES revisions (id),
        revision_merged_ancestor_id ${id} REFERENCES revisions (id),
        revision_merged_id ${id} REFERENCES revisions (id),
        comments integer NOT NULL DEFAULT 0,
        created_by ${id} NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        UNIQUE (space_id, number)
      );
      CREATE INDEX change_requests_listed ON change_requests (space_id, status, id);
      CREATE TABLE contributors (
        change_request_id ${id} NOT NULL REFERENCES change_requests (id),
        user_id ${id} NOT NULL,
        PRIMARY KEY (change_request_id, user_id)
      );
      CREATE INDEX contributors_user ON contributors (user_id, change_request_id);
      CREATE TABLE conflicts (
        change_request_id ${id} NOT NULL REFERENCES change_requests (id),
        id ${id} NOT NULL,
        kind text NOT NULL,
        page ${id} NOT NULL,
        field text,
        base jsonb,
        ours jsonb,
        theirs jsonb,
        -- Main as it was when the conflict arose: where a page that is to come back comes from.
        theirs_revision_id ${id} NOT NULL REFERENCES revisions (id),
        resolution text,
        PRIMARY KEY (change_request_id, id)
      );

      -- Which page of main content is found by which sections. The key stands for a title and a document.
      CREATE TABLE main_pages (
        space_id ${id} NOT NULL REFERENCES spaces (id),
        page_id ${id} NOT NULL,
        page_key ${id} NOT NULL,
        PRIMARY KEY (space_id, page_id)
      );
      CREATE INDEX main_pages_key ON main_pages (page_key);
      CREATE TABLE sections (
        page_key ${id} NOT NULL,
        ordinal integer NOT NULL,
        anchor text NOT NULL,
        heading text NOT NULL,
        body text NOT NULL,
        vector tsvector NOT NULL,
        PRIMARY KEY (page_key, ordinal)
      );
      CREATE INDEX sections_vector ON sections USING gin (vector);

      CREATE TABLE uploads (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        name text NOT NULL,
        content_type text NOT NULL,
        size bigint NOT NULL,
        created_by ${id} NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        stored_at timestamptz
      );
      CREATE INDEX uploads_created_at ON uploads (created_at);
    `);
  },
};
