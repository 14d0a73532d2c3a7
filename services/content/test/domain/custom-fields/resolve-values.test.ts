import type { CustomFieldType, CustomFieldValue } from '@quire/contract';
import { Failure } from '@quire/runtime';
import { expect } from 'chai';
import fc from 'fast-check';
import { resolveValues } from '../../../src/domain/custom-fields/resolve-values.js';

const types: readonly CustomFieldType[] = ['text', 'number', 'boolean', 'tags', 'select:multi', 'select:single'];
const options = ['low', 'high', 'constructor'];
const fields = types.map((type) => ({
  id: `id of ${type}`,
  name: type,
  type,
  options: type.startsWith('select') ? options : null,
}));

const resolve = (values: Record<string, { value?: CustomFieldValue | null }>) =>
  resolveValues(fields, new Map(Object.entries(values)));

function offences(values: Parameters<typeof resolve>[0]): string[] {
  try {
    resolve(values);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.details!.map(({ path }) => path);
  }
}

describe('resolveValues', () => {
  const samples: [value: CustomFieldValue, fits: readonly CustomFieldType[]][] = [
    ['low', ['text', 'select:single']],
    ['none of them', ['text']],
    ['Low', ['text']],
    ['toString', ['text']],
    ['', ['text']],
    [7, ['number']],
    [0, ['number']],
    [true, ['boolean']],
    [false, ['boolean']],
    [[], ['tags', 'select:multi']],
    [
      ['high', 'low'],
      ['tags', 'select:multi'],
    ],
    [['constructor'], ['tags', 'select:multi']],
    [['new'], ['tags']],
  ];
  for (const [value, fits] of samples) {
    it(`${JSON.stringify(value)} is a value of ${fits.join(' and ')} only`, () => {
      expect(types.filter((type) => offences({ [type]: { value } }).length === 0)).to.have.members([...fits]);
    });
  }

  it('names every item that is no option, every value of another type and every unknown field at once', () => {
    const values = {
      'select:multi': { value: ['low', 'new', 'high', 'old'] },
      'select:single': { value: ['low'] },
      number: { value: '7' },
      text: { value: 'sound' },
      unknown: { value: 'a' },
      gone: {},
    };
    expect(offences(values)).to.have.members([
      'body.values.select:multi.value.1',
      'body.values.select:multi.value.3',
      'body.values.select:single.value',
      'body.values.number.value',
      'body.values.unknown',
      'body.values.gone',
    ]);
  });

  it('a select without options takes no value but null', () => {
    const bare = [{ id: 'a', name: 'a', type: 'select:single' as const, options: null }];
    expect(() => resolveValues(bare, new Map([['a', { value: 'low' }]]))).to.throw(Failure);
    expect([...resolveValues(bare, new Map([['a', { value: null }]]))]).to.deep.equal([['a', null]]);
  });

  it('every field can be unset, by null and by nothing', () => {
    const unset = Object.fromEntries(types.map((type, index) => [type, index % 2 ? {} : { value: null }]));
    expect([...resolve(unset)]).to.deep.equal(fields.map(({ id }) => [id, null]));
  });

  it('is all or nothing: it gives back exactly what was given, by id, or throws', () => {
    const value = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constantFrom(...options),
      fc.subarray(options),
      fc.array(fc.string()),
      fc.constant(null),
    );
    const entries = fc.dictionary(fc.constantFrom(...types, 'unknown', 'constructor'), fc.record({ value }));
    fc.assert(
      fc.property(entries, (values) => {
        const wrong = Object.entries(values).filter(([name, { value: given }]) => !allowed(name, given));
        const paths = offences(values);
        expect(new Set(paths.map((path) => path.split('.')[2]))).to.deep.equal(new Set(wrong.map(([name]) => name)));
        if (wrong.length > 0) return;
        const expected = Object.entries(values).map(([name, { value: given }]) => [`id of ${name}`, given]);
        expect([...resolve(values)]).to.have.deep.members(expected);
      }),
    );
  });
});

/** The rule said once more, another way. */
function allowed(name: string, value: unknown): boolean {
  if (!types.includes(name as CustomFieldType)) return false;
  if (value === null) return true;
  if (name === 'tags') return typeof value === 'object';
  if (name === 'select:multi') return Array.isArray(value) && value.every((item) => options.includes(item));
  if (name === 'select:single') return options.some((option) => option === value);
  return typeof value === (name === 'text' ? 'string' : name);
}
