import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { trees } from '../tree.js';

describe('duplicateSpace', () => {
  const content = contentService();
  const make = factories(content);

  it('copies all content and looks, right behind the original', async () => {
    const { spaceId, organizationId, admin } = await make.written({ One: '# One\n\nzebra\n', Two: '# Two\n' });
    const client = content.as(admin);
    const main = `/v1/spaces/${spaceId}`;
    const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
    await make.edit(admin, main, [{ operation: 'insert_files', files }]);
    await client.patch(main, { emoji: '🐢', defaultLevel: 'comment', editMode: 'locked' }, { expect: 200 });
    await make.changeRequest(admin, spaceId);
    await make.space(admin, organizationId, { title: 'Behind' });
    const original = (await client.get(main)).body;

    const { body, headers } = await client.post(`${main}/duplicate`, undefined, { expect: 201 });
    expect(headers.get('location')).to.equal(body.urls.location);
    expect(body).to.deep.include({
      title: 'Copy of Guide',
      emoji: '🐢',
      defaultLevel: 'comment',
      editMode: 'locked',
      organization: organizationId,
      changeRequests: 0,
      changeRequestsDraft: 0,
    });
    expect(body.id).not.to.equal(original.id);
    expect((await client.get(`/v1/spaces/${body.id}`)).body).to.deep.equal(body);
    const copy = `/v1/spaces/${body.id}`;
    const read = async (path: string) => (await client.get(path, { expect: 200 })).body;
    const { pages } = await read(`${main}/content/pages`);
    expect((await read(`${copy}/content/pages`)).pages.map(({ id }: { id: string }) => id)).to.deep.equal(
      pages.map(({ id }: { id: string }) => id),
    );
    expect(await make.markdown(admin, copy, pages[0].id)).to.equal(await make.markdown(admin, main, pages[0].id));
    expect(await read(`${copy}/content/files`)).to.deep.equal(await read(`${main}/content/files`));
    expect((await read(`${copy}/search?query=zebra`)).count).to.equal(1);
    expect((await read(`${copy}/revisions`)).count).to.equal(1);
    expect((await read(`${copy}/change-requests?status=draft`)).count).to.equal(0);
    const listed = (await read(`/v1/orgs/${organizationId}/spaces`)).items.map(({ title }: { title: string }) => title);
    expect(listed).to.deep.equal(['Guide', 'Copy of Guide', 'Behind']);
    expect(await read(main), 'the original is as it was').to.deep.equal(original);
    const told = (await outboxEvents(content.db)).filter(({ subject }) => subject === body.id);
    expect(told.map(({ type, sequence }) => [type, sequence])).to.deep.equal([['content.space.created.v1', 1]]);
  });

  it('stores nothing of the content anew', async () => {
    const { spaceId, admin } = await make.written({ One: '# One\n', Two: '# Two\n' });
    const stored = async () => ({
      nodes: await content.db('nodes').count(),
      documents: await content.db('documents').count(),
      sections: await content.db('sections').count(),
    });
    const before = await stored();
    await content.as(admin).post(`/v1/spaces/${spaceId}/duplicate`, undefined, { expect: 201 });
    expect(await stored()).to.deep.equal(before);
  });

  it('an edit of one is none of the other', async () => {
    const { spaceId, admin, ids } = await make.written({ One: '# One\n' });
    const { body } = await content.as(admin).post(`/v1/spaces/${spaceId}/duplicate`, undefined, { expect: 201 });
    await make.edit(admin, `/v1/spaces/${body.id}`, [{ operation: 'delete_page', page: ids.One }]);
    expect(await make.outline(admin, `/v1/spaces/${body.id}`)).to.deep.equal([]);
    expect(await make.outline(admin, `/v1/spaces/${spaceId}`)).to.deep.equal(['One (one)']);
  });

  it('cuts the title to 50 code points', async () => {
    const { id, admin } = make.organization();
    const { id: spaceId } = await make.space(admin, id, { title: '📚'.repeat(50) });
    const { body } = await content.as(admin).post(`/v1/spaces/${spaceId}/duplicate`, undefined, { expect: 201 });
    expect(body.title).to.equal(`Copy of ${'📚'.repeat(42)}`);
  });

  it('is open to whom the original is open to, with its custom field values', async () => {
    const { id, admin } = make.organization();
    const { paths, ids, make: grow } = trees(content, admin, id);
    await grow(['s']);
    const guest = principalOf({ [id]: null });
    await content.db('permissions').insert({
      organization_id: id,
      space_id: ids.s,
      subject_id: guest.userId,
      kind: 'user',
      level: 'edit',
    });
    const client = content.as(admin);
    await client.post(`/v1/orgs/${id}/custom-fields`, { name: 'owner', type: 'text' }, { expect: 201 });
    const values = { owner: { value: 'Ada' } };
    await client.patch(`${paths.s}/custom-fields`, { values }, { expect: 204 });
    const { body } = await client.post(`${paths.s}/duplicate`, undefined, { expect: 201 });
    const seen = await content.as(guest).get(`/v1/spaces/${body.id}`, { expect: 200 });
    expect(seen.body.permissions).to.deep.include({ edit: true, review: false });
    expect((await client.get(`/v1/spaces/${body.id}/custom-fields`)).body).to.deep.equal(
      (await client.get(`${paths.s}/custom-fields`)).body,
    );
  });

  it('takes the level create on the space and where the copy goes', async () => {
    const { id, admin, member } = make.organization();
    const { paths, make: grow, client } = trees(content, admin, id);
    await grow(['top', { c: ['s'] }]);
    await client.patch(paths.top!, { defaultLevel: 'create' }, { expect: 200 });
    await content.as(member('edit')).post(`${paths.top}/duplicate`, undefined, { expect: 403 });
    await content.as(member('create')).post(`${paths.top}/duplicate`, undefined, { expect: 201 });
    await content.as(member('edit')).post(`${paths.s}/duplicate`, undefined, { expect: 403 });
    await client.patch(paths.c!, { defaultLevel: 'create' }, { expect: 200 });
    await content.as(member('read')).post(`${paths.s}/duplicate`, undefined, { expect: 201 });
  });

  it('makes one copy for one Idempotency-Key', async () => {
    const { spaceId, organizationId, admin } = await make.written();
    const headers = { 'idempotency-key': `copy ${spaceId}` };
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        content.as(admin).post(`/v1/spaces/${spaceId}/duplicate`, undefined, { headers }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
    expect((await content.as(admin).get(`/v1/orgs/${organizationId}/spaces`)).body.count).to.equal(2);
  });
});
