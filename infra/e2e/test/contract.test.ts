import * as content from '@quire/content/operations';
import { type OperationId, operations } from '@quire/contract';
import * as identity from '@quire/identity/operations';
import * as integrations from '@quire/integrations/operations';
import * as sites from '@quire/sites/operations';
import { expect } from 'chai';
import { publishedOperations } from '../../../shared/contract/test/published-operations.js';
import { mode, world } from '../support/world.js';

const missing = new Set<string>([identity, content, sites, integrations].flatMap(({ unimplemented }) => unimplemented));
const left = publishedOperations.filter(({ operationId }) => missing.has(operationId)).length;

/** What the test uses of the client; its own types name modules in a way that the compiler does not follow. */
interface StockClient {
  orgs: {
    listOrganizationsForAuthenticatedUser(): Promise<{ data: { items: { id: string }[] } }>;
    createSpace(organization: string, body: { title: string }): Promise<{ data: { id: string; revision: string } }>;
  };
  spaces: {
    getCurrentRevision(space: string): Promise<{ data: object }>;
    createChangeRequest(space: string, body: { subject: string }): Promise<{ data: object }>;
  };
}

describe(`the contract: ${left} of the ${publishedOperations.length} specified operations answer 501 so far, ${mode}`, () => {
  const quire = world();

  it('every operation is reachable through the gateway, and says so when it is not built yet', async () => {
    // One operation ends the session that it is called with.
    const { body: session } = await quire.api.post('/v1/user/tokens', { name: 'Session' }, { expect: 201 });
    const wrong: Partial<Record<OperationId, number>> = {};
    for (const { operationId, method, path } of operations) {
      const url = quire.url + path.replace(/\{\w+\}/g, 'unknown');
      const body =
        method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
      const token = operationId === 'endSession' ? session.token : quire.token;
      const headers = { authorization: `Bearer ${token}`, ...body.headers };
      const { status } = await fetch(url, { method, ...body, headers });
      const fine = missing.has(operationId) ? status === 501 : status < 500 && status !== 401 && status !== 405;
      if (!fine) wrong[operationId as OperationId] = status;
    }
    expect(wrong).to.deep.equal({});
  });

  it('getCurrentRevision answers the stock client of the published API', async () => {
    const { GitBookAPI } = await import('@gitbook/api');
    const client = new GitBookAPI({ endpoint: quire.url, authToken: quire.token }) as unknown as StockClient;
    const { data: orgs } = await client.orgs.listOrganizationsForAuthenticatedUser();
    const [organization] = orgs.items;
    const { data: space } = await client.orgs.createSpace(organization!.id, { title: 'By the stock client' });
    const { data: revision } = await client.spaces.getCurrentRevision(space.id);
    expect(revision).to.include({ object: 'revision', id: space.revision });
    const { data: changeRequest } = await client.spaces.createChangeRequest(space.id, { subject: 'From outside' });
    expect(changeRequest).to.include({ object: 'change-request', number: 1, status: 'draft', subject: 'From outside' });
  });
});
