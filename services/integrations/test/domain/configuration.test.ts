import { expect } from 'chai';
import fc from 'fast-check';
import { checkConfiguration, type ConfigurationSchema, problemsOf, statusFor } from '../../src/domain/configuration.js';

const schema: ConfigurationSchema = {
  properties: {
    text: { type: 'string', enum: ['a', 'b'] },
    count: { type: 'number', default: 3 },
    on: { type: 'boolean' },
  },
  required: ['text', 'on'],
};
const value = fc.oneof(fc.string(), fc.constantFrom('a', 'b'), fc.double(), fc.boolean(), fc.constant(null));
const configurations = fc.dictionary(fc.constantFrom('text', 'count', 'on', 'more'), value);

describe('configuration', () => {
  it('is taken if and only if every value fits and nothing that is required is missing', () => {
    fc.assert(
      fc.property(configurations, (given) => {
        const { text, count, on } = given;
        const fits =
          (text === 'a' || text === 'b') && typeof on === 'boolean' && (count == null || typeof count === 'number');
        const isActive = statusFor(given, { schema, wasConfigured: true }) === 'active';
        expect([problemsOf(given, schema).length === 0, isActive]).to.deep.equal([fits, fits]);
      }),
    );
  });

  it('gets the defaults of what is missing and loses nothing', () => {
    const more = { nested: [1] };
    expect(checkConfiguration({ text: 'a', on: true, more }, schema)).to.deep.equal({
      text: 'a',
      on: true,
      more,
      count: 3,
    });
  });
});
