import { conflict, type Db, type Role, type Tx } from '@quire/runtime';

const claims = `hashtextextended('quire-claims-' || current_schema(), 0)`;

/**
 * Keeps others from claiming names that one organization alone may have (hostnames, e-mail domains) until the transaction
 * ends. To be taken before any other lock: two organizations that swap names would else wait for each other for ever.
 */
export async function lockClaims(tx: Tx): Promise<void> {
  await tx.raw(`SELECT pg_advisory_xact_lock(${claims})`);
}

/** Keeps e-mail domains with whom they are until the transaction ends. To be taken before any other lock. */
export async function holdClaims(tx: Tx): Promise<void> {
  await tx.raw(`SELECT pg_advisory_xact_lock_shared(${claims})`);
}

/** Gives the organization these domains instead of those it has; 409 when one belongs to another organization. */
export async function replaceEmailDomains(tx: Tx, organizationId: string, domains: readonly string[]): Promise<void> {
  await tx('email_domains').where({ organization_id: organizationId }).delete();
  await tx
    .raw(
      `INSERT INTO email_domains (domain, organization_id, position)
       SELECT domain, ?, position FROM unnest(?::text[]) WITH ORDINALITY AS given (domain, position) ORDER BY domain`,
      [organizationId, [...domains]],
    )
    .catch((error: { constraint?: string }) => {
      if (error.constraint !== 'email_domains_domain') throw error;
      throw conflict('One of these e-mail domains belongs to another organization.');
    });
}

/** What the addresses of users make them: members of the organization that has the domain, with its default role. */
export async function findMembershipsByDomain(
  db: Db,
  userIds: readonly string[],
): Promise<{ organizationId: string; userId: string; role: Role | null }[]> {
  const { rows } = await db.raw<{ rows: { organizationId: string; userId: string; role: Role | null }[] }>(
    `SELECT o.id AS "organizationId", u.id AS "userId", o.default_role AS role FROM users u
     JOIN email_domains d ON d.domain = lower(substring(u.email from '@([^@]*)$'))
     JOIN organizations o ON o.id = d.organization_id
     WHERE u.id = ANY (?)`,
    [[...userIds]],
  );
  return rows;
}

/** Everybody with an address of one of the domains. */
export async function findUserIdsOfDomains(db: Db, domains: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM users WHERE lower(substring(email from '@([^@]*)$')) = ANY (?::text[])`,
    [[...domains]],
  );
  return rows.map(({ id }) => id);
}
