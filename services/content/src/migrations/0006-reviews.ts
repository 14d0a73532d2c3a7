import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

export const reviews: Migration = {
  name: '0006-reviews',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE reviews (
        id ${id} PRIMARY KEY,
        change_request_id ${id} NOT NULL REFERENCES change_requests (id) ON DELETE CASCADE,
        -- What was reviewed: the content of the change request at that time.
        revision_id ${id} NOT NULL,
        reviewer_id ${id} NOT NULL,
        requested_by ${id},
        status text NOT NULL CHECK (status IN ('approved', 'changes-requested')),
        created_at timestamptz NOT NULL
      );
      CREATE INDEX reviews_listed ON reviews (change_request_id, id);
      -- Who was asked for a review and has not given one since.
      CREATE TABLE requested_reviewers (
        change_request_id ${id} NOT NULL REFERENCES change_requests (id) ON DELETE CASCADE,
        user_id ${id} NOT NULL,
        revision_id ${id} NOT NULL,
        requested_by ${id} NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (change_request_id, user_id)
      );
      ALTER TABLE comments ADD COLUMN review_id ${id} REFERENCES reviews (id) ON DELETE CASCADE;
      CREATE UNIQUE INDEX comments_review ON comments (review_id) WHERE review_id IS NOT NULL;

      CREATE INDEX change_requests_creator ON change_requests (space_id, created_by, status, id);
      -- Who contributed to a change request, and who commented on what.
      CREATE INDEX revisions_contributor ON revisions (change_request_id, created_by, created_at)
        WHERE change_request_id IS NOT NULL;
      CREATE INDEX comments_commenter ON comments ((coalesce(change_request_id, space_id)), posted_by);

      -- The texts that pages of a space have or had, on main or in a change request; a copy begins without.
      CREATE TABLE space_documents (
        space_id ${id} NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
        document ${id} NOT NULL,
        -- What the links in it lead to: a hash as in a page.
        link_targets ${id},
        PRIMARY KEY (space_id, document)
      );
    `);
  },
};
