import { randomUUID } from 'node:crypto';
import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { factories, type TestUser } from '../factories.js';
import { identityService } from '../identity-service.js';

describe('count-spaces', () => {
  const identity = identityService();
  const make = factories(identity);

  /** An organization, a space in it, and ways to tell of its permissions and to read the counts. */
  const scene = async () => {
    const { admin, organizationId } = await make.founded();
    const member = await make.member(organizationId, 'read');
    const teamId = await make.team(organizationId);
    const space = newId();
    const tell = (
      sequence: number,
      users: TestUser[],
      teams: string[],
      { organization = organizationId, id = randomUUID() } = {},
    ) =>
      identity.deliver(events.permissionsChanged, {
        id,
        subject: space,
        sequence,
        data: { organization, space, users: users.map((user) => user.id), teams },
      });
    const read = async (path: string) =>
      (await identity.as(admin.token).get(`/v1/orgs/${organizationId}/${path}`, { expect: 200 })).body;
    const counts = async () => [(await read(`members/${member.id}`)).spaces, (await read(`teams/${teamId}`)).spaces];
    return { admin, organizationId, member, teamId, tell, read, counts };
  };

  it('counts the spaces of members and teams', async () => {
    const one = await scene();
    await one.tell(1, [one.member, one.admin], [one.teamId]);
    expect(await one.counts()).to.deep.equal([1, 1]);
    await one.tell(2, [one.member], []);
    expect(await one.counts()).to.deep.equal([1, 0]);
    expect((await one.read(`members/${one.admin.id}`)).spaces).to.equal(0);
  });

  it('counts each space of a member, in the list too', async () => {
    const { admin, organizationId, member, tell, read } = await scene();
    await tell(1, [member], []);
    await identity.deliver(events.permissionsChanged, {
      subject: 'other',
      sequence: 1,
      data: { organization: organizationId, space: newId(), users: [member.id], teams: [] },
    });
    const { items } = await read('members');
    expect(items.map(({ id, spaces }: { id: string; spaces: number }) => [id, spaces])).to.have.deep.members([
      [member.id, 2],
      [admin.id, 0],
    ]);
  });

  it('is not impressed by a redelivery', async () => {
    const { member, teamId, tell, counts } = await scene();
    const id = randomUUID();
    await tell(1, [member], [teamId], { id });
    await tell(1, [member], [teamId], { id });
    expect(await counts()).to.deep.equal([1, 1]);
  });

  it('drops what is older than what it knows, also when nobody was left', async () => {
    const { member, teamId, tell, counts } = await scene();
    await tell(3, [], []);
    await tell(2, [member], [teamId]);
    expect(await counts()).to.deep.equal([0, 0]);
    await tell(5, [member], []);
    await tell(4, [], [teamId]);
    expect(await counts()).to.deep.equal([1, 0]);
  });

  it('follows a space into another organization', async () => {
    const { member, teamId, tell, counts } = await scene();
    await tell(1, [member], [teamId]);
    await tell(2, [member], [], { organization: newId() });
    expect(await counts()).to.deep.equal([0, 0]);
  });

  it('takes a name that is there twice for one', async () => {
    const { member, tell, counts } = await scene();
    await tell(1, [member, member], []);
    expect(await counts()).to.deep.equal([1, 0]);
  });

  it('settles on the newest when all come at once', async () => {
    const { member, teamId, tell, counts } = await scene();
    await Promise.all([tell(4, [member], []), tell(3, [], [teamId]), tell(2, [member], [teamId]), tell(1, [], [])]);
    expect(await counts()).to.deep.equal([1, 0]);
  });
});
