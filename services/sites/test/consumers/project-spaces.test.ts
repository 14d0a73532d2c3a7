import { randomUUID } from 'node:crypto';
import { events } from '@quire/contract';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { factories, purgeTold, sitesService, spaceFacts, spaceTold } from '../sites-service.js';

const deletedAt = '2026-03-01T00:00:00.000Z';

describe('project-spaces', () => {
  const sites = sitesService();
  const { organization, site } = factories(sites);
  const removals = async (spaceId: string) =>
    (await outboxEvents(sites.db)).filter(
      ({ type, data }) => type === events.siteSpaceRemoved.type && (data as { space: string }).space === spaceId,
    );

  it('keeps the newest facts, in whatever order events come', async () => {
    const { spaces, titlesOf } = await site('One');
    const [space] = spaces as [(typeof spaces)[number]];
    await sites.deliver(
      spaceTold(events.spaceUpdated, 4, { ...space, title: 'Four' }),
      spaceTold(events.spaceUpdated, 2, { ...space, title: 'Two' }),
      spaceTold(events.spaceContentUpdated, 3, { ...space, title: 'Three', previousRevision: 'r' } as typeof space),
    );
    expect(await titlesOf()).to.deep.equal(['Four']);
  });

  it('has one effect of an event that is delivered twice', async () => {
    const { spaces, titlesOf } = await site('One', 'Other');
    const told = { id: randomUUID(), ...purgeTold(2, spaces[0]!) };
    await sites.deliver(told);
    await sites.deliver(told);
    await sites.deliver({ ...told, id: randomUUID() });
    expect(await titlesOf()).to.deep.equal(['Other']);
    expect(await removals(spaces[0]!.space)).to.have.length(1);
  });

  it('keeps nothing but facts', async () => {
    const space = spaceFacts(await organization());
    const surplus = { ...space, previousRevision: 'r', surprise: true };
    await sites.deliver(spaceTold(events.spaceContentUpdated, 1, surplus));
    const row = await sites.db('spaces').where({ id: space.space }).first('facts');
    expect(row.facts).to.deep.equal(space);
  });

  it('hides a deleted space, lets another default stand in, and brings both back on restore', async () => {
    const { spaces, titlesOf, admin, path } = await site('A', 'B', 'C');
    const [a] = spaces as [(typeof spaces)[number]];
    await sites.deliver(spaceTold(events.spaceDeleted, 2, { ...a, deletedAt }));
    expect(await titlesOf()).to.deep.equal(['B', 'C']);
    expect(await titlesOf({ default: true })).to.deep.equal(['B']);
    expect((await admin.get(path)).body.siteSpaces).to.equal(2);
    await sites.deliver(spaceTold(events.spaceRestored, 3, a));
    expect(await titlesOf()).to.deep.equal(['A', 'B', 'C']);
    expect(await titlesOf({ default: true })).to.deep.equal(['A']);
    expect(await removals(a.space)).to.deep.equal([]);
  });

  it('does not hide a space whose deletion comes after its restoration', async () => {
    const { spaces, titlesOf } = await site('A');
    const [a] = spaces as [(typeof spaces)[number]];
    await sites.deliver(spaceTold(events.spaceRestored, 3, a), spaceTold(events.spaceDeleted, 2, { ...a, deletedAt }));
    expect(await titlesOf()).to.deep.equal(['A']);
  });

  it('takes a purged space off its site, and no late event brings it back', async () => {
    const { spaces, titlesOf, admin, path, id } = await site('A', 'B');
    const [a] = spaces as [(typeof spaces)[number]];
    await sites.deliver(purgeTold(5, a), spaceTold(events.spaceDeleted, 4, { ...a, deletedAt }));
    await sites.deliver(spaceTold(events.spaceUpdated, 2, a));
    expect(await titlesOf()).to.deep.equal(['B']);
    expect(await titlesOf({ default: true })).to.deep.equal(['B']);
    await admin.post(`${path}/site-spaces`, { spaceId: a.space }, { expect: 404 });
    const [removed] = await removals(a.space);
    expect(removed).to.include({ sequence: 2 });
    expect(removed!.data).to.include({ site: id, space: a.space });
  });

  it('takes a space off the sites of the organization that it left, and off those only', async () => {
    const { spaces, titlesOf, organizationId } = await site('A', 'B');
    const [a] = spaces as [(typeof spaces)[number]];
    const target = await organization();
    const moved = { ...a, organization: target, from: organizationId };
    await sites.deliver(spaceTold(events.spaceTransferred, 2, moved));
    expect(await titlesOf()).to.deep.equal(['B']);
    expect(await removals(a.space)).to.have.length(1);
    const there = sites.as('admin', target);
    await there.post(`/v1/orgs/${target}/sites`, { spaces: [a.space] }, { expect: 201 });
    await sites.deliver(spaceTold(events.spaceUpdated, 3, { ...a, organization: target, title: 'Renamed' }));
    expect(await removals(a.space)).to.have.length(1);
  });

  it('does not lose a removal to an addition at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { admin, path, organizationId, titlesOf } = await site();
      const space = spaceFacts(organizationId);
      await sites.deliver(spaceTold(events.spaceCreated, 1, space));
      const [added] = await Promise.all([
        admin.post(`${path}/site-spaces`, { spaceId: space.space }),
        sites.deliver(purgeTold(2, space)),
      ]);
      expect(added.status).to.be.oneOf([201, 404]);
      expect(await titlesOf()).to.deep.equal([]);
      expect(await sites.db('site_spaces').where({ space_id: space.space })).to.deep.equal([]);
    }
  });
});
