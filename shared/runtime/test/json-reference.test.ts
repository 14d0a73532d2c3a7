import { expect } from 'chai';
import { resolveReference } from '../src/json-reference.js';

describe('resolveReference', () => {
  const document = {
    a: { 'x/y': { '~': 1 }, 'x y': 2, '50%': 3, list: ['first'] },
    to: { $ref: '#/a/list/0' },
    circle: { $ref: '#/circle' },
  };
  const cases: [title: string, value: unknown, found: unknown][] = [
    ['a value that is no reference', { a: 1 }, { a: 1 }],
    ['the document', { $ref: '#' }, document],
    ['names with slashes and tildes', { $ref: '#/a/x~1y/~0' }, 1],
    ['the same in percent signs', { $ref: '#/a/x%7E1y/%7e0' }, 1],
    ['a blank', { $ref: '#/a/x%20y' }, 2],
    ['a percent sign that encodes nothing', { $ref: '#/a/50%' }, 3],
    ['a reference to a reference', { $ref: '#/to' }, 'first'],
    ['a circle', { $ref: '#/circle' }, undefined],
    ['what is not there', { $ref: '#/a/b/c' }, undefined],
    ['what every object inherits', { $ref: '#/constructor' }, undefined],
    ['another document', { $ref: 'other.json#/a' }, undefined],
  ];
  for (const [title, value, found] of cases) {
    it(`finds ${title}`, () => expect(resolveReference(document, value)).to.deep.equal(found));
  }
});
