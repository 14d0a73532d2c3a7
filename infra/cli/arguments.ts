import { parseArgs } from 'node:util';

/** The command was not typed as it has to be. */
export class UsageFailure extends Error {}

type Value = 'string' | 'boolean';
type Values<Options extends Record<string, Value>> = {
  [Name in keyof Options]: Options[Name] extends 'boolean' ? boolean : string | undefined;
};

/** Takes a command's options and at most `positionals` other words; throws {@link UsageFailure} for anything else. */
export function readArguments<const Options extends Record<string, Value>>(
  args: readonly string[],
  options: Options,
  positionals = 0,
): { values: Values<Options>; words: string[] } {
  const config = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]));
  try {
    const { values, positionals: words } = parseArgs({ args: [...args], options: config, allowPositionals: true });
    if (words.length > positionals) throw new UsageFailure(`${words[positionals]} is one word too many`);
    return { values: values as Values<Options>, words };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageFailure(error.message);
    throw error;
  }
}

export function needed(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new UsageFailure(`${what} is missing`);
  return value;
}

const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };

/** `12h`, `30d` or `2w` from `now` on, or a moment in ISO 8601, as the API takes it. */
export function readExpiry(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const moment = unit ? new Date(now.getTime() + Number(count) * hours[unit]! * 3_600_000) : new Date(text);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  throw new UsageFailure(`--expires takes 12h, 30d, 2w or a date, not ${text}`);
}
