import { type EventData, type EventEnvelope, events } from '@quire/contract';
import { createLog, newId, type Tx } from '@quire/runtime';
import { eventually, outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { projectSites } from '../../src/consumers/project-sites.js';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { people } from '../people.js';

type Visibility = EventData<typeof events.siteUpdated>['visibility'];

describe('what is told of the visibility of spaces', () => {
  const content = contentService();
  const make = factories(content);

  async function placed() {
    const { id: organization, admin } = make.organization();
    const { tell } = people(content, organization);
    const client = content.as(admin);
    const add = async (body: object = {}) => (await make.space(admin, organization, body)).id as string;
    const space = await add();
    const path = `/v1/spaces/${space}`;
    const site = (visibility: Visibility, id = newId()) => {
      const about = (published: boolean, shown = visibility) => ({
        site: id,
        organization,
        title: 'Site',
        visibility: shown,
        published,
      });
      const place = (of = space) => ({
        siteSpace: `${id} ${of}`,
        site: id,
        organization,
        space: of,
        visibility,
        published: true,
      });
      return {
        add: (of?: string, at?: number) => tell(events.siteSpaceAdded, place(of), at === undefined ? {} : { at }),
        remove: (of?: string) => tell(events.siteSpaceRemoved, place(of)),
        publish: (shown?: Visibility) => tell(events.sitePublished, about(true, shown)),
        unpublish: () => tell(events.siteUnpublished, about(false)),
        delete: () => tell(events.siteDeleted, about(true)),
      };
    };
    const told = async (of = space) =>
      (await outboxEvents(content.db))
        .filter(({ type, subject }) => type === events.spaceVisibilityUpdated.type && subject === of)
        .map(({ data }) => data as EventData<typeof events.spaceVisibilityUpdated>);
    const changes = async (of = space) =>
      (await told(of)).map(({ previousVisibility, visibility }) => `${previousVisibility} > ${visibility}`);
    return { organization, admin, client, space, path, add, site, told, changes };
  }

  /** Resolves when some statement waits for a lock. */
  const somebodyWaits = () =>
    eventually(async () => {
      const { rows } = await content.db.raw(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(rows).not.to.have.length(0);
    });

  it('follows what sites show, each change once', async () => {
    const { organization, space, site, told, changes } = await placed();
    const [open, closed] = [site('public'), site('visitor-auth')];
    await open.publish();
    expect(await changes(), 'it shows nothing yet').to.deep.equal([]);
    await closed.publish();
    await closed.add();
    await open.add();
    expect(await told()).to.deep.equal([
      { space, organization, previousVisibility: 'private', visibility: 'visitor-auth' },
      { space, organization, previousVisibility: 'visitor-auth', visibility: 'public' },
    ]);
    await open.add();
    await open.publish();
    await open.add(space, 1);
    await open.publish('share-link');
    await open.unpublish();
    await open.delete();
    await closed.remove();
    expect((await changes()).slice(2)).to.deep.equal([
      'public > share-link',
      'share-link > visitor-auth',
      'visitor-auth > private',
    ]);
  });

  it('follows moves and default levels; of what is in the trash nothing is told before it is back', async () => {
    const { organization, admin, client, path, site, changes } = await placed();
    const { id: parent } = await make.collection(admin, organization);
    const open = site('public');
    await open.publish();
    await open.add();
    await client.post(`${path}/move`, { parent }, { expect: 200 });
    await client.patch(path, { title: 'Guide' }, { expect: 200 });
    await client.patch(path, { defaultLevel: 'read' }, { expect: 200 });
    await client.patch(path, { defaultLevel: 'inherit' }, { expect: 200 });
    const expected = ['private > public', 'public > in-collection', 'in-collection > public', 'public > in-collection'];
    expect(await changes()).to.deep.equal(expected);
    await client.delete(`/v1/collections/${parent}`, { expect: 205 });
    await open.publish('unlisted');
    expect(await changes()).to.deep.equal(expected);
    await client.post(`${path}/restore`, {}, { expect: 200 });
    expect(await changes()).to.deep.equal([...expected, 'in-collection > unlisted']);
  });

  it('begins with how a space is made', async () => {
    const { organization, admin, client, add, site, changes } = await placed();
    const { id: parent } = await make.collection(admin, organization);
    const inside = await add({ parent });
    const { body: copy } = await client.post(`/v1/spaces/${inside}/duplicate`, {}, { expect: 201 });
    expect([...(await changes(inside)), ...(await changes(copy.id))]).to.deep.equal([]);
    await site('public').add(copy.id);
    await client.post(`/v1/spaces/${copy.id}/move`, { parent: null }, { expect: 200 });
    expect(await changes(copy.id)).to.deep.equal(['in-collection > private']);
  });

  it('is told of every space of a site when that changes', async () => {
    const { organization, space, site } = await placed();
    await content.db.raw(
      `INSERT INTO spaces (id, organization_id, title, default_level, revision_id, created_by, order_key)
       SELECT id || n, organization_id, title, default_level, revision_id, created_by, order_key || n
       FROM spaces, generate_series(1, 600) n WHERE id = ?`,
      [space],
    );
    const large = newId();
    await content.db.raw(
      `INSERT INTO site_spaces (id, site_id, space_id, removed, sequence)
       SELECT id || ?, ?, id, false, 1 FROM spaces WHERE organization_id = ?`,
      [large, large, organization],
    );
    await site('unlisted', large).publish();
    const told = (await outboxEvents(content.db)).filter(
      ({ type, data }) =>
        type === events.spaceVisibilityUpdated.type && (data as { organization: string }).organization === organization,
    );
    expect(new Set(told.map(({ subject }) => subject)).size).to.equal(601);
    expect(told).to.have.length(601);
  });

  it('is not missed where a site is published while it gets the space', async () => {
    const { organization, client, path, site, changes } = await placed();
    const id = newId();
    const open = site('public', id);
    const adding = await content.db.transaction();
    const added = projectSites.reactions.find(({ type }) => type === events.siteSpaceAdded.type)!;
    const data = { siteSpace: newId(), site: id, organization, space: path.split('/').at(-1), published: false };
    const event = { type: added.type, sequence: 1, data: { ...data, visibility: 'public' } };
    await added.handle(event as EventEnvelope, { tx: adding as Tx, log: createLog('content', 'silent') });
    const publishing = open.publish();
    await Promise.race([publishing, somebodyWaits()]);
    await adding.commit();
    await publishing;
    expect((await client.get(path, { expect: 200 })).body.visibility).to.equal('public');
    expect(await changes()).to.deep.equal(['private > public']);
  });

  it('is a chain that ends in what the API shows, whatever happens at once', async () => {
    const steps = ['add', 'remove', 'publish', 'unpublish', 'delete', 'in', 'out', 'own', 'inherit'] as const;
    const step = fc.record({ kind: fc.constantFrom(...steps), site: fc.nat({ max: 1 }) });
    const scenario = async (kinds: { kind: (typeof steps)[number]; site: number }[]) => {
      const { organization, admin, client, space, path, site, told } = await placed();
      const { id: parent } = await make.collection(admin, organization);
      const sites = [site('public'), site('unlisted')];
      await Promise.all(
        kinds.map(async ({ kind, site: index }) => {
          if (kind === 'in') return client.post(`${path}/move`, { parent });
          if (kind === 'out') return client.post(`${path}/move`, { parent: null });
          if (kind === 'own') return client.patch(path, { defaultLevel: 'read' });
          if (kind === 'inherit') return client.patch(path, { defaultLevel: 'inherit' });
          return sites[index]![kind]();
        }),
      );
      let known = 'private';
      const all = await told();
      for (const { visibility, previousVisibility } of all) {
        expect(previousVisibility).to.equal(known);
        expect(visibility).not.to.equal(known);
        known = visibility;
      }
      const { body } = await client.get(`/v1/spaces/${space}`, { expect: 200 });
      expect(known).to.equal(body.visibility);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), scenario), { numRuns: 12 });
  });
});
