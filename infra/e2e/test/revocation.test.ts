import { apiClient } from '@quire/testing';
import { expect } from 'chai';
import { doorsOf } from '../support/doors.js';
import { mode, world } from '../support/world.js';

describe(`what ends a token's effect, ${mode}`, () => {
  const quire = world();
  const doors = doorsOf(quire);

  const newcomer = async (email: string) => {
    const { body } = await quire.api.post('/v1/admin/users', { email, displayName: 'Ada' }, { expect: 201 });
    return { id: body.user.id as string, token: body.token as string };
  };
  /** Asks at every door, so that each has the token's principal at hand. */
  const knownEverywhere = async (token: string) => {
    for (const door of doors) await apiClient(door, token).get('/v1/user', { expect: 200 });
  };

  const ends: [what: string, end: (user: { id: string; token: string }) => Promise<unknown>][] = [
    [
      'revoking it',
      async ({ token }) => {
        const own = apiClient(doors[0]!, token);
        const { body } = await own.get('/v1/user/tokens', { expect: 200 });
        await own.delete(`/v1/user/tokens/${body.items[0].id}`, { expect: 204 });
      },
    ],
    ['ending its session', ({ token }) => apiClient(doors[0]!, token).delete('/v1/user/session', { expect: 204 })],
    [
      'disabling its user',
      ({ id }) => apiClient(doors[0]!, quire.token).patch(`/v1/admin/users/${id}`, { disabled: true }, { expect: 200 }),
    ],
  ];
  for (const [what, end] of ends) {
    it(`${what} at one gateway has every gateway refuse it in the very next request`, async () => {
      for (let round = 0; round < 5; round += 1) {
        const user = await newcomer(`${what.replaceAll(' ', '-')}-${round}@example.com`);
        await knownEverywhere(user.token);
        await end(user);
        const answers = await Promise.all(doors.map((door) => apiClient(door, user.token).get('/v1/user')));
        expect(answers.map(({ status }) => status)).to.deep.equal(doors.map(() => 401));
      }
    });
  }
});
