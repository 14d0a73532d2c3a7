import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';

describe('updateCollectionById and what inherits from it', () => {
  const content = contentService();
  const make = factories(content);

  it('changes who sees the spaces below, and tells other services so', async () => {
    const { id: organization, admin, member } = make.organization();
    const api = content.as(admin);
    const collection = async (body: object) =>
      (await api.post(`/v1/orgs/${organization}/collections`, body, { expect: 201 })).body.id as string;
    const top = await collection({ title: 'Top' });
    const nested = await collection({ title: 'Nested', parent: top });
    const inheriting = await make.space(admin, organization, { title: 'Inherits', parent: nested });
    const own = await make.space(admin, organization, { title: 'Has its own', parent: nested });
    await api.patch(`/v1/spaces/${own.id}`, { defaultLevel: 'read' }, { expect: 200 });
    const reader = content.as(member('read'));
    await reader.get(`/v1/spaces/${inheriting.id}`, { expect: 200 });

    await api.patch(`/v1/collections/${top}`, { defaultLevel: null }, { expect: 200 });

    await reader.get(`/v1/spaces/${inheriting.id}`, { expect: 404 });
    await reader.get(`/v1/spaces/${own.id}`, { expect: 200 });
    const told = (await outboxEvents(content.db))
      .filter(({ type, subject }) => type === 'content.space.updated.v1' && subject === inheriting.id)
      .map(({ sequence, data }) => ({ sequence, level: (data as { resolvedLevel: unknown }).resolvedLevel }));
    expect(told).to.deep.equal([{ sequence: 2, level: null }]);
  });
});
