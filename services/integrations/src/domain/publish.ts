import type { BodyOf, contract } from '@quire/contract';
import { conflict, type FailureDetail, invalid, sha256, type Tx } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { type ImageRow, replaceImages } from '../tables/image.js';
import { type IntegrationRow, lockIntegration, publishRow } from '../tables/integration.js';
import { replaceScript } from '../tables/script.js';
import { blockDomains } from './block-domains.js';
import { checkScript } from './check-script.js';
import { readImage } from './images.js';
import { tellConfigurations } from './judge-installations.js';

export type Manifest = BodyOf<typeof contract.publishIntegration>;

/** A manifest that was found to be good. */
export interface Checked {
  manifest: Manifest;
  icon: ImageRow | undefined;
  previews: ImageRow[];
}

/** Checks what the contract cannot: images, the script, and whether the configurations make sense. Throws 400. */
export async function checkManifest(manifest: Manifest): Promise<Checked> {
  const problems: FailureDetail[] = [];
  const icon = manifest.icon ? readImage(manifest.icon, { kind: 'icon', path: 'body.icon', problems }) : undefined;
  const previews = (manifest.previewImages ?? []).map((image, index) =>
    readImage(image, { kind: 'preview', path: `body.previewImages.${index}`, problems }),
  );
  problems.push(...checkConfigurations(manifest));
  const script = await checkScript(manifest.script);
  if (script) problems.push(script);
  if (problems.length > 0) throw invalid(problems);
  return { manifest, icon, previews: previews.filter((image) => image !== undefined) };
}

/** What is required has to be there to be given. */
function checkConfigurations({ configurations = {} }: Manifest): FailureDetail[] {
  return Object.entries(configurations).flatMap(([target, schema]) => {
    if (!('properties' in schema)) return [];
    return (schema.required ?? []).flatMap((name, index) => {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (property && property.type !== 'button') return [];
      const path = `body.configurations.${target}.required.${index}`;
      return [{ path, message: property ? 'must not name a button' : 'must name one of the properties' }];
    });
  });
}

/** Publishes the integration, or its next version; 409 when the name is another organization's. */
export async function publish(
  tx: Tx,
  { vault, clock }: Pick<Integrations, 'vault' | 'clock'>,
  { name, organizationId, checked }: { name: string; organizationId: string; checked: Checked },
): Promise<IntegrationRow> {
  const { manifest, icon, previews } = checked;
  const { visibility = 'private', target = 'all', scopes = [], categories = [], externalLinks = [] } = manifest;
  const previous = await lockIntegration(tx, name);
  const row = await publishRow(tx, {
    name,
    organization_id: organizationId,
    title: manifest.title,
    description: manifest.description,
    summary: manifest.summary ?? null,
    visibility,
    target,
    scopes: [...new Set(scopes)],
    categories: [...new Set(categories)],
    blocks: manifest.blocks ?? null,
    content_sources: manifest.contentSources ?? null,
    configurations: manifest.configurations ?? null,
    content_security_policy: manifest.contentSecurityPolicy ?? null,
    external_links: externalLinks,
    block_domains: blockDomains(manifest.blocks),
    icon: icon?.name ?? null,
    preview_images: previews.map((image) => image.name),
    now: clock(),
  });
  if (!row) throw conflict(`The name "${name}" is taken by another organization.`);
  await tellConfigurations(tx, { previous, row });
  const { script, secrets, runtime = null } = manifest;
  await replaceScript(tx, {
    integration: name,
    script,
    script_hash: sha256(script).toString('hex'),
    runtime,
    secrets: secrets ? vault.seal(JSON.stringify(secrets), name) : null,
  });
  const images = new Map([...(icon ? [icon] : []), ...previews].map((image) => [image.name, image]));
  await replaceImages(tx, name, [...images.values()]);
  return row;
}
