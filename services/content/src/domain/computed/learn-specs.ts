import type { ContentChange } from '@quire/contract';
import { invalid } from '@quire/runtime';
import type { Content } from '../../context.js';
import { outlineOf } from '../../openapi/outline.js';
import { findLatestVersions, insertOpenApiSpec, insertOutline } from '../../tables/openapi.js';

type Needs = Pick<Content, 'db' | 'integrations' | 'now'>;

/**
 * Learns all there is to know of specifications of an organization, so that pages can be made of them. Asks integrations
 * for what no event has told of. Returns the slugs that name nothing, and the versions that are gone.
 */
export async function learnSpecs(
  organization: string,
  slugs: readonly string[],
  { db, integrations, now }: Needs,
): Promise<{ unknown: string[]; gone: string[] }> {
  const known = await findLatestVersions(db, organization, slugs);
  const [unknown, gone]: [string[], string[]] = [[], []];
  for (const slug of new Set(slugs)) {
    let { version_id: version, outline } = known.get(slug) ?? {};
    if (version === undefined) {
      const found = await integrations.findOpenApiSpec(organization, slug);
      if (!found) unknown.push(slug);
      if (!found?.version) continue;
      version = found.version;
      await insertOpenApiSpec(db, { id: found.spec, organization_id: organization, slug, version_id: version });
    }
    if (outline) continue;
    const document = await integrations.getOpenApiDocument(version);
    if (!document) gone.push(version);
    else await insertOutline(db, { version_id: version, outline: outlineOf(document), created_at: now() });
  }
  return { unknown, gone };
}

/** The same for all that a batch names; throws 400 where it names no specification. */
export async function learnNamedSpecs(
  changes: readonly ContentChange[],
  organization: string,
  context: Needs,
): Promise<void> {
  const named = changes.flatMap((change, index) => {
    const ref = 'computed' in change ? change.computed?.dependencies.spec.ref : undefined;
    return ref ? [{ slug: ref.spec, path: `body.changes.${index}.computed.dependencies.spec.ref.spec` }] : [];
  });
  if (named.length === 0) return;
  const slugs = named.map(({ slug }) => slug);
  const { unknown } = await learnSpecs(organization, slugs, context);
  const wrong = named.filter(({ slug }) => unknown.includes(slug));
  if (wrong.length > 0)
    throw invalid(wrong.map(({ slug, path }) => ({ path, message: `there is no OpenAPI specification ${slug}` })));
}
