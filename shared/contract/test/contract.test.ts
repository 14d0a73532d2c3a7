import { expect } from 'chai';
import { contract, operations, ownedBy, services } from '@quire/contract';
import { publishedOperations } from './published-operations.js';

describe('contract', () => {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

  it('has every operation of the specification as the specification has it', () => {
    expect(publishedOperations).to.have.lengthOf(128);
    for (const published of publishedOperations) {
      const { operationId, method, path, tag, service, success } = byId.get(published.operationId) ?? {};
      expect({ operationId, method, path, tag, service, success }).to.deep.equal(published);
    }
  });

  it('keys each operation by its id', () => {
    for (const [key, { operationId }] of Object.entries(contract)) expect(operationId).to.equal(key);
  });

  it('has one operation per method and path', () => {
    const routes = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(routes).to.deep.equal([...new Set(routes)]);
  });

  it('gives each operation to one service', () => {
    expect(services.flatMap((service) => ownedBy(service))).to.have.lengthOf(operations.length);
  });

  it('answers with a body exactly when the status has one', () => {
    for (const { operationId, success, response, raw } of operations) {
      expect(response !== undefined, operationId).to.equal(success < 204 && raw !== true);
    }
  });

  it('takes bodies in POST, PUT and PATCH only, and marks what is public', () => {
    for (const { operationId, method, body, access, raw } of operations) {
      if (body) expect(method, operationId).to.be.oneOf(['POST', 'PUT', 'PATCH']);
      expect(access === 'public', operationId).to.equal(raw === true);
    }
  });

  it('allows large bodies and long waits only where the design does', () => {
    const mebibytes = operations.flatMap(({ operationId, bodyLimit }) =>
      bodyLimit === undefined ? [] : [[operationId, bodyLimit / 1024 / 1024]],
    );
    expect(Object.fromEntries(mebibytes)).to.deep.equal({
      publishIntegration: 16,
      createOpenAPISpec: 10,
      createOrUpdateOpenAPISpecBySlug: 10,
      updateChangeRequestContent: 20,
      updateSpaceContent: 20,
      putStorageObject: 50,
    });
    const slow = operations.filter(({ timeout }) => timeout !== undefined);
    expect(slow.map(({ operationId }) => operationId)).to.have.members([
      'importContent',
      'importContentInChangeRequest',
      'importGitRepository',
      'exportToGitRepository',
      'getSpacePDF',
      'getChangeRequestPDF',
    ]);
  });

  it('takes path parameters from the path', () => {
    for (const { operationId, path, params } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const valid = Object.fromEntries(names.map((name) => [name, 'abc']));
      expect(params.parse(valid), operationId).to.deep.equal(valid);
      for (const name of names) {
        for (const bad of ['', 'a\0', 'a'.repeat(4097)]) {
          expect(params.safeParse({ ...valid, [name]: bad }).success, `${operationId} ${name}`).to.equal(false);
        }
      }
    }
  });
});
