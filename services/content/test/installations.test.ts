import { type Principal, newId } from '@quire/runtime';
import { expect } from 'chai';
import { contentService, principalOf } from './content-service.js';
import { factories } from './factories.js';

type Installed = NonNullable<Principal['installation']>;

describe('installations of integrations', () => {
  const content = contentService();
  const { organization, space, written, collection } = factories(content);

  const installation = (
    organizationId: string,
    { spaces, scopes }: Pick<Installed, 'spaces' | 'scopes'>,
  ): Principal => {
    const id = newId();
    return {
      ...principalOf({ [organizationId]: null }, id),
      kind: 'installation',
      displayName: 'Chat',
      integration: 'chat',
      installation: { id, organization: organizationId, spaces, sites: [], scopes },
    };
  };
  const reading = ['space:content:read', 'space:metadata:read'] as Installed['scopes'];

  it('see the selected spaces, private ones too, and no others anywhere', async () => {
    const { organizationId, spaceId, admin } = await written({ Zebra: '# Zebra\n\nstripes\n' });
    await content.as(admin).patch(`/v1/spaces/${spaceId}`, { defaultLevel: null }, { expect: 200 });
    const hidden = await space(admin, organizationId, { title: 'Hidden' });
    const changes = [{ operation: 'insert_page', title: 'Other', document: { markdown: 'stripes\n' } }];
    await content.as(admin).post(`/v1/spaces/${hidden.id}/content`, { changes }, { expect: 200 });

    const caller = content.as(installation(organizationId, { spaces: [spaceId], scopes: reading }));
    await caller.get(`/v1/spaces/${spaceId}`, { expect: 200 });
    await caller.get(`/v1/spaces/${spaceId}/content/pages`, { expect: 200 });
    await caller.get(`/v1/spaces/${hidden.id}`, { expect: 404 });
    await caller.get(`/v1/spaces/${hidden.id}/content/pages`, { expect: 404 });
    const listed = await caller.get(`/v1/orgs/${organizationId}/spaces`, { expect: 200 });
    expect(listed.body.items.map(({ id }: { id: string }) => id)).to.deep.equal([spaceId]);
    expect(listed.body.count).to.equal(1);
    const query = { query: 'stripes' };
    const found = await caller.get(`/v1/orgs/${organizationId}/search`, { query, expect: 200 });
    expect(found.body.items.map(({ id }: { id: string }) => id)).to.deep.equal([spaceId]);
  });

  it('with "all" see every space of their organization and none of another', async () => {
    const { id: organizationId, admin } = organization();
    const inside = await space(admin, organizationId);
    const elsewhere = organization();
    const outside = await space(elsewhere.admin, elsewhere.id);
    const caller = content.as(installation(organizationId, { spaces: 'all', scopes: reading }));
    await caller.get(`/v1/spaces/${inside.id}`, { expect: 200 });
    await caller.get(`/v1/spaces/${outside.id}`, { expect: 404 });
    await caller.get(`/v1/orgs/${elsewhere.id}/spaces`, { expect: 404 });
    const listed = await caller.get(`/v1/orgs/${organizationId}/spaces`, { expect: 200 });
    expect(listed.body.count).to.equal(1);
  });

  it('do what the scopes of their integration allow, and are shown as its author', async () => {
    const { organizationId, spaceId } = await written();
    const path = `/v1/spaces/${spaceId}/change-requests`;
    const reader = content.as(installation(organizationId, { spaces: [spaceId], scopes: reading }));
    expect((await reader.post(path, {}, { expect: 403 })).body.error.message).to.include('space:content:write');
    const scopes = [...reading, 'space:content:write'] as Installed['scopes'];
    const writer = content.as(installation(organizationId, { spaces: [spaceId], scopes }));
    const { body } = await writer.post(path, { subject: 'From a script' }, { expect: 201 });
    expect(body.createdBy.displayName).to.equal('Chat');
    const none = content.as(installation(organizationId, { spaces: [spaceId], scopes: [] }));
    await none.get(`/v1/spaces/${spaceId}`, { expect: 403 });
  });

  it('a space that left the organization is out of reach although it is selected', async () => {
    const { organizationId, spaceId } = await written();
    const moved = installation(newId(), { spaces: [spaceId], scopes: reading });
    await content.as(moved).get(`/v1/spaces/${spaceId}`, { expect: 404 });
    const caller = content.as(installation(organizationId, { spaces: [], scopes: reading }));
    await caller.get(`/v1/spaces/${spaceId}`, { expect: 404 });
  });

  it('may not administer: neither moves, nor permissions, collections or creation are open to them', async () => {
    const { organizationId, spaceId, admin } = await written();
    const { id } = await collection(admin, organizationId);
    const scopes = [...reading, 'space:content:write', 'space:metadata:write'] as Installed['scopes'];
    const caller = content.as(installation(organizationId, { spaces: 'all', scopes }));
    await caller.post(`/v1/spaces/${spaceId}/move`, { parent: id }, { expect: 403 });
    await caller.post(`/v1/spaces/${spaceId}/transfer`, { organization: newId() }, { expect: 403 });
    await caller.post(`/v1/spaces/${spaceId}/duplicate`, {}, { expect: 403 });
    await caller.get(`/v1/spaces/${spaceId}/permissions/users`, { expect: 403 });
    await caller.get(`/v1/collections/${id}`, { expect: 403 });
    await caller.get(`/v1/collections/${id}/spaces`, { expect: 403 });
    await caller.post(`/v1/orgs/${organizationId}/spaces`, { title: 'Mine' }, { expect: 403 });
    await caller.delete(`/v1/spaces/${spaceId}`, { expect: 403 });
  });
});
