import { expect } from 'chai';
import { integrationsService } from '../integrations-service.js';

describe('integrations', () => {
  const integrations = integrationsService();

  it('listIntegrations answers an empty list', async () => {
    const query = {
      limit: 10,
      search: 'git',
      category: 'gitsync',
      blockDomain: 'example.com',
      blocks: true,
      contentSources: false,
      owner: 'acme',
    };
    expect((await integrations.get('/v1/integrations', { expect: 200 })).body).to.deep.equal({ items: [], count: 0 });
    expect((await integrations.get('/v1/integrations', { query, expect: 200 })).body.items).to.deep.equal([]);
  });

  const refused: Record<string, string>[] = [
    { limit: '0' },
    { page: 'nonsense' },
    { search: 'x'.repeat(513) },
    { category: 'games' },
    { blockDomain: 'a/b' },
    { blocks: 'maybe' },
    { contentSources: '1' },
    { owner: '' },
  ];
  for (const query of refused) {
    const [name] = Object.keys(query);
    it(`listIntegrations refuses a bad ${name}`, async () => {
      const { body } = await integrations.get('/v1/integrations', { query, expect: 400 });
      expect(body.error.details[0].path).to.equal(`query.${name}`);
    });
  }

  it('answers 401 without an assertion, and is ready', async () => {
    await integrations.anonymous().get('/v1/integrations', { expect: 401 });
    const ready = await integrations.anonymous().get('/readyz', { expect: 200 });
    expect(ready.body.details).to.deep.equal({ database: true, bus: true, cache: true });
  });
});
