import { z } from 'zod';

/** What no database column can hold: U+0000, and halves of surrogate pairs that are not UTF-8. */
const unstorable = /[\0\p{Surrogate}]/u;
const unstorableMessage = 'must not contain U+0000 or unpaired surrogates';

/** True when a string can be stored as it is. */
export const isStorable = (value: string): boolean => !unstorable.test(value);

/** Counts Unicode code points, up to `limit + 1` so that huge strings cost nothing extra. */
function codePoints(value: string, limit: number): number {
  if (value.length > 2 * limit) return limit + 1;
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

const mustBeString = (issue: { input?: unknown }) => {
  if (issue.input === undefined) return 'is required';
  return Array.isArray(issue.input) ? 'must be one string, not several' : 'must be a string';
};

interface Bounds {
  min?: number;
  max?: number;
}

function whyNot(value: string, { min = 0, max }: Bounds): string | undefined {
  if (!isStorable(value)) return unstorableMessage;
  if (min > 0 && codePoints(value, min) < min)
    return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  if (max !== undefined && codePoints(value, max) > max) return `must have at most ${max} characters`;
  return undefined;
}

/** A string that can be stored, has `min` to `max` Unicode code points, and passes `check`, which names what is wrong. */
export function checkedText(bounds: Bounds, check: (value: string) => string | undefined): z.ZodString {
  return z
    .string({ error: mustBeString })
    .superRefine((value, context) => {
      const message = whyNot(value, bounds) ?? check(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message, input: value });
    })
    .meta({
      ...(bounds.min && { minLength: bounds.min }),
      ...(bounds.max !== undefined && { maxLength: bounds.max }),
    });
}

/** A string without U+0000 that has from `min` to `max` Unicode code points. */
export const text = (bounds: Bounds = {}): z.ZodString => checkedText(bounds, () => undefined);

/** `text` that also matches a pattern; `hint` completes "must …" for the caller. */
export const pattern = (expression: RegExp, hint: string, bounds: Bounds = {}): z.ZodString =>
  checkedText(bounds, (value) => (expression.test(value) ? undefined : `must ${hint}`)).meta({
    pattern: expression.source,
  });

/** The id of anything: opaque, 1 to 256 characters. */
export const Id = text({ min: 1, max: 256 });

/** A moment in an answer, ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime();

/** A moment in a request, ISO 8601 with any offset. */
export const TimestampInput = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date and time' });

/** A link in an answer. */
export const Url = z.url();

/** A web address in a request: absolute, http or https. */
export const WebUrl = checkedText({ min: 1, max: 2048 }, (value) =>
  /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? undefined : 'must be an http or https URL',
).meta({ format: 'uri' });

/**
 * An e-mail address; a host without a dot is allowed, as in `admin@localhost`. Characters that cannot be seen are not: they
 * would make an address that looks like another one's.
 */
export const Email = pattern(/^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u, 'be an e-mail address', {
  min: 3,
  max: 254,
});

/** A DNS name of an e-mail domain, in any case; other scripts than Latin in their ASCII form (`xn--…`). */
export const EmailDomain = pattern(
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i,
  'be a domain name such as example.com',
  { min: 1, max: 253 },
);

/** The name of an icon. */
export const Icon = text({ max: 50 });

/** Bytes as base64; an empty string is no bytes. */
export const Base64 = checkedText({}, (value) =>
  value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value) ? undefined : 'must be base64',
).meta({ format: 'byte' });

/** A media type with its parameters, fit for a `Content-Type` header. */
export const MediaType = pattern(/^[\w.+-]+\/[\w.+-]+(?: *; *[ -~]*)?$/, 'be a media type such as image/png', {
  max: 255,
});

/** The label of a host name below the instance's domain. */
export const SubdomainName = pattern(
  /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
  'consist of lowercase letters, digits and hyphens, and start and end with a letter or digit',
  { min: 3, max: 32 },
);

/** A path segment made of groups of lowercase letters and digits with single hyphens between them. */
export const Slug = pattern(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  'consist of lowercase letters and digits in groups separated by single hyphens',
  { min: 1, max: 100 },
);

/** How many there are of something. */
export const Count = z.int().min(0);
