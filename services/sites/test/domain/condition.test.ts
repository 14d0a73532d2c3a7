import { expect } from 'chai';
import fc from 'fast-check';
import { ConditionError, readCondition, requireCondition } from '../../src/domain/condition.js';

const claims = {
  beta: true,
  plan: 'pro',
  seats: 12,
  groups: ['staff', 'editors'],
  company: { name: 'Acme', tags: ['a', 1, null] },
  email: 'ada@acme.example',
  nothing: null,
};

const outcomes: [expression: string, holds: boolean][] = [
  ['visitor.claims.beta', true],
  ['!visitor.claims.beta', false],
  ['visitor.claims.beta == true', true],
  ['visitor["claims"]["plan"] === "pro"', true],
  ["visitor.claims.plan !== 'pro'", false],
  ['visitor.claims.plan != "free" && visitor.claims.seats >= 12', true],
  ['visitor.claims.seats > 12 || visitor.claims.seats < 13', true],
  ['visitor.claims.seats == "12"', false],
  ['visitor.claims.seats > "1"', false],
  ['visitor.claims.seats > -1', true],
  ['-visitor.claims.plan < 0', false],
  ['"staff" in visitor.claims.groups', true],
  ['0 in visitor.claims.groups', false],
  ['"name" in visitor.claims.company', true],
  ['"toString" in visitor.claims.company', false],
  ['visitor.claims.plan in ["pro", "team"]', true],
  ['visitor.claims.groups.includes("editors")', true],
  ['visitor.claims.groups.includes("edit")', false],
  ['visitor.claims.email.includes("@acme")', true],
  ['visitor.claims.email.endsWith("@acme.example")', true],
  ['visitor.claims.email.startsWith("bob")', false],
  ['visitor.claims.groups.length == 2 && visitor.claims.plan.length === 3', true],
  ['visitor.claims.groups[1] == "editors"', true],
  ['visitor.claims.company.tags.includes(null)', true],
  ['visitor.claims.seats > 10 ? visitor.claims.beta : false', true],
  ['visitor.claims.missing ?? true', true],
  ['visitor.claims.nothing == undefined', true],
  ['visitor.claims.nothing === undefined', false],
  ['visitor.claims.missing', false],
  ['visitor.claims.missing.deeper.still == null', true],
  ['visitor.claims.missing.includes("x")', false],
  ['visitor.claims?.company?.name == "Acme"', true],
  ['visitor.claims.constructor', false],
  ['visitor.claims["__proto__"]', false],
  ['visitor.claims.company.hasOwnProperty', false],
  ['visitor.claims.plan.constructor', false],
  ['visitor.claims.groups.map', false],
  ['(true)', true],
];

const refused = [
  '',
  ' ',
  'visitor',
  'visitor.name',
  'visitor[claims]',
  'claims.beta',
  'this',
  'globalThis.process',
  'constructor.constructor',
  'visitor.claims.beta; true',
  'visitor.claims.beta, true',
  'a b',
  'visitor.claims.x = 1',
  'visitor.claims.x + 1',
  'visitor.claims.x ** 2',
  '~visitor.claims.x',
  'typeof visitor.claims.x',
  'new Date()',
  'alert(1)',
  'visitor.claims.groups.map(x)',
  'visitor.claims.groups["includes"]("a")',
  'visitor.claims.constructor("return process")()',
  'visitor.claims.groups.includes()',
  'visitor.claims.groups.includes("a", 1)',
  '[1,,2].includes(1)',
  '{"a": 1}',
  '`text`',
  '/a/.test("a")',
  '() => true',
  '"unclosed',
  'visitor.claims.a ==',
  '('.repeat(1024),
  '!'.repeat(1000) + 'true',
  '['.repeat(512) + ']'.repeat(512),
  'true ? '.repeat(140) + 'true',
  `visitor.claims.a == "${'x'.repeat(1024)}"`,
];

describe('conditions', () => {
  for (const [expression, holds] of outcomes) {
    it(`${expression} is ${holds}`, () => {
      expect(readCondition(expression)(claims)).to.equal(holds);
    });
  }

  for (const expression of refused) {
    it(`refuse ${JSON.stringify(expression).slice(0, 50)}`, () => {
      expect(() => readCondition(expression)).to.throw(ConditionError);
    });
  }

  it('are reported with the name of their field', () => {
    requireCondition(null);
    requireCondition(undefined);
    requireCondition('visitor.claims.beta');
    try {
      requireCondition('process.exit()', 'body.field');
      expect.fail('was let through');
    } catch (error) {
      expect(error).to.have.nested.property('details[0].path', 'body.field');
    }
  });

  it('holds for nobody of whom nothing is known, unless it says so', () => {
    const withoutClaims = (expression: string) => readCondition(expression)({});
    expect(withoutClaims('visitor.claims.plan == "pro"')).to.equal(false);
    expect(withoutClaims('!visitor.claims.plan')).to.equal(true);
  });

  const piece = fc.constantFrom(
    ...'visitor . claims [ ] ( ) , ; ? : ! - + ~ == === != < in && || ?? "a" \'b\' 1 .5 1e9 true null undefined this'.split(
      ' ',
    ),
    'constructor',
    '__proto__',
    'prototype',
    'includes',
    'length',
    'toString',
    'valueOf',
    '`',
    '\\',
    ' ',
    '{',
    '=>',
    '/',
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(' ')),
  );

  it('throw nothing but their own error, and say true or false', () => {
    fc.assert(
      fc.property(anything, fc.dictionary(fc.string(), fc.jsonValue()), (expression, given) => {
        let condition;
        try {
          condition = readCondition(expression);
        } catch (error) {
          expect(error).to.be.instanceOf(ConditionError);
          return;
        }
        expect(condition(given)).to.be.a('boolean');
      }),
      { numRuns: 1_000 },
    );
  });

  it('reach nothing that claims do not hold themselves', () => {
    const names = [
      'constructor',
      '__proto__',
      'prototype',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'map',
      'at',
      'concat',
    ];
    const root = fc.constantFrom('visitor.claims', 'visitor.claims.list', 'visitor.claims.text', '"a"', '[1]');
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...names), fc.boolean()).map(([name, dotted]) => (dotted ? `.${name}` : `["${name}"]`)),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(root, steps, (start, path) => {
        const holds = readCondition(`${start}${path.join('')} === undefined`);
        expect(holds({ list: [1], text: 'a' })).to.equal(true);
      }),
    );
  });
});
