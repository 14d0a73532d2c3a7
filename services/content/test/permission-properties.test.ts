import type { Collection, List, Space } from '@quire/contract';
import type { Principal, Role } from '@quire/runtime';
import { expect } from 'chai';
import fc from 'fast-check';
import { contentService, principalOf } from './content-service.js';
import { factories } from './factories.js';
import { listAll } from './list-all.js';
import { people } from './people.js';

const weakestFirst: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
const role = fc.constantFrom(...weakestFirst);
const defaultLevel = fc.oneof(
  { weight: 3, arbitrary: fc.constant('inherit' as const) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: role },
);
const pick = fc.nat({ max: 30 });

/** Numbers stand for things: the n-th of those that exist, counted around. */
const organization = fc.record({
  /** A collection lies at the top (0) or in one that comes before it. */
  collections: fc.array(fc.record({ parent: pick, level: defaultLevel }), { minLength: 1, maxLength: 5 }),
  spaces: fc.array(fc.record({ parent: pick, level: defaultLevel }), { minLength: 1, maxLength: 4 }),
  teams: fc.constant(2),
  people: fc.array(fc.record({ role: fc.option(role), teams: fc.subarray([0, 1]) }), { minLength: 2, maxLength: 3 }),
  grants: fc.array(fc.record({ object: pick, subject: pick, level: role }), { maxLength: 6 }),
  moves: fc.array(fc.record({ object: pick, parent: pick }), { maxLength: 2 }),
});

type Model = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;

interface Thing {
  path: string;
  id: string;
  isSpace: boolean;
  parent: Thing | undefined;
  level: Role | 'inherit' | null;
  granted: Map<string, Role>;
}
interface Person {
  principal: Principal;
  role: Role | null;
  subjects: string[];
}

const strongest = (levels: readonly (Role | null | undefined)[]): Role | null =>
  weakestFirst.findLast((level) => levels.includes(level)) ?? null;

/** The rule as one would say it, a thing at a time. */
function levelOf(person: Person, thing: Thing): Role | null {
  if (person.role === 'admin') return 'admin';
  const inherited = (at: Thing): Role | null =>
    at.level !== 'inherit' ? at.level : at.parent ? inherited(at.parent) : person.role;
  const granted = (at: Thing | undefined): (Role | undefined)[] =>
    at ? [...person.subjects.map((id) => at.granted.get(id)), ...granted(at.parent)] : [];
  return strongest([person.role === null ? null : inherited(thing), ...granted(thing)]);
}

const booleansOf = (level: Role | null) => {
  const from = (needed: Role) => level !== null && weakestFirst.indexOf(level) >= weakestFirst.indexOf(needed);
  return {
    view: from('read'),
    access: from('read'),
    admin: from('admin'),
    viewInviteLinks: from('admin'),
    edit: from('edit'),
    triggerGitSync: from('create'),
    comment: from('comment'),
    merge: from('review'),
    review: from('review'),
    create: from('create'),
    installIntegration: from('admin'),
  };
};

describe('permissions in any organization', () => {
  const content = contentService();
  const make = factories(content);

  async function build(model: Model) {
    const { id: organizationId, admin } = make.organization();
    const { member, team } = people(content, organizationId);
    const api = content.as(admin);
    const things: Thing[] = [];
    const add = async (kind: 'spaces' | 'collections', { parent, level }: (typeof model.spaces)[number]) => {
      const around = [undefined, ...things.filter(({ isSpace }) => !isSpace)];
      const inside = around[parent % around.length];
      const body = inside ? { parent: inside.id } : {};
      const { id } = (await api.post(`/v1/orgs/${organizationId}/${kind}`, body, { expect: 201 })).body;
      const path = `/v1/${kind}/${id}`;
      if (level !== 'inherit') await api.patch(path, { defaultLevel: level }, { expect: 200 });
      things.push({ path, id, isSpace: kind === 'spaces', parent: inside, level, granted: new Map() });
    };
    for (const each of model.collections) await add('collections', each);
    for (const each of model.spaces) await add('spaces', each);

    const teams = [await team(), await team()];
    const persons: Person[] = [];
    for (const each of model.people) {
      const principal = await member(
        each.role,
        each.teams.map((index) => teams[index]!),
      );
      const subjects = [principal.userId, ...each.teams.map((index) => teams[index]!)];
      persons.push({ principal, role: each.role, subjects });
    }
    const grant = async ({ object, subject, level }: (typeof model.grants)[number]) => {
      const thing = things[object % things.length]!;
      const users = persons.map(({ principal }) => principal.userId);
      const id = [...users, ...teams][subject % (users.length + teams.length)]!;
      const named = users.includes(id) ? { users: [id] } : { teams: [id] };
      await api.post(`${thing.path}/permissions`, { role: level, ...named }, { expect: 204 });
      thing.granted.set(id, level);
    };
    for (const each of model.grants) await grant(each);
    for (const { object, parent } of model.moves) {
      const thing = things[object % things.length]!;
      const around = [undefined, ...things.filter(({ isSpace }) => !isSpace)];
      const target = around[parent % around.length];
      const answer = await api.post(`${thing.path}/move`, { parent: target?.id ?? null });
      const isInside = (at: Thing | undefined): boolean => at !== undefined && (at === thing || isInside(at.parent));
      expect(answer.status).to.equal(isInside(target) ? 409 : 200);
      if (answer.status === 200) thing.parent = target;
    }
    return { organizationId, admin, things, persons };
  }

  it('what one sees and may do, one by one and in lists, is what the rule says', async () => {
    const check = async (model: Model) => {
      const { organizationId, things, persons } = await build(model);
      const stranger: Person = { principal: principalOf({}), role: null, subjects: [] };
      for (const person of persons) {
        const api = content.as(person.principal);
        for (const thing of things) {
          const level = levelOf(person, thing);
          const answer = await api.get(thing.path);
          expect(answer.status).to.equal(level === null ? 404 : 200);
          if (level !== null) expect(booleansOf(level)).to.include(answer.body.permissions);
          await content.as(stranger.principal).get(thing.path, { expect: 404 });
        }
        const seen = things.filter((thing) => levelOf(person, thing) !== null);
        const expectList = async (path: string, listed: readonly Thing[]) => {
          const ids = await listAll(content, person.principal, path, { limit: 2 });
          expect(ids.sort()).to.deep.equal(listed.map(({ id }) => id).sort());
          const { items, count } = (await api.get(path, { expect: 200 })).body as List<Space | Collection>;
          expect(count).to.equal(listed.length);
          for (const { id, permissions } of items) {
            const level = levelOf(person, things.find((thing) => thing.id === id)!);
            expect(booleansOf(level)).to.include(permissions);
          }
        };
        await expectList(
          `/v1/orgs/${organizationId}/spaces`,
          seen.filter(({ isSpace }) => isSpace),
        );
        await expectList(
          `/v1/orgs/${organizationId}/collections`,
          seen.filter(({ isSpace }) => !isSpace),
        );
        for (const shelf of seen.filter(({ isSpace }) => !isSpace))
          await expectList(
            `${shelf.path}/spaces`,
            seen.filter(({ isSpace, parent }) => isSpace && parent === shelf),
          );
      }
    };
    await fc.assert(fc.asyncProperty(organization, check), { numRuns: 25 });
  });

  it('listPermissionsAggregate… lists exactly those who see it, with their levels', async () => {
    const check = async (model: Model) => {
      const { admin, things, persons } = await build(model);
      for (const thing of things) {
        const path = `${thing.path}/permissions/aggregate`;
        const { body } = await content.as(admin).get(path, { expect: 200 });
        const levels = persons.map((person) => [person.principal.userId, levelOf(person, thing)] as const);
        const expected = levels.filter(([, level]) => level !== null);
        const told = body.items.map((item: { user: { id: string }; permission: Role }) => [
          item.user.id,
          item.permission,
        ]);
        expect(told).to.deep.equal(expected.sort(([a], [b]) => (a < b ? -1 : 1)));
        expect(body.count).to.equal(expected.length);
      }
    };
    await fc.assert(fc.asyncProperty(organization, check), { numRuns: 15 });
  });
});
