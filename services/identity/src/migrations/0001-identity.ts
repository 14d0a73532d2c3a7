import { createIdempotencyTable, createInboxTable, createOutboxTable, type Migration } from '@quire/runtime';

/** Moments have milliseconds, as JavaScript has them: a keyset cursor then names a row's moment exactly. */
export const createIdentity: Migration = {
  name: '0001-identity',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE users (
        id text COLLATE "C" PRIMARY KEY,
        email text NOT NULL,
        display_name text NOT NULL,
        photo_url text,
        instance_admin boolean NOT NULL DEFAULT false,
        disabled_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1
      )`);
    await tx.raw('CREATE UNIQUE INDEX users_email ON users (lower(email))');

    await tx.raw(`
      CREATE TABLE api_tokens (
        id text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL REFERENCES users,
        name text NOT NULL,
        hash text COLLATE "C" NOT NULL CONSTRAINT api_tokens_hash UNIQUE,
        scopes text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3),
        last_used_at timestamptz(3)
      )`);
    await tx.raw('CREATE INDEX api_tokens_user ON api_tokens (user_id, id)');

    await tx.raw(`
      CREATE TABLE organizations (
        id text COLLATE "C" PRIMARY KEY,
        title text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        email_domains text[] NOT NULL DEFAULT '{}',
        hostname text CONSTRAINT organizations_hostname UNIQUE,
        type text NOT NULL DEFAULT 'business',
        use_case text,
        community_type text,
        default_role text,
        default_content jsonb,
        sso boolean NOT NULL DEFAULT false,
        ai boolean NOT NULL DEFAULT false,
        invite_links boolean NOT NULL DEFAULT true,
        logo_url text,
        version integer NOT NULL DEFAULT 1,
        members_version integer NOT NULL DEFAULT 0
      )`);
    await tx.raw('CREATE INDEX organizations_email_domains ON organizations USING gin (email_domains)');

    await tx.raw(`
      CREATE TABLE members (
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations,
        user_id text COLLATE "C" NOT NULL REFERENCES users,
        role text,
        joined_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3),
        disabled boolean NOT NULL DEFAULT false,
        sso boolean NOT NULL DEFAULT false,
        version integer NOT NULL,
        PRIMARY KEY (organization_id, user_id)
      )`);
    await tx.raw('CREATE INDEX members_user ON members (user_id)');
    await tx.raw('CREATE INDEX members_joined_at ON members (organization_id, joined_at, user_id)');
    await tx.raw('CREATE INDEX members_last_seen_at ON members (organization_id, last_seen_at, user_id)');
    await tx.raw(`CREATE INDEX members_admins ON members (organization_id) WHERE role = 'admin'`);

    await tx.raw(`
      CREATE TABLE teams (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations,
        title text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1,
        UNIQUE (organization_id, id)
      )`);
    await tx.raw(`
      CREATE TABLE team_members (
        team_id text COLLATE "C" NOT NULL,
        organization_id text COLLATE "C" NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        role text NOT NULL,
        PRIMARY KEY (team_id, user_id),
        FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE CASCADE,
        FOREIGN KEY (organization_id, user_id) REFERENCES members ON DELETE CASCADE
      )`);
    await tx.raw('CREATE INDEX team_members_user ON team_members (user_id, organization_id)');

    await tx.raw(`
      CREATE TABLE first_boot (
        done boolean PRIMARY KEY DEFAULT true CHECK (done),
        administrator_id text COLLATE "C" NOT NULL REFERENCES users,
        token_hash text COLLATE "C" NOT NULL
      )`);

    await createOutboxTable(tx);
    await createInboxTable(tx);
    await createIdempotencyTable(tx);
  },
};
