import { apiClient, eventually } from '@quire/testing';
import { expect } from 'chai';
import { doorsOf } from '../support/doors.js';
import { mode, world } from '../support/world.js';

describe(`an installation's token, ${mode}`, function () {
  this.timeout(60_000);
  const quire = world();
  const doors = doorsOf(quire);

  /** Two spaces, and an integration that is installed on the first. */
  async function installed(name: string) {
    const { body: orgs } = await quire.api.get('/v1/orgs', { expect: 200 });
    const organization = orgs.items[0].id as string;
    const createSpace = async (title: string) =>
      (await quire.api.post(`/v1/orgs/${organization}/spaces`, { title }, { expect: 201 })).body.id as string;
    const spaces = [await createSpace('Shown'), await createSpace('Kept')] as const;
    await quire.api.post(
      `/v1/integrations/${name}`,
      {
        title: 'Reader',
        description: 'Reads spaces',
        script: 'export default { fetch: () => new Response("read") };',
        organization,
        scopes: ['space:metadata:read', 'space:content:read'],
      },
      { expect: 200 },
    );
    const installations = `/v1/integrations/${name}/installations`;
    const { body } = await quire.api.post(installations, { organization }, { expect: 201 });
    const path = `${installations}/${body.id}`;
    await quire.api.post(`${path}/spaces`, { space: spaces[0] }, { expect: 201 });
    const minted = await quire.api.post(`${path}/tokens`, {}, { expect: 200 });
    return { organization, path, spaces, token: minted.body.token as string };
  }

  const statuses = (token: string, path: string) =>
    Promise.all(doors.map(async (door) => (await apiClient(door, token).get(path)).status));

  it('reads what the installation is on, and does nothing else', async () => {
    const { path, spaces, token } = await installed('reader');
    const own = apiClient(quire.url, token);
    const [shown, kept] = spaces;
    expect((await own.get(`/v1/spaces/${shown}`, { expect: 200 })).body.title).to.equal('Shown');
    await own.get(`/v1/spaces/${shown}/content/pages`, { expect: 200 });
    await own.get(`/v1/spaces/${kept}`, { expect: 404 });
    await own.get(`/v1/spaces/${kept}/content/pages`, { expect: 404 });
    const page = { operation: 'insert_page', title: 'Written', document: { markdown: 'by nobody' } };
    await own.post(`/v1/spaces/${shown}/content`, { changes: [page] }, { expect: 403 });
    await own.post(`/v1/spaces/${shown}/change-requests`, {}, { expect: 403 });
    await own.get('/v1/user', { expect: 403 });
    await own.delete(path, { expect: 403 });
    const { body } = await quire.api.get(`/v1/spaces/${shown}/content/pages`, { expect: 200 });
    expect(body.pages).to.deep.equal([]);
  });

  it('no address in what it reads, or in what its makers read, is dead', async () => {
    const { organization, path, token } = await installed('linked');
    const specification = { slug: 'ferry', source: { text: JSON.stringify(document) }, visibility: 'public' };
    await quire.api.post(`/v1/orgs/${organization}/openapi`, specification, { expect: 201 });
    await eventually(
      async () => {
        const { body } = await quire.api.get(`/v1/orgs/${organization}/openapi/ferry`, { expect: 200 });
        expect(body.urls.published).to.be.a('string');
      },
      { timeoutMs: 30_000 },
    );
    const makers = [path.split('/installations')[0]!, `/v1/orgs/${organization}/openapi/ferry`];
    const addresses = async (bearer: string, at: string) =>
      Object.values((await apiClient(quire.url, bearer).get(at, { expect: 200 })).body.urls as Record<string, string>);
    const seen = [
      ...(await addresses(token, path)),
      ...(await Promise.all(makers.map((each) => addresses(quire.token, each)))).flat(),
    ];
    expect(seen.filter((address) => address.includes('/app/'))).to.have.length(3);
    for (const address of seen) {
      const { status } = await fetch(address, { headers: { authorization: `Bearer ${quire.token}` } });
      expect(status, address).to.equal(200);
    }
  });

  it('reaches another space from the very next request on, and no longer one that was taken away', async () => {
    const { path, spaces, token } = await installed('mover');
    const [first, other] = spaces;
    const all = (status: number) => doors.map(() => status);
    expect(await statuses(token, `/v1/spaces/${other}`)).to.deep.equal(all(404));
    await quire.api.post(`${path}/spaces`, { space: other }, { expect: 201 });
    expect(await statuses(token, `/v1/spaces/${other}`)).to.deep.equal(all(200));
    await quire.api.delete(`${path}/spaces/${first}`, { expect: 204 });
    expect(await statuses(token, `/v1/spaces/${first}`)).to.deep.equal(all(404));
  });

  it('is refused by every gateway in the very next request after the installation is gone', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { path, spaces, token } = await installed(`passing-${round}`);
      const space = `/v1/spaces/${spaces[0]}`;
      expect(await statuses(token, space)).to.deep.equal(doors.map(() => 200));
      await quire.api.delete(path, { expect: 204 });
      expect(await statuses(token, space)).to.deep.equal(doors.map(() => 401));
    }
  });
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Ferry', version: '1' },
  paths: { '/crossings': { get: { responses: { 200: { description: 'Crossings' } } } } },
};
