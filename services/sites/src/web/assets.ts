import { readFileSync } from 'node:fs';
import type { RawAnswer } from '@quire/runtime';
import { sha256 } from '@quire/runtime';

const types = {
  'site.css': 'text/css',
  'site.js': 'text/javascript',
  'theme.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
} as const;
type AssetName = keyof typeof types;

/** Style sheet, scripts and icon of published pages, under addresses that change whenever they do. */
export function openAssets(basePath: string) {
  const read = (name: AssetName) => {
    const bytes = readFileSync(new URL(`../../static/${name}`, import.meta.url));
    return { bytes, version: sha256(bytes).toString('base64url').slice(0, 16) };
  };
  const files = {
    'site.css': read('site.css'),
    'site.js': read('site.js'),
    'theme.js': read('theme.js'),
    'icon.svg': read('icon.svg'),
  };
  const below = (base: string) => {
    const address = (name: AssetName) => `${base}/${files[name].version}/${name}`;
    return {
      style: address('site.css'),
      script: address('site.js'),
      theme: address('theme.js'),
      icon: address('icon.svg'),
    };
  };
  return {
    /** The same for all sites on Quire's host. */
    shared: below(`${basePath}/s/~`),
    /** On a host name of a site's own. */
    own: below('/~'),
    /** Undefined when there is no such asset. An old version's address gives the newest one, for pages that are open. */
    answer(version: string | undefined, name: string | undefined): RawAnswer | undefined {
      if (name === undefined || !Object.hasOwn(types, name)) return undefined;
      const { bytes, version: newest } = files[name as AssetName];
      return {
        status: 200,
        headers: {
          'Content-Type': `${types[name as AssetName]}; charset=utf-8`,
          'Content-Length': String(bytes.length),
          'Cache-Control': version === newest ? 'public, max-age=31536000, immutable' : 'no-cache',
          'X-Content-Type-Options': 'nosniff',
        },
        body: bytes,
      };
    },
  };
}

export type Assets = ReturnType<typeof openAssets>;
export type AssetAddresses = Assets['shared'];
