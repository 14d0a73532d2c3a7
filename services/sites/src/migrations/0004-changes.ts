import type { Migration } from '@quire/runtime';

/** Whoever keeps what readers see in memory hears of every change to it, whatever made it. */
export const tellOfChanges: Migration = {
  name: '0004-changes',
  async up(tx) {
    await tx.raw(`
      CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify(left('quire_changes_' || TG_TABLE_SCHEMA, 63), '');
        RETURN NULL;
      END $$`);
    for (const table of ['sites', 'site_spaces', 'sections', 'section_groups', 'organizations']) {
      await tx.raw(`
        CREATE TRIGGER tell_of_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change()`);
    }
    // Spaces change all the time in ways that readers do not see: comments, change requests.
    await tx.raw(`
      CREATE TRIGGER tell_of_change AFTER UPDATE ON spaces FOR EACH ROW
      WHEN ((OLD.state, OLD.facts -> 'revision', OLD.facts -> 'title', OLD.facts -> 'emoji') IS DISTINCT FROM
            (NEW.state, NEW.facts -> 'revision', NEW.facts -> 'title', NEW.facts -> 'emoji'))
      EXECUTE FUNCTION tell_of_change()`);
  },
};
