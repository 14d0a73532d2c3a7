import { expect } from 'chai';
import { contract } from '@quire/contract';
import type { z } from 'zod';

const messages = (schema: z.ZodType, value: unknown): string[] => {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('queries', () => {
  const { query: page } = contract.listSpacesInCollectionById;

  it('pages: `limit` is a whole number from 1 to 1000, 50 unless given', () => {
    expect(page.parse({})).to.deep.equal({ limit: 50 });
    for (const limit of ['1', '50', '1000']) expect(page.parse({ limit })).to.deep.equal({ limit: Number(limit) });
    for (const limit of ['0', '1001', '-1', '+5', '1e3', '', ' 5', '5.5', '0x10', 'ten', '9'.repeat(400), ['1', '2']]) {
      expect(messages(page, { limit }), JSON.stringify(limit)).to.deep.equal([
        'limit: must be a whole number from 1 to 1000',
      ]);
    }
  });

  it('pages: `page` is one cursor', () => {
    expect(page.parse({ page: 'abc' })).to.deep.equal({ page: 'abc', limit: 50 });
    expect(messages(page, { page: ['a', 'b'] })).to.deep.equal(['page: must be one string, not several']);
    expect(messages(page, { page: '' })).to.deep.equal(['page: must not be empty']);
  });

  it('take the null-prototype objects of a query parser and ignore unknown parameters', () => {
    const parsed = Object.assign(Object.create(null) as object, { limit: '5', utm_source: 'mail' });
    expect(page.parse(parsed)).to.deep.equal({ limit: 5 });
  });

  it('flags are `true` or `false`', () => {
    const { query } = contract.getCurrentRevision;
    expect(query.parse({})).to.deep.equal({ metadata: true, computed: true });
    expect(query.parse({ metadata: 'false', computed: 'true' })).to.deep.equal({ metadata: false, computed: true });
    for (const metadata of ['1', 'yes', 'TRUE', '', ['true', 'false']]) {
      expect(messages(query, { metadata })).to.deep.equal(['metadata: must be true or false']);
    }
    expect(contract.listSiteSpaces.query.parse({})).to.deep.equal({ limit: 50 });
  });

  it('keys may be repeated where the parameter is an array', () => {
    const { query } = contract.listCommentsInSpace;
    const defaults = { limit: 50, order: 'desc', status: 'all', format: 'markdown' };
    expect(query.parse({})).to.deep.equal(defaults);
    expect(query.parse({ authors: 'a' })).to.deep.equal({ ...defaults, authors: ['a'] });
    expect(query.parse({ authors: ['a', 'b'] })).to.deep.equal({ ...defaults, authors: ['a', 'b'] });
    expect(messages(query, { authors: ['a', ''] })).to.deep.equal(['authors.1: must not be empty']);
    expect(messages(query, { order: ['asc', 'desc'] })).to.have.lengthOf(1);
    const many = (length: number) => ({ authors: Array.from({ length }, (_, index) => `user${index}`) });
    expect(messages(query, many(1_000))).to.deep.equal([]);
    expect(messages(query, many(1_001))).to.have.lengthOf(1);
  });

  it('change requests are the open ones unless asked otherwise', () => {
    expect(contract.listChangeRequestsForSpace.query.parse({}).status).to.equal('open');
  });
});
