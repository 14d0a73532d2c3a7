import type { Principal, Role } from '@quire/runtime';
import { expect } from 'chai';
import { hashDocument } from '../src/domain/store/content-store.js';
import { operations } from '../src/operations/index.js';
import { contentService, principalOf } from './content-service.js';
import { factories } from './factories.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Caller = 'outsider' | 'guest' | Role;

interface State {
  organizationId: string;
  collectionId: string;
  spaceId: string;
  revisionId: string;
  pageId: string;
  fileId: string;
  /** One with nothing to merge but an edit of its own. */
  changeRequestId: string;
  /** One that main contradicts. */
  contradictedId: string;
  conflictId: string;
  settingsId: string;
  reviewId: string;
  /** A comment by somebody else, and a reply to it: on main, and on the change request. */
  onMain: { comment: string; reply: string };
  onChangeRequest: { comment: string; reply: string };
}

interface Row {
  operationId: string;
  method: Method;
  path: (state: State) => string;
  body?: unknown;
  /** What it answers to those who may. */
  success: number;
  /** The weakest role that may; everybody who sees the object but may not gets 403. */
  needed: Role | 'guest';
  /** What a guest gets: 404 for what they do not see. */
  guest: number;
}

const org = ({ organizationId }: State) => `/v1/orgs/${organizationId}`;
const space = ({ spaceId }: State) => `/v1/spaces/${spaceId}`;
const collection = ({ collectionId }: State) => `/v1/collections/${collectionId}`;
const changeRequest = (state: State) => `${space(state)}/change-requests/${state.changeRequestId}`;
const contradictedRequest = (state: State) => `${space(state)}/change-requests/${state.contradictedId}`;
const customFields = (state: State) => `${org(state)}/custom-fields`;
const customField = (state: State) => `${customFields(state)}/owner`;
const translations = (state: State) => `${org(state)}/translations`;
const oneTranslation = (state: State) => `${translations(state)}/${state.settingsId}`;

const reads = (operationId: string, path: (state: State) => string): Row => ({
  operationId,
  method: 'get',
  path,
  success: 200,
  needed: 'read',
  guest: 404,
});
/** Reads of an organization's lists: a guest is in it, and sees an empty one. */
const lists = (operationId: string, path: (state: State) => string): Row => ({
  ...reads(operationId, path),
  needed: 'guest',
  guest: 200,
});
const writes = (
  operationId: string,
  method: Method,
  path: (state: State) => string,
  rest: { body?: unknown; success: number; needed: Role; guest?: number },
): Row => ({ operationId, method, path, guest: 404, ...rest });

/** What belongs to an organization as a whole: its guests know of it, and have no part in it. */
const inOrganization = (
  operationId: string,
  method: Method,
  path: (state: State) => string,
  rest: { body?: unknown; success: number; needed: Role },
): Row => ({ operationId, method, path, guest: 403, ...rest });

const home = '# Home\n\nWelcome.\n';
const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: '' } }];
const zip = { source: 'zip', url: 'http://127.0.0.1:9/docs.zip' };

const repository = { url: 'http://127.0.0.1:9/docs.git', ref: 'refs/heads/main' };

const text = { body: { markdown: 'Hello' } };
const commentsOf = (
  suffix: 'InSpace' | 'InChangeRequest',
  at: (state: State) => { place: string; comment: string; reply: string },
): readonly Row[] => {
  const comments = (state: State) => `${at(state).place}/comments`;
  const comment = (state: State) => `${comments(state)}/${at(state).comment}`;
  const replies = (state: State) => `${comment(state)}/replies`;
  const reply = (state: State) => `${replies(state)}/${at(state).reply}`;
  const posts = { body: text, success: 200, needed: 'comment' } as const;
  const reacts = { body: { addedReactions: ['👍'] }, success: 200, needed: 'comment' } as const;
  return [
    reads(`listComments${suffix}`, comments),
    reads(`getComment${suffix}`, comment),
    reads(`listCommenters${suffix}`, (state) => `${at(state).place}/commenters`),
    reads(`listCommentReplies${suffix}`, replies),
    reads(`getCommentReply${suffix}`, reply),
    writes(`postComment${suffix}`, 'post', comments, posts),
    writes(`postCommentReply${suffix}`, 'post', replies, posts),
    writes(`updateComment${suffix}`, 'put', comment, reacts),
    writes(`updateCommentReply${suffix}`, 'put', reply, reacts),
    writes(`deleteCommentReply${suffix}`, 'delete', reply, { success: 205, needed: 'admin' }),
    writes(`deleteComment${suffix}`, 'delete', comment, { success: 205, needed: 'admin' }),
  ];
};

const linksOf = (inChangeRequest: boolean): readonly Row[] => {
  const at = inChangeRequest ? changeRequest : space;
  const page = (state: State) => `${at(state)}/content/page/${state.pageId}`;
  const file = (state: State) => `${at(state)}/content/files/${state.fileId}`;
  return [
    reads(inChangeRequest ? 'listChangeRequestLinks' : 'listSpaceLinks', (state) => `${at(state)}/links`),
    reads(`listPageLinksIn${inChangeRequest ? 'ChangeRequest' : 'Space'}`, (state) => `${page(state)}/links`),
    reads(`list${inChangeRequest ? 'ChangeRequest' : 'Space'}PageBacklinks`, (state) => `${page(state)}/backlinks`),
    reads(`list${inChangeRequest ? 'ChangeRequest' : 'Space'}FileBacklinks`, (state) => `${file(state)}/backlinks`),
  ];
};

/** The operations on permissions of a space or a collection; nothing is granted to the user and team that they name. */
const onPermissions = (noun: 'Space' | 'Collection', path: (state: State) => string): readonly Row[] => {
  const needed = { needed: 'admin', success: 404 } as const;
  const user = (state: State) => `${path(state)}/permissions/users/nobody`;
  const team = (state: State) => `${path(state)}/permissions/teams/none`;
  return [
    writes(`inviteTo${noun}`, 'post', (state) => `${path(state)}/permissions`, {
      body: { role: 'read', users: ['nobody'] },
      ...needed,
    }),
    reads(`listUserPermissionsIn${noun}`, (state) => `${path(state)}/permissions/users`),
    reads(`listTeamPermissionsIn${noun}`, (state) => `${path(state)}/permissions/teams`),
    reads(`listPermissionsAggregateIn${noun}`, (state) => `${path(state)}/permissions/aggregate`),
    writes(`updateUserPermissionIn${noun}`, 'patch', user, { body: { role: 'read' }, ...needed }),
    writes(`updateTeamPermissionIn${noun}`, 'patch', team, { body: { role: 'read' }, ...needed }),
    writes(`removeUserFrom${noun}`, 'delete', user, needed),
    writes(`removeTeamFrom${noun}`, 'delete', team, needed),
  ];
};

const table: readonly Row[] = [
  ...linksOf(false),
  ...linksOf(true),
  ...commentsOf('InSpace', (state) => ({ place: space(state), ...state.onMain })),
  ...commentsOf('InChangeRequest', (state) => ({ place: changeRequest(state), ...state.onChangeRequest })),
  lists('listCollectionsInOrganizationById', (state) => `${org(state)}/collections`),
  lists('listSpacesInOrganizationById', (state) => `${org(state)}/spaces`),
  lists('searchOrganizationContent', (state) => `${org(state)}/search?query=a`),
  writes('createCollection', 'post', (state) => `${org(state)}/collections`, {
    success: 201,
    needed: 'create',
    guest: 403,
  }),
  writes('createSpace', 'post', (state) => `${org(state)}/spaces`, { success: 201, needed: 'create', guest: 403 }),
  writes('generateStorageUploadURL', 'post', (state) => `${org(state)}/storage/upload`, {
    body: { name: 'a.zip', contentType: 'application/zip', size: 1 },
    success: 201,
    needed: 'edit',
    guest: 403,
  }),
  inOrganization('listOrganizationCustomFields', 'get', customFields, { success: 200, needed: 'read' }),
  inOrganization('createOrganizationCustomField', 'post', customFields, {
    body: { name: 'new', type: 'text' },
    success: 201,
    needed: 'admin',
  }),
  inOrganization('getOrganizationCustomFieldByName', 'get', customField, { success: 200, needed: 'read' }),
  inOrganization('updateOrganizationCustomField', 'patch', customField, {
    body: { title: 'New' },
    success: 200,
    needed: 'admin',
  }),
  inOrganization('deleteOrganizationCustomField', 'delete', customField, { success: 204, needed: 'admin' }),
  reads('getSpaceCustomFields', (state) => `${space(state)}/custom-fields`),
  writes('updateSpaceCustomFields', 'patch', (state) => `${space(state)}/custom-fields`, {
    body: { values: { owner: { value: 'Ada' } } },
    success: 204,
    needed: 'edit',
  }),
  inOrganization('listTranslationSettings', 'get', translations, { success: 200, needed: 'read' }),
  inOrganization('createTranslationSettings', 'post', translations, {
    body: { title: 'New' },
    success: 201,
    needed: 'admin',
  }),
  inOrganization('getTranslationSettings', 'get', oneTranslation, { success: 200, needed: 'read' }),
  inOrganization('updateTranslationSettings', 'put', oneTranslation, {
    body: { title: 'New' },
    success: 200,
    needed: 'admin',
  }),
  inOrganization('deleteTranslationSettings', 'delete', oneTranslation, { success: 205, needed: 'admin' }),
  inOrganization('listSpacesForOrganizationMember', 'get', (state) => `${org(state)}/members/nobody/spaces`, {
    success: 404,
    needed: 'admin',
  }),
  reads(
    'getContentByUrl',
    (state) => `/v1/urls/content?url=${encodeURIComponent(`https://docs.example.com${space(state)}`)}`,
  ),
  reads('getCollectionById', collection),
  reads('listSpacesInCollectionById', (state) => `${collection(state)}/spaces`),
  writes('updateCollectionById', 'patch', collection, { body: { title: 'New' }, success: 200, needed: 'admin' }),
  writes('moveCollection', 'post', (state) => `${collection(state)}/move`, {
    body: { parent: null },
    success: 200,
    needed: 'admin',
  }),
  // Nobody is in that organization: whoever may transfer is told that they do not know it.
  writes('transferCollection', 'post', (state) => `${collection(state)}/transfer`, {
    body: { organization: 'elsewhere' },
    success: 404,
    needed: 'admin',
  }),
  writes('deleteCollectionById', 'delete', collection, { success: 205, needed: 'admin' }),
  reads('getSpaceById', space),
  writes('moveSpace', 'post', (state) => `${space(state)}/move`, {
    body: { parent: null },
    success: 200,
    needed: 'admin',
  }),
  writes('transferSpace', 'post', (state) => `${space(state)}/transfer`, {
    body: { organization: 'elsewhere' },
    success: 404,
    needed: 'admin',
  }),
  writes('duplicateSpace', 'post', (state) => `${space(state)}/duplicate`, { success: 201, needed: 'create' }),
  // It is not deleted: whoever may restore is told so.
  writes('restoreSpace', 'post', (state) => `${space(state)}/restore`, { success: 409, needed: 'admin' }),
  writes('deleteSpaceById', 'delete', space, { success: 205, needed: 'admin' }),
  writes('updateSpaceById', 'patch', space, { body: { title: 'New' }, success: 200, needed: 'admin' }),
  reads('searchSpaceContent', (state) => `${space(state)}/search?query=a`),
  reads('getCurrentRevision', (state) => `${space(state)}/content`),
  writes('updateSpaceContent', 'post', (state) => `${space(state)}/content`, {
    body: { changes },
    success: 200,
    needed: 'edit',
  }),
  // Nobody answers at that address: whoever may import is told so.
  writes('importContent', 'post', (state) => `${space(state)}/content/import`, {
    body: zip,
    success: 400,
    needed: 'edit',
  }),
  // There is no repository at that address either, and no sync to read of.
  { ...reads('getSpaceGitInfo', (state) => `${space(state)}/git/info`), success: 404 },
  writes('importGitRepository', 'post', (state) => `${space(state)}/git/import`, {
    body: repository,
    success: 400,
    needed: 'create',
  }),
  writes('exportToGitRepository', 'post', (state) => `${space(state)}/git/export`, {
    body: { ...repository, commitMessage: 'Edit' },
    success: 400,
    needed: 'create',
  }),
  reads('listPages', (state) => `${space(state)}/content/pages`),
  reads('getPageById', (state) => `${space(state)}/content/page/${state.pageId}`),
  reads('getPageByPath', (state) => `${space(state)}/content/path/home`),
  reads('listFiles', (state) => `${space(state)}/content/files`),
  reads('getSpacePDF', (state) => `${space(state)}/pdf`),
  reads('getChangeRequestPDF', (state) => `${changeRequest(state)}/pdf`),
  reads('getFileById', (state) => `${space(state)}/content/files/${state.fileId}`),
  reads('listSpaceRevisions', (state) => `${space(state)}/revisions`),
  reads('getRevisionById', (state) => `${space(state)}/revisions/${state.revisionId}`),
  reads('listPagesInRevisionById', (state) => `${space(state)}/revisions/${state.revisionId}/pages`),
  reads('getPageInRevisionById', (state) => `${space(state)}/revisions/${state.revisionId}/page/${state.pageId}`),
  reads('listFilesInRevisionById', (state) => `${space(state)}/revisions/${state.revisionId}/files`),
  reads('getFileInRevisionById', (state) => `${space(state)}/revisions/${state.revisionId}/files/${state.fileId}`),
  reads('getPageInRevisionByPath', (state) => `${space(state)}/revisions/${state.revisionId}/path/home`),
  reads(
    'getPageDocumentInRevisionById',
    (state) => `${space(state)}/revisions/${state.revisionId}/page/${state.pageId}/document`,
  ),
  reads('getRevisionSemanticChanges', (state) => `${space(state)}/revisions/${state.revisionId}/changes`),
  reads('getDocumentById', (state) => `${space(state)}/documents/${hashDocument(home)}`),
  // It is the content already: whoever may restore is told so.
  writes('restoreSpaceRevision', 'post', (state) => `${space(state)}/revisions/${state.revisionId}/restore`, {
    success: 409,
    needed: 'edit',
  }),
  reads('listChangeRequestsForSpace', (state) => `${space(state)}/change-requests`),
  writes('createChangeRequest', 'post', (state) => `${space(state)}/change-requests`, { success: 201, needed: 'edit' }),
  reads('getChangeRequestById', changeRequest),
  writes('updateChangeRequestById', 'patch', changeRequest, {
    body: { status: 'open' },
    success: 200,
    needed: 'edit',
  }),
  writes('mergeChangeRequest', 'post', (state) => `${changeRequest(state)}/merge`, { success: 200, needed: 'review' }),
  writes('updateChangeRequest', 'post', (state) => `${changeRequest(state)}/update`, { success: 200, needed: 'edit' }),
  reads('getChangeRequestChanges', (state) => `${changeRequest(state)}/changes`),
  reads('getContributorsByChangeRequestId', (state) => `${changeRequest(state)}/contributors`),
  reads('getReviewsByChangeRequestId', (state) => `${changeRequest(state)}/reviews`),
  reads('getChangeRequestReviewById', (state) => `${changeRequest(state)}/reviews/${state.reviewId}`),
  writes('submitChangeRequestReview', 'post', (state) => `${changeRequest(state)}/reviews`, {
    body: { status: 'approved' },
    success: 201,
    needed: 'review',
  }),
  reads('getRequestedReviewersByChangeRequestId', (state) => `${changeRequest(state)}/requested-reviewers`),
  writes('requestReviewersForChangeRequest', 'post', (state) => `${changeRequest(state)}/requested-reviewers`, {
    body: { users: [] },
    success: 200,
    needed: 'edit',
  }),
  // Nobody was asked: whoever may take that back is told so.
  writes(
    'removeRequestedReviewerFromChangeRequest',
    'delete',
    (state) => `${changeRequest(state)}/requested-reviewers/nobody`,
    { success: 404, needed: 'edit' },
  ),
  reads('getRevisionOfChangeRequestById', (state) => `${changeRequest(state)}/content`),
  writes('updateChangeRequestContent', 'post', (state) => `${changeRequest(state)}/content`, {
    body: { changes },
    success: 200,
    needed: 'edit',
  }),
  writes('importContentInChangeRequest', 'post', (state) => `${changeRequest(state)}/content/import`, {
    body: zip,
    success: 400,
    needed: 'edit',
  }),
  reads('listPagesInChangeRequest', (state) => `${changeRequest(state)}/content/pages`),
  reads('getPageInChangeRequestById', (state) => `${changeRequest(state)}/content/page/${state.pageId}`),
  reads('getPageInChangeRequestByPath', (state) => `${changeRequest(state)}/content/path/home`),
  reads('listFilesInChangeRequestById', (state) => `${changeRequest(state)}/content/files`),
  reads('getFileInChangeRequestById', (state) => `${changeRequest(state)}/content/files/${state.fileId}`),
  reads('listChangeRequestConflicts', (state) => `${contradictedRequest(state)}/conflicts`),
  writes(
    'resolveChangeRequestConflict',
    'post',
    (state) => `${contradictedRequest(state)}/conflicts/${state.conflictId}/resolve`,
    {
      body: { resolution: 'ours' },
      success: 200,
      needed: 'edit',
    },
  ),
  ...onPermissions('Space', space),
  ...onPermissions('Collection', collection),
];

const roles: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
const callers: readonly Caller[] = ['outsider', 'guest', ...roles];

function expected({ needed, success, guest }: Row, caller: Caller): number {
  if (caller === 'outsider') return 404;
  if (caller === 'guest') return guest;
  return needed === 'guest' || roles.indexOf(caller) >= roles.indexOf(needed) ? success : 403;
}

describe('who may do what', () => {
  const content = contentService();
  const make = factories(content);

  async function state(): Promise<{ state: State; callers: Record<Caller, Principal> }> {
    const { organizationId, spaceId, admin, ids } = await make.written({ Home: home });
    const main = `/v1/spaces/${spaceId}`;
    const shelf = await make.collection(admin, organizationId);
    const pageId = ids.Home!;
    const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
    const { insertedFiles } = await make.edit(admin, main, [{ operation: 'insert_files', files }]);
    const ours = await make.changeRequest(admin, spaceId, changes);
    const rename = (title: string) => [{ operation: 'update_page', page: pageId, title }];
    const contradicted = await make.changeRequest(admin, spaceId, rename('Ours'));
    const { revision } = await make.edit(admin, main, rename('Theirs'));
    const { body } = await content.as(admin).get(`${contradicted.path}/conflicts`, { expect: 200 });
    const orgPath = `/v1/orgs/${organizationId}`;
    await content.as(admin).post(`${orgPath}/custom-fields`, { name: 'owner', type: 'text' }, { expect: 201 });
    const { body: made } = await content.as(admin).post(`${orgPath}/translations`, { title: 'All' }, { expect: 201 });
    const discussed = async (path: string) => {
      const { id } = (await content.as(admin).post(`${path}/comments`, text, { expect: 200 })).body;
      const { body: reply } = await content.as(admin).post(`${path}/comments/${id}/replies`, text, { expect: 200 });
      return { comment: id, reply: reply.id };
    };
    const { body: review } = await content
      .as(admin)
      .post(`${ours.path}/reviews`, { status: 'approved' }, { expect: 201 });
    return {
      state: {
        organizationId,
        spaceId,
        pageId,
        collectionId: shelf.id,
        revisionId: revision,
        fileId: insertedFiles[0].id,
        changeRequestId: ours.id,
        contradictedId: contradicted.id,
        conflictId: body.items[0].id,
        settingsId: made.id,
        reviewId: review.id,
        onMain: await discussed(main),
        onChangeRequest: await discussed(ours.path),
      },
      callers: {
        outsider: principalOf({}),
        guest: principalOf({ [organizationId]: null }),
        ...(Object.fromEntries(roles.map((role) => [role, principalOf({ [organizationId]: role })])) as Record<
          Role,
          Principal
        >),
      },
    };
  }

  for (const row of table) {
    it(`${row.operationId} needs ${row.needed === 'guest' ? 'membership' : `the level ${row.needed}`}`, async () => {
      const { state: made, callers: principals } = await state();
      for (const caller of callers) {
        const client = content.as(principals[caller]);
        const answer = await (row.method === 'get' || row.method === 'delete'
          ? client[row.method](row.path(made))
          : client[row.method](row.path(made), row.body));
        const status = expected(row, caller);
        // What one caller did may be final: a merge lands once, a conflict is settled once.
        const done =
          answer.status === 409 && ['mergeChangeRequest', 'resolveChangeRequestConflict'].includes(row.operationId);
        expect(done ? status : answer.status, `${caller}: ${JSON.stringify(answer.body)}`).to.equal(status);
      }
    });
  }

  it('every operation behind a token is in the table above', () => {
    const implemented = operations.filter(({ contract }) => contract.access === 'token');
    const ids = implemented.map(({ contract }) => contract.operationId).sort();
    expect(table.map(({ operationId }) => operationId).sort()).to.deep.equal(ids);
  });

  it('nothing is answered without knowing who asks', async () => {
    const { state: made } = await state();
    for (const { method, path, body } of table) {
      const client = content.anonymous();
      const answer = await (method === 'get' || method === 'delete'
        ? client[method](path(made))
        : client[method](path(made), body));
      expect(answer.status, path(made)).to.equal(401);
    }
  });
});
