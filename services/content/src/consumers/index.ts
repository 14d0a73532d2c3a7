import type { Consumer } from '@quire/runtime';
import type { Content } from '../context.js';
import { learnOpenApiVersions } from './learn-openapi-versions.js';
import { projectMembers } from './project-members.js';
import { projectOrganizations } from './project-organizations.js';
import { projectShareLinks } from './project-share-links.js';
import { projectSites } from './project-sites.js';
import { projectTeams } from './project-teams.js';
import { projectUsers } from './project-users.js';

export const consumers: readonly Consumer<Content>[] = [
  learnOpenApiVersions,
  projectMembers,
  projectOrganizations,
  projectShareLinks,
  projectSites,
  projectTeams,
  projectUsers,
];
