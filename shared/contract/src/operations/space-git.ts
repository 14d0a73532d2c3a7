import { GitExport, GitImport, GitSyncState } from '../schemas/git.js';
import { operationsOf } from './define.js';

const operation = operationsOf('space-git', 'content');

export const importGitRepository = operation({
  operationId: 'importGitRepository',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/import',
  summary: 'Bring a space up to date with a git repository',
  body: GitImport,
  timeout: 300_000,
  success: 204,
});

export const exportToGitRepository = operation({
  operationId: 'exportToGitRepository',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/git/export',
  summary: 'Commit the content of a space to a git repository',
  body: GitExport,
  timeout: 300_000,
  success: 204,
});

export const getSpaceGitInfo = operation({
  operationId: 'getSpaceGitInfo',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/git/info',
  summary: 'Read what git repository a space was last synced with',
  success: 200,
  response: GitSyncState,
});
