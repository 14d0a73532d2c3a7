import { expect } from 'chai';
import { contract, type OperationId } from '@quire/contract';

interface Bound {
  operation: OperationId;
  field: string;
  min?: number;
  max: number;
  /** What else the body needs. */
  rest?: object;
  /** A character that the field's pattern allows, when it has one. */
  character?: string;
}

const samlLabel = { label: 'Okta' };
const publish = { title: 'Chat', description: 'Talks', script: '', organization: 'acme' };
const specification = { source: { url: 'https://example.com/openapi.json' } };
const field = { name: 'owner', type: 'text' };

const bounds: Bound[] = [
  { operation: 'createCollection', field: 'title', max: 50 },
  { operation: 'updateCollectionById', field: 'title', max: 50 },
  { operation: 'updateCollectionById', field: 'description', max: 100 },
  { operation: 'createSpace', field: 'title', max: 50 },
  { operation: 'createSpace', field: 'emoji', min: 1, max: 50 },
  { operation: 'updateSpaceById', field: 'title', max: 50 },
  { operation: 'updateSpaceById', field: 'emoji', min: 1, max: 50 },
  { operation: 'createChangeRequest', field: 'subject', max: 100 },
  { operation: 'updateChangeRequestById', field: 'subject', max: 100 },
  { operation: 'createOrganizationCustomField', field: 'name', min: 1, max: 50, rest: field, character: 'a' },
  { operation: 'createOrganizationCustomField', field: 'title', max: 100, rest: field },
  { operation: 'createOrganizationCustomField', field: 'description', max: 200, rest: field },
  { operation: 'updateOrganizationCustomField', field: 'placeholder', max: 100 },
  { operation: 'addSectionGroupToSite', field: 'title', min: 1, max: 100 },
  { operation: 'addSectionGroupToSite', field: 'icon', max: 50, rest: { title: 'Guides' } },
  { operation: 'addSectionToSite', field: 'title', min: 2, max: 64, rest: { spaceId: 'a' } },
  { operation: 'updateSiteSectionById', field: 'title', min: 2, max: 128 },
  { operation: 'updateSiteSectionById', field: 'path', min: 1, max: 100 },
  { operation: 'updateSiteSectionById', field: 'condition', min: 1, max: 1024 },
  { operation: 'updateSiteSectionById', field: 'description', max: 256 },
  { operation: 'updateSiteSpaceById', field: 'path', min: 1, max: 100 },
  { operation: 'updateSiteSpaceById', field: 'condition', min: 1, max: 1024 },
  { operation: 'createSiteShareLink', field: 'name', max: 50 },
  { operation: 'updateSiteShareLinkById', field: 'name', max: 50 },
  { operation: 'createOrganization', field: 'title', min: 2, max: 255 },
  { operation: 'updateOrganizationById', field: 'title', min: 2, max: 255 },
  { operation: 'updateOrganizationById', field: 'hostname', min: 3, max: 32, character: 'a' },
  { operation: 'createOrganizationTeam', field: 'title', min: 1, max: 64 },
  { operation: 'updateTeamInOrganizationById', field: 'title', min: 1, max: 64 },
  { operation: 'createOrganizationSAMLProvider', field: 'label', min: 1, max: 30 },
  { operation: 'createOrganizationSAMLProvider', field: 'entityID', max: 1024, rest: samlLabel },
  { operation: 'createOrganizationSAMLProvider', field: 'certificate', max: 10_000, rest: samlLabel },
  { operation: 'updateOrganizationSAMLProvider', field: 'label', min: 1, max: 30 },
  { operation: 'createOpenAPISpec', field: 'slug', min: 1, max: 100, rest: specification, character: 'a' },
  { operation: 'createTranslationSettings', field: 'title', min: 1, max: 100 },
  { operation: 'updateTranslationSettings', field: 'title', min: 1, max: 100 },
  { operation: 'publishIntegration', field: 'title', min: 2, max: 30, rest: publish },
  { operation: 'publishIntegration', field: 'description', max: 100, rest: publish },
  { operation: 'publishIntegration', field: 'summary', max: 2048, rest: publish },
  { operation: 'updateUserById', field: 'displayName', min: 1, max: 64 },
  { operation: 'createSite', field: 'title', min: 2, max: 128 },
];

function failures(operation: OperationId, body: unknown): string[] {
  const result = contract[operation].body!.safeParse(body);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('bounds', () => {
  for (const { operation, field: name, min = 0, max, rest, character = '😀' } of bounds) {
    it(`${operation}: \`${name}\` has ${min} to ${max} characters`, () => {
      const of = (length: number) => failures(operation, { ...rest, [name]: character.repeat(length) });
      expect(of(max)).to.deep.equal([]);
      expect(of(max + 1)).to.deep.equal([`${name}: must have at most ${max} characters`]);
      expect(of(min)).to.deep.equal([]);
      if (min === 1) expect(of(0)).to.deep.equal([`${name}: must not be empty`]);
      if (min > 1) expect(of(min - 1)).to.deep.equal([`${name}: must have at least ${min} characters`]);
      expect(of(1_000_000)).to.deep.equal([`${name}: must have at most ${max} characters`]);
      for (const bad of ['aa\0a', 'aa\ud800a']) {
        expect(failures(operation, { ...rest, [name]: bad })).to.deep.equal([
          `${name}: must not contain U+0000 or unpaired surrogates`,
        ]);
      }
      expect(failures(operation, { ...rest, [name]: 5 })).to.deep.equal([`${name}: must be a string`]);
    });
  }

  it('counts code points in the search query', () => {
    const { query } = contract.searchSpaceContent;
    expect(query.safeParse({ query: '😀'.repeat(512) }).success).to.equal(true);
    expect(query.safeParse({ query: '😀'.repeat(513) }).success).to.equal(false);
    expect(query.safeParse({}).error?.issues[0]).to.deep.include({ path: ['query'], message: 'is required' });
  });

  it('bounds arrays', () => {
    const options = (count: number) => ({ ...field, options: Array.from({ length: count }, (_, index) => `${index}`) });
    expect(failures('createOrganizationCustomField', options(0))).to.have.lengthOf(1);
    expect(failures('createOrganizationCustomField', options(50))).to.have.lengthOf(0);
    expect(failures('createOrganizationCustomField', options(51))).to.have.lengthOf(1);
    const images = (count: number) => ({ ...publish, previewImages: Array.from({ length: count }, () => 'AAAA') });
    expect(failures('publishIntegration', images(3))).to.have.lengthOf(0);
    expect(failures('publishIntegration', images(4))).to.have.lengthOf(1);
    const changes = (count: number) => ({
      changes: Array.from({ length: count }, () => ({ operation: 'delete_page', page: 'a' })),
    });
    expect(failures('updateChangeRequestContent', changes(0))).to.have.lengthOf(1);
    expect(failures('updateChangeRequestContent', changes(50))).to.have.lengthOf(0);
    expect(failures('updateChangeRequestContent', changes(51))).to.have.lengthOf(1);
  });

  it('bounds web addresses and takes http and https only', () => {
    const of = (url: string) => failures('importContent', { url, source: 'zip' });
    const long = `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`;
    for (const good of [long, 'http://127.0.0.1:8080/docs.zip', 'HTTPS://EXAMPLE.COM'])
      expect(of(good)).to.deep.equal([]);
    for (const bad of [
      `${long}a`,
      'ftp://example.com/a.zip',
      'javascript:alert(1)',
      'https://',
      'docs.zip',
      'http://a b',
    ]) {
      expect(of(bad), bad).to.have.lengthOf(1);
    }
  });
});
