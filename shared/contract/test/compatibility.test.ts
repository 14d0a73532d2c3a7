import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operations } from '@quire/contract';

/** Published in another version of the API than the one that is installed. */
const elsewhere = new Set([
  'getSpaceCustomFields',
  'updateSpaceCustomFields',
  'listOrganizationCustomFields',
  'createOrganizationCustomField',
  'getOrganizationCustomFieldByName',
  'deleteOrganizationCustomField',
  'updateOrganizationCustomField',
  'listTranslationSettings',
  'createTranslationSettings',
  'getTranslationSettings',
  'updateTranslationSettings',
  'deleteTranslationSettings',
  'updateChangeRequestContent',
  'getChangeRequestReviewById',
]);

interface PublishedOperation {
  operationId: string;
  responses: Record<string, unknown>;
}
interface Published {
  paths: Record<string, Record<string, PublishedOperation>>;
}

const specification = new URL('../spec/openapi.json', import.meta.resolve('@gitbook/api'));
const published = JSON.parse(readFileSync(fileURLToPath(specification), 'utf8')) as Published;
const routes = new Map(
  Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => [
      operationId,
      { route: `${method.toUpperCase()} /v1${path}`, statuses: Object.keys(responses).map(Number) },
    ]),
  ),
);

describe('compatibility with @gitbook/api', () => {
  for (const { operationId, method, path, success, own } of operations) {
    if (own) {
      it(`${operationId} is Quire's own`, () => {
        expect(routes.has(operationId)).to.equal(false);
      });
    } else if (elsewhere.has(operationId)) {
      it(`${operationId} is published elsewhere`, () => {
        expect(routes.has(operationId)).to.equal(false);
      });
    } else {
      it(`${operationId} is where the client looks for it`, () => {
        expect(routes.get(operationId)?.route).to.equal(`${method} ${path}`);
        expect(routes.get(operationId)?.statuses).to.include(success);
      });
    }
  }
});
