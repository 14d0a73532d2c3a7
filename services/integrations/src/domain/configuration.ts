import type { Installation, Integration, JsonObject } from '@quire/contract';
import { type FailureDetail, invalid } from '@quire/runtime';

/** What an integration asks for where it is installed: an account is an organization. */
export type ConfigurationSchema = NonNullable<NonNullable<Integration['configurations']>['account']>;
type Property = Extract<ConfigurationSchema, { properties: object }>['properties'][string];

const mostBytes = 64 * 1024;

/**
 * The configuration with the defaults of what is missing; throws 400 that names each field at fault. What the schema does
 * not know stays: scripts keep things of their own there.
 */
export function checkConfiguration(given: JsonObject, schema: ConfigurationSchema | undefined): JsonObject {
  const configuration = withDefaults(given, schema);
  const problems = problemsOf(configuration, schema);
  if (problems.length > 0) throw invalid(problems);
  return configuration;
}

/** What is wrong with a configuration, line by line. */
export function problemsOf(given: JsonObject, schema: ConfigurationSchema | undefined): FailureDetail[] {
  if (Buffer.byteLength(JSON.stringify(given)) > mostBytes)
    return [{ path: 'body.configuration', message: `must have at most ${mostBytes} bytes as JSON` }];
  if (!schema || !('properties' in schema)) return [];
  const { properties, required = [] } = schema;
  const missing = required.filter((name) => !isGiven(given, name)).map((name) => ({ name, message: 'is required' }));
  const wrong = Object.entries(properties).flatMap(([name, property]) => {
    const message = isGiven(given, name) ? whyNot(given[name], property) : undefined;
    return message === undefined ? [] : [{ name, message }];
  });
  return [...missing, ...wrong].map(({ name, message }) => ({ path: `body.configuration.${name}`, message }));
}

/** `pending` until everything is there that the integration asks for. */
export function statusFor(
  given: JsonObject,
  { schema, wasConfigured }: { schema: ConfigurationSchema | undefined; wasConfigured: boolean },
): Installation['status'] {
  if (!schema) return 'active';
  // What an integration asks for in a form of its own, only the integration knows.
  if (!('properties' in schema)) return wasConfigured ? 'active' : 'pending';
  return problemsOf(given, schema).length === 0 ? 'active' : 'pending';
}

export function withDefaults(given: JsonObject, schema: ConfigurationSchema | undefined): JsonObject {
  if (!schema || !('properties' in schema)) return given;
  const defaults = Object.entries(schema.properties).flatMap(([name, property]) =>
    'default' in property && property.default !== undefined && !isGiven(given, name) ? [[name, property.default]] : [],
  );
  return { ...given, ...Object.fromEntries(defaults) };
}

const isGiven = (given: JsonObject, name: string): boolean =>
  Object.hasOwn(given, name) && given[name] !== null && given[name] !== undefined;

function whyNot(value: unknown, property: Property): string | undefined {
  if (property.type === 'button') return undefined;
  // oxlint-disable-next-line valid-typeof
  if (typeof value !== property.type) return `must be a ${property.type}`;
  const allowed = property.type === 'string' ? property.enum : undefined;
  return allowed && !allowed.includes(value as string) ? `must be one of ${allowed.join(', ')}` : undefined;
}
