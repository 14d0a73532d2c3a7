import type { IntegrationAsset } from '@quire/contract';
import type { ListedImage } from '../tables/image.js';

/** The address of the images of an integration. */
export const assetsLocation = (publicUrl: string, integration: string): string =>
  `${publicUrl}/v1/integrations/${integration}/assets`;

export const presentAsset = (
  { name, content_type, size }: ListedImage,
  { integration, publicUrl }: { integration: string; publicUrl: string },
): IntegrationAsset => ({
  object: 'integration-asset',
  name,
  contentType: content_type,
  size,
  urls: { location: `${assetsLocation(publicUrl, integration)}/${name}` },
});
