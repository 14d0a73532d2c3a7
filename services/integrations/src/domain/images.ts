import { type FailureDetail, sha256 } from '@quire/runtime';
import { imageSize } from 'image-size';
import type { ImageRow } from '../tables/image.js';

/** What browsers show and what can hold no script. */
const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

const kibibyte = 1024;
const limits = {
  icon: { bytes: 512 * kibibyte, pixels: 2_048 },
  preview: { bytes: 1_024 * kibibyte, pixels: 8_192 },
};

/** Reads images out of a request; `problems` gets a line for each that is none, or too large. */
export function readImage(
  base64: string,
  { kind, path, problems }: { kind: keyof typeof limits; path: string; problems: FailureDetail[] },
): ImageRow | undefined {
  const { bytes: mostBytes, pixels } = limits[kind];
  const refuse = (message: string) => void problems.push({ path, message });
  if (base64.length > Math.ceil(mostBytes / 3) * 4) return refuse(`must have at most ${mostBytes} bytes`);
  const bytes = Buffer.from(base64, 'base64');
  const found = measure(bytes);
  if (!found) return refuse('must be an image: PNG, JPEG, GIF or WebP');
  if (Math.max(found.width, found.height) > pixels) return refuse(`must be at most ${pixels} pixels wide and high`);
  if (Math.min(found.width, found.height) < 1) return refuse('must have at least one pixel');
  const hash = sha256(bytes).toString('hex').slice(0, 32);
  return { name: `${hash}.${found.type}`, content_type: types[found.type]!, bytes };
}

function measure(bytes: Buffer): { width: number; height: number; type: string } | undefined {
  try {
    const { width, height, type } = imageSize(bytes);
    return type !== undefined && Object.hasOwn(types, type) ? { width, height, type } : undefined;
  } catch {
    // image-size throws for everything that is no image.
    return undefined;
  }
}
