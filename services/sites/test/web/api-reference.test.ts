import { randomUUID } from 'node:crypto';
import { events } from '@quire/contract';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { publishedSites } from '../published-sites.js';
import { sitesService, spaceTold } from '../sites-service.js';

const block = (spec: string) => ({
  object: 'block',
  type: 'openapi-operation',
  isVoid: true,
  data: { ref: { kind: 'openapi', spec }, path: '/pets', method: 'get' },
});
const documentWith = (summary: string) => ({ paths: { '/pets': { get: { summary, responses: {} } } } });

describe('API references on published sites', () => {
  const sites = sitesService();
  const { pages: content } = sites.neighbours;
  const { published } = publishedSites(sites);

  async function referenced(spec = 'pets') {
    const made = await published();
    const { spaces, organizationId: organization } = made;
    content.put('with-reference', [{ id: 'api', nodes: [block(spec)] }]);
    const facts = { ...spaces[0]!, revision: 'with-reference', previousRevision: '' };
    await sites.deliver(spaceTold(events.spaceContentUpdated, 2, facts));
    const id = randomUUID();
    const about = { spec: id, organization, slug: 'pets' };
    const bring = async (sequence: number, summary: string) => {
      const version = randomUUID();
      content.documents.set(version, documentWith(summary));
      const data = { ...about, version };
      await sites.deliver({ event: events.openApiVersionCreated, subject: id, sequence, data });
    };
    const remove = (sequence: number) =>
      sites.deliver({ event: events.openApiSpecDeleted, subject: id, sequence, data: about });
    const shows = (part: string) => eventually(async () => expect((await made.at('')).text).to.include(part));
    return { ...made, bring, remove, shows };
  }

  it('show the latest version, and nothing of what is deleted', async () => {
    const { bring, remove, shows, at } = await referenced();
    await shows('<p class="card-link operation"><code>GET /pets</code></p>');
    await bring(2, 'Newer');
    await shows('<h2 class="api-title">Newer</h2>');
    await bring(1, 'Older');
    await bring(3, 'Newest');
    await shows('<h2 class="api-title">Newest</h2>');
    await remove(4);
    await shows('<p class="card-link operation">');
    expect((await at('')).text).not.to.include('Newest');
  });

  it('ask nobody for what was shown before', async () => {
    const { bring, shows, at } = await referenced();
    await bring(1, 'Once');
    await shows('<h2 class="api-title">Once</h2>');
    const before = [...content.asked];
    await at('');
    expect(content.asked).to.deep.equal(before);
  });

  it('show those of their own organization alone', async () => {
    const other = await referenced();
    await other.bring(1, 'Foreign');
    const { shows, at } = await referenced();
    await shows('<p class="card-link operation">');
    expect((await at('')).text).not.to.include('Foreign');
  });
});
