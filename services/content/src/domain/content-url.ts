/** What an address names: a collection, or a place in a space's content. */
export type ContentUrl =
  | { collectionId: string }
  | { spaceId?: string; changeRequestId?: string; pageId?: string; pagePath?: string };

const patterns: readonly RegExp[] = [
  /^\/(?:app\/collection|v1\/collections)\/(?<collectionId>[^/]+)$/,
  /^\/app\/space\/(?<spaceId>[^/]+)$/,
  /^\/app\/change-request\/(?<changeRequestId>[^/]+)$/,
  /^\/v1\/spaces\/(?<spaceId>[^/]+)(?:\/change-requests\/(?<changeRequestId>[^/]+))?(?:\/content(?:\/page\/(?<pageId>[^/]+)|\/path\/(?<pagePath>.+))?)?$/,
];

/** Reads an address that Quire hands out for people (`/app/…`) or programs (`/v1/…`); undefined for any other. */
export function parseContentUrl(url: string, publicUrl: string): ContentUrl | undefined {
  const { origin, pathname, searchParams } = new URL(url);
  const base = new URL(publicUrl);
  const root = base.pathname.replace(/\/$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${root}/`)) return undefined;
  const path = pathname.slice(root.length).replace(/\/$/, '');
  const groups = patterns.map((pattern) => pattern.exec(path)?.groups).find(Boolean);
  if (!groups) return undefined;
  const given = Object.entries(groups).filter(([, value]) => value !== undefined);
  const decoded = given.map(([name, value]) => [name, decodeSegment(value)] as const);
  if (decoded.some(([, value]) => value === undefined)) return undefined;
  const named = Object.fromEntries(decoded) as Exclude<ContentUrl, { collectionId: string }>;
  const pageId = searchParams.get('page');
  return path.startsWith('/app/space/') && pageId !== null ? { ...named, pageId } : named;
}

/** An address and all that it could be a page of, longest first: the address without its last parts. */
export function* addressesAround(url: string): Generator<{ address: string; rest: string }> {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split('/').filter(Boolean);
  for (let kept = parts.length; kept >= 0; kept -= 1) {
    const rest = parts.slice(kept).map(decodeSegment).join('/');
    yield { address: [origin, ...parts.slice(0, kept)].join('/'), rest };
  }
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // No address that Quire made.
    return undefined;
  }
}
