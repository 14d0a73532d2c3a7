import type { Consumer } from '@quire/runtime';
import type { Content } from '../context.js';
import { projectOrganizations } from './project-organizations.js';
import { projectSites } from './project-sites.js';
import { projectUsers } from './project-users.js';

export const consumers: readonly Consumer<Content>[] = [projectOrganizations, projectSites, projectUsers];
