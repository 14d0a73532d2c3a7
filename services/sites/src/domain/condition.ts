import { invalid } from '@quire/runtime';
import jsep from 'jsep';

/** What visitors are known to be: JSON from a token that was verified, and nothing else. */
export type Claims = Readonly<Record<string, unknown>>;

/** Says whether it holds for a visitor; it ends, throws nothing and changes nothing, whatever the claims are. */
export type Condition = (claims: Claims) => boolean;

/** Why an expression is none of ours. */
export class ConditionError extends Error {}

type Read = (claims: Claims) => unknown;

const longest = 1024;
/** Brackets and signs before a value: what the parser goes into step by step. */
const mostSteps = 100;
const step = /[([{!?~+-]/g;

jsep.addBinaryOp('in', jsep.binary_ops['<']!);

/**
 * Reads a condition in a small part of JavaScript: `visitor.claims` and what is below it, literals, lists, comparisons,
 * `in`, `&&`, `||`, `??`, `!`, `? :`, `.length`, `.includes()`, `.startsWith()`, `.endsWith()`. Throws ConditionError for
 * everything else. What runs is made of the functions in this file, so there is no way from it to anything of the host's.
 */
export function readCondition(expression: string): Condition {
  if (expression.length > longest) throw new ConditionError(`is longer than ${longest} characters`);
  if ((expression.match(step)?.length ?? 0) > mostSteps) throw new ConditionError('is nested too deeply');
  const read = compile(parse(expression));
  return (claims) => Boolean(read(claims));
}

/** Throws 400 for a condition that cannot be evaluated; null and undefined are none. */
export function requireCondition(expression: string | null | undefined, path = 'body.condition'): void {
  if (expression === null || expression === undefined) return;
  try {
    readCondition(expression);
  } catch (error) {
    if (error instanceof ConditionError) throw invalid([{ path, message: error.message }]);
    throw error;
  }
}

function parse(expression: string): jsep.CoreExpression {
  try {
    return jsep(expression) as jsep.CoreExpression;
  } catch (error) {
    throw new ConditionError(`cannot be read: ${(error as Error).message}`);
  }
}

function compile(given: jsep.Expression | null): Read {
  const node = given as jsep.CoreExpression | null;
  switch (node?.type) {
    case 'Literal':
      return literal(node.value);
    case 'Identifier':
      if (node.name === 'undefined') return () => undefined;
      throw new ConditionError(`knows no \`${node.name}\`, only \`visitor.claims\``);
    case 'MemberExpression':
      return member(node);
    case 'ArrayExpression': {
      const elements = node.elements.map(compile);
      return (claims) => elements.map((read) => read(claims));
    }
    case 'UnaryExpression':
      return unary(node);
    case 'BinaryExpression':
      return binary(node);
    case 'ConditionalExpression': {
      const [test, consequent, alternate] = [node.test, node.consequent, node.alternate].map(compile) as [
        Read,
        Read,
        Read,
      ];
      return (claims) => (test(claims) ? consequent(claims) : alternate(claims));
    }
    case 'CallExpression':
      return call(node);
    default:
      throw new ConditionError('must be one expression over `visitor.claims`');
  }
}

function literal(value: unknown): Read {
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
    throw new ConditionError('has a literal that is no text, number, true, false or null');
  }
  return () => value;
}

function member({ object, property, computed }: jsep.MemberExpression): Read {
  if ((object as jsep.Identifier).type === 'Identifier' && (object as jsep.Identifier).name === 'visitor') {
    const isClaims = computed ? property.value === 'claims' : property.name === 'claims';
    if (!isClaims) throw new ConditionError('knows nothing of `visitor` but its `claims`');
    return (claims) => claims;
  }
  const of = compile(object);
  if (computed) {
    const key = compile(property);
    return (claims) => valueAt(of(claims), key(claims));
  }
  const { name } = property;
  return (claims) => valueAt(of(claims), name);
}

/** Own values of JSON only; undefined for everything else, so that a claim that is missing hides and does not fail. */
function valueAt(holder: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  if (typeof holder === 'string') return key === 'length' ? holder.length : undefined;
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.hasOwn(holder, key) ? (holder as Record<string | number, unknown>)[key] : undefined;
}

function unary({ operator, argument }: jsep.UnaryExpression): Read {
  const read = compile(argument);
  if (operator === '!') return (claims) => !read(claims);
  if (operator !== '-') throw new ConditionError(`has no operator \`${operator}\``);
  return (claims) => {
    const value = read(claims);
    return typeof value === 'number' ? -value : undefined;
  };
}

/** Nothing is converted before it is compared: no text equals a number. `null` and `undefined` are alike for `==`. */
const equal = (one: unknown, other: unknown) => one === other || ((one ?? null) === null && (other ?? null) === null);

const comparable = (one: unknown, other: unknown): one is number =>
  (typeof one === 'number' && typeof other === 'number') || (typeof one === 'string' && typeof other === 'string');

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  '==': equal,
  '!=': (one, other) => !equal(one, other),
  '===': (one, other) => one === other,
  '!==': (one, other) => one !== other,
  '<': (one, other) => comparable(one, other) && one < (other as number),
  '<=': (one, other) => comparable(one, other) && one <= (other as number),
  '>': (one, other) => comparable(one, other) && one > (other as number),
  '>=': (one, other) => comparable(one, other) && one >= (other as number),
  // A list holds its items here, not their positions.
  in: (one, other) =>
    Array.isArray(other)
      ? other.includes(one)
      : typeof one === 'string' && typeof other === 'object' && other !== null && Object.hasOwn(other, one),
};

function binary({ operator, left, right }: jsep.BinaryExpression): Read {
  const [one, other] = [compile(left), compile(right)];
  if (operator === '&&') return (claims) => one(claims) && other(claims);
  if (operator === '||') return (claims) => one(claims) || other(claims);
  if (operator === '??') return (claims) => one(claims) ?? other(claims);
  const compare = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (!compare) throw new ConditionError(`has no operator \`${operator}\``);
  return (claims) => compare(one(claims), other(claims));
}

const inText = (test: (text: string, part: string) => boolean) => (of: unknown, part: unknown) =>
  typeof of === 'string' && typeof part === 'string' && test(of, part);
const textIncludes = inText((text, part) => text.includes(part));

const methods: Readonly<Record<string, (of: unknown, argument: unknown) => boolean>> = {
  includes: (of, item) => (Array.isArray(of) ? of.includes(item) : textIncludes(of, item)),
  startsWith: inText((text, start) => text.startsWith(start)),
  endsWith: inText((text, end) => text.endsWith(end)),
};

function call({ callee, arguments: given }: jsep.CallExpression): Read {
  const { object, property, computed } = callee as jsep.MemberExpression;
  const { name } = callee.type === 'MemberExpression' && !computed ? (property as jsep.Identifier) : { name: '' };
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new ConditionError('calls something other than `includes`, `startsWith` and `endsWith`');
  if (given.length !== 1) throw new ConditionError(`needs one argument for \`${name}\``);
  const [of, argument] = [compile(object), compile(given[0]!)];
  return (claims) => method(of(claims), argument(claims));
}
