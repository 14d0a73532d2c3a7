import { z } from 'zod';
import type { Schema } from './schema.js';

/** Roles on content, strongest first. */
export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export type Role = (typeof roles)[number];
export const Role: Schema<Role> = z.enum(roles).meta({ id: 'Role' });

/** A role, or null: a guest, who has only what is granted directly. */
export const RoleOrGuest = Role.nullable();

/** The level that everybody in the organization has on content: a role, none (null), or that of the container. */
export type DefaultLevel = Role | null | 'inherit';
export const DefaultLevel: Schema<DefaultLevel> = z
  .union([z.enum([...roles, 'inherit']), z.null()], { error: `must be one of ${roles.join(', ')}, inherit or null` })
  .meta({ id: 'DefaultLevel' });
