import { type BodyOf, type contract } from '@quire/contract';
import { notFound, type Role, type Tx } from '@quire/runtime';
import { findMemberIds } from '../../tables/member.js';
import {
  deletePermissions,
  grantPermissions,
  isHolder,
  type PermissionObject,
  type Subjects,
} from '../../tables/permission.js';
import { findTeamIds } from '../../tables/team.js';
import { tellHolders } from './tell-holders.js';

type Invite = BodyOf<typeof contract.inviteToSpace>;

/**
 * Grants users and teams of the organization a level on a locked object, or takes away what they have when the role is null;
 * 404 for somebody who is not in the organization, and nothing happens. Needs `lockCollectionTree`.
 */
export async function grant(tx: Tx, object: PermissionObject, { role, users = [], teams = [] }: Invite): Promise<void> {
  await requireSubjects(tx, object.organizationId, { users, teams });
  if (role === null) await deletePermissions(tx, object.id, [...users, ...teams]);
  else await grantPermissions(tx, object, { users, teams, level: role });
  await tellHolders(tx, [object.id]);
}

/** Changes what one user or team was granted; 404 when nothing was. Needs `lockCollectionTree`. */
export async function changeGrant(
  tx: Tx,
  object: PermissionObject,
  { kind, subjectId, role }: { kind: 'user' | 'team'; subjectId: string; role: Role | null | undefined },
): Promise<void> {
  if (!(await isHolder(tx, object.id, { kind, subjectId }))) throw notFound(`permission of the ${kind}`);
  if (role === undefined) return;
  if (role === null) await deletePermissions(tx, object.id, [subjectId]);
  else {
    const [users, teams] = kind === 'user' ? [[subjectId], []] : [[], [subjectId]];
    await grantPermissions(tx, object, { users, teams, level: role });
  }
  await tellHolders(tx, [object.id]);
}

async function requireSubjects(tx: Tx, organizationId: string, { users, teams }: Subjects): Promise<void> {
  const members = new Set(await findMemberIds(tx, organizationId, users));
  if (!users.every((id) => members.has(id))) throw notFound('member of the organization');
  const known = new Set(await findTeamIds(tx, organizationId, teams));
  if (!teams.every((id) => known.has(id))) throw notFound('team of the organization');
}
