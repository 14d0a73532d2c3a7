import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

export const comments: Migration = {
  name: '0003-comments',
  async up(tx) {
    await tx.raw(`
      -- Comments and, with a parent, the replies to them.
      CREATE TABLE comments (
        id ${id} PRIMARY KEY,
        space_id ${id} NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
        change_request_id ${id} REFERENCES change_requests (id) ON DELETE CASCADE,
        parent_id ${id} REFERENCES comments (id) ON DELETE CASCADE,
        -- Whose list it is in: the comment that it answers, else its change request, else its space.
        listed_under ${id} NOT NULL GENERATED ALWAYS AS (coalesce(parent_id, change_request_id, space_id)) STORED,
        markdown text NOT NULL,
        posted_by ${id} NOT NULL,
        posted_at timestamptz NOT NULL,
        edited_at timestamptz,
        version integer NOT NULL DEFAULT 1,

        -- What a comment is about, as it was when the comment was posted.
        revision_id ${id},
        page_id ${id},
        page jsonb,
        node_id ${id},
        node_preview text,

        status text,
        resolved_at timestamptz,
        resolved_by ${id},
        replies integer NOT NULL DEFAULT 0,
        CHECK (parent_id IS NOT NULL OR (revision_id IS NOT NULL AND status IN ('open', 'resolved')))
      );
      CREATE INDEX comments_listed ON comments (listed_under, id);
      CREATE INDEX comments_status ON comments (listed_under, status, id) WHERE status IS NOT NULL;
      CREATE INDEX comments_author ON comments (listed_under, posted_by, id);
      CREATE INDEX comments_page ON comments (listed_under, page_id, id) WHERE page_id IS NOT NULL;
      -- A purge follows these.
      CREATE INDEX comments_space ON comments (space_id);
      CREATE INDEX comments_change_request ON comments (change_request_id) WHERE change_request_id IS NOT NULL;
      CREATE INDEX comments_parent ON comments (parent_id) WHERE parent_id IS NOT NULL;

      CREATE TABLE reactions (
        comment_id ${id} NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
        emoji text NOT NULL,
        user_id ${id} NOT NULL,
        reacted_at timestamptz NOT NULL,
        PRIMARY KEY (comment_id, emoji, user_id)
      );
    `);
  },
};
