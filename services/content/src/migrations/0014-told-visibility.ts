import type { Migration } from '@quire/runtime';

export const toldVisibility: Migration = {
  name: '0014-told-visibility',
  async up(tx) {
    // What others were told of the visibility last. What is there already counts as told.
    await tx.raw(`
      ALTER TABLE spaces ADD COLUMN told_visibility text NOT NULL DEFAULT 'private';
      UPDATE spaces s SET told_visibility = CASE WHEN s.parent_id IS NOT NULL AND s.default_level = 'inherit' THEN 'in-collection'
        ELSE (
          SELECT site.visibility FROM site_spaces shown JOIN sites site ON site.id = shown.site_id
          WHERE shown.space_id = s.id AND NOT shown.removed AND site.published AND NOT site.deleted
            AND site.organization_id = s.organization_id
          ORDER BY array_position(ARRAY['public', 'unlisted', 'share-link', 'visitor-auth'], site.visibility) LIMIT 1
        ) END
      WHERE s.parent_id IS NOT NULL AND s.default_level = 'inherit' OR EXISTS (
        SELECT FROM site_spaces shown JOIN sites site ON site.id = shown.site_id
        WHERE shown.space_id = s.id AND NOT shown.removed AND site.published AND NOT site.deleted
          AND site.organization_id = s.organization_id);
      CREATE INDEX site_spaces_site ON site_spaces (site_id) WHERE NOT removed;
    `);
  },
};
