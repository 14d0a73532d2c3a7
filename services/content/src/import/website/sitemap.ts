import { type Fetch, FetchFailed } from '../convert/converter.js';
import type { Site } from './addresses.js';

const most = { sitemaps: 10, addresses: 20_000, bytes: 10 * 1024 * 1024 };

/** The addresses of the site that its sitemaps list, in their order; sitemaps that cannot be read list nothing. */
export async function readSitemaps(site: Site, named: readonly string[], fetch: Fetch): Promise<URL[]> {
  const queue = (named.length > 0 ? named : ['/sitemap.xml']).flatMap(
    (address) => site.resolve(address, site.origin)?.href ?? [],
  );
  const seen = new Set<string>();
  const found = new Map<string, URL>();
  for (const address of queue) {
    if (seen.has(address) || seen.size >= most.sitemaps) continue;
    seen.add(address);
    const text = await readSitemap(address, fetch);
    const isIndex = /<sitemapindex[\s>]/.test(text.slice(0, 2_000));
    for (const [, location] of text.matchAll(/<loc>\s*([^<\s]{1,2000})\s*<\/loc>/g)) {
      const url = site.resolve(location!.replaceAll('&amp;', '&'), address);
      if (!url || found.size >= most.addresses) continue;
      if (isIndex) queue.push(url.href);
      else if (site.holds(url)) found.set(url.href, url);
    }
  }
  return [...found.values()];
}

async function readSitemap(address: string, fetch: Fetch): Promise<string> {
  try {
    const { status, bytes } = await fetch(address, { maxBytes: most.bytes, timeoutMs: 5_000 });
    return status < 300 ? bytes.toString('utf8') : '';
  } catch (error) {
    // The website works without one.
    if (error instanceof FetchFailed) return '';
    throw error;
  }
}
