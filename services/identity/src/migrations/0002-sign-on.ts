import type { Migration } from '@quire/runtime';

/** Invite links, SAML sign-on, e-mail domains that belong to one organization, counters of teams, spaces of subjects. */
export const createSignOn: Migration = {
  name: '0002-sign-on',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE email_domains (
        domain text COLLATE "C" CONSTRAINT email_domains_domain PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations,
        position integer NOT NULL
      )`);
    await tx.raw('CREATE INDEX email_domains_organization ON email_domains (organization_id, position)');
    await tx.raw(`
      INSERT INTO email_domains (domain, organization_id, position)
      SELECT given.domain, id, given.position FROM organizations
      CROSS JOIN unnest(email_domains) WITH ORDINALITY AS given (domain, position)
      ORDER BY created_at, id
      ON CONFLICT DO NOTHING`);
    await tx.raw('ALTER TABLE organizations DROP COLUMN email_domains');
    await tx.raw(`CREATE INDEX users_email_domain ON users (lower(substring(email from '@([^@]*)$')))`);

    await tx.raw(`
      CREATE TABLE invites (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations,
        role text,
        created_at timestamptz(3) NOT NULL
      )`);
    await tx.raw('CREATE INDEX invites_organization ON invites (organization_id, id)');

    // Counted by the database itself: members also leave a team when they leave the organization.
    await tx.raw('ALTER TABLE teams ADD COLUMN member_count integer NOT NULL DEFAULT 0');
    await tx.raw(`
      UPDATE teams SET member_count = counted.members
      FROM (SELECT team_id, count(*) AS members FROM team_members GROUP BY team_id) AS counted
      WHERE counted.team_id = teams.id`);
    await tx.raw(`
      CREATE FUNCTION count_team_members() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE teams SET member_count = member_count + CASE TG_OP WHEN 'INSERT' THEN changed.members ELSE -changed.members END
        FROM (SELECT team_id, count(*) AS members FROM changed GROUP BY team_id ORDER BY team_id) AS changed
        WHERE teams.id = changed.team_id;
        RETURN NULL;
      END $$`);
    await tx.raw(`
      CREATE TRIGGER team_members_added AFTER INSERT ON team_members
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_team_members()`);
    await tx.raw(`
      CREATE TRIGGER team_members_removed AFTER DELETE ON team_members
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_team_members()`);
    await tx.raw('CREATE INDEX teams_organization ON teams (organization_id, id)');
    await tx.raw(`CREATE INDEX team_members_owners ON team_members (organization_id, user_id) WHERE role = 'owner'`);

    // Who holds a permission on which space, as content tells it.
    await tx.raw(`
      CREATE TABLE space_permissions (
        space_id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        sequence bigint NOT NULL
      )`);
    await tx.raw(`
      CREATE TABLE space_subjects (
        space_id text COLLATE "C" NOT NULL REFERENCES space_permissions ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('user', 'team')),
        subject_id text COLLATE "C" NOT NULL,
        organization_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (space_id, kind, subject_id)
      )`);
    await tx.raw('CREATE INDEX space_subjects_subject ON space_subjects (organization_id, kind, subject_id)');

    await tx.raw(`
      CREATE TABLE saml_providers (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations,
        label text NOT NULL,
        entity_id text,
        certificate text,
        sso_url text,
        default_team_id text COLLATE "C" REFERENCES teams ON DELETE SET NULL,
        default_role text,
        created_at timestamptz(3) NOT NULL
      )`);
    await tx.raw('CREATE INDEX saml_providers_organization ON saml_providers (organization_id, id)');
    await tx.raw('CREATE INDEX saml_providers_default_team ON saml_providers (default_team_id)');
    await tx.raw(`
      CREATE TABLE saml_identities (
        provider_id text COLLATE "C" NOT NULL REFERENCES saml_providers ON DELETE CASCADE,
        name_id text NOT NULL,
        user_id text COLLATE "C" NOT NULL REFERENCES users,
        PRIMARY KEY (provider_id, name_id)
      )`);
    await tx.raw('CREATE INDEX saml_identities_user ON saml_identities (user_id)');
    // Requests that wait for their answer, and answers that must not be taken twice.
    await tx.raw(`
      CREATE TABLE saml_requests (
        id text COLLATE "C" PRIMARY KEY,
        provider_id text COLLATE "C" NOT NULL REFERENCES saml_providers ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL
      )`);
    await tx.raw('CREATE INDEX saml_requests_provider ON saml_requests (provider_id)');
    await tx.raw('CREATE INDEX saml_requests_expiry ON saml_requests (expires_at)');
    await tx.raw(`
      CREATE TABLE saml_assertions (
        provider_id text COLLATE "C" NOT NULL REFERENCES saml_providers ON DELETE CASCADE,
        id text COLLATE "C" NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (provider_id, id)
      )`);
    await tx.raw('CREATE INDEX saml_assertions_expiry ON saml_assertions (expires_at)');

    await tx.raw('CREATE INDEX users_administrators ON users (id) WHERE instance_admin AND disabled_at IS NULL');

    // A token that came of signing on with one organization's identity provider acts in that organization alone.
    await tx.raw('ALTER TABLE api_tokens ADD COLUMN organization_id text COLLATE "C" REFERENCES organizations');
  },
};
