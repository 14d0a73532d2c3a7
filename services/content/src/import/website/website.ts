import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Collection, relativePath } from '../convert/collection.js';
import type { Converter } from '../convert/converter.js';
import { addAnchors, safeLink } from '../convert/documents.js';
import { titleOfName } from '../folders.js';
import { toMarkdown } from '../html/to-markdown.js';
import { nameOf } from '../source.js';
import { type Crawled, crawl } from './crawl.js';
import { crawlLimits } from './limits.js';
import { mainContent, pageTitle } from './main-content.js';
import { websiteOutline } from './outline.js';

interface Kept {
  url: string;
  file: string;
}

/** The pages of a website as a tree by the paths of their addresses, in the order in which they were found. */
export const websiteWithin =
  (limits = crawlLimits): Converter =>
  async ({ url, folder, fetch }) => {
    const collection = new Collection(folder);
    const kept = new Map<string, Kept>();
    const anchors = new Set<string>();
    const crawled = await crawl(url, {
      fetch,
      limits,
      sink: {
        page(path, page) {
          const file = join(folder, `page-${kept.size}`);
          writeFileSync(file, page.html);
          kept.set(path, { url: page.url, file });
          addAnchors(page.html, anchors);
        },
        file: (path, bytes) => collection.add(path, bytes),
      },
    });
    for (const [path, page] of kept) {
      const html = readFileSync(page.file, 'utf8');
      const surroundings = { anchors, ...destinations(path, baseOf(html, page.url), crawled, kept, collection) };
      const name = titleOfName(nameOf(path).replace(/\.md$/, ''));
      collection.page(
        path,
        page.url,
        () => toMarkdown({ html, name, main: mainContent, title: pageTitle, ...surroundings }).markdown,
      );
    }
    const warnings = [...crawled.warnings, ...collection.warnings];
    collection.assertPages();
    return {
      entries: collection.entries,
      warnings,
      leftOut: crawled.leftOut + collection.leftOut,
      layout: { root: '', redirects: {} },
      outline: (paths) => websiteOutline([...new Set(crawled.pages.values())].filter((path) => paths.has(path))),
    };
  };

export const website = websiteWithin();

function baseOf(html: string, url: string): string {
  const written = /<base\s[^>]{0,500}?href\s*=\s*["']?([^"'\s>]{1,1000})/i.exec(html)?.[1];
  return written !== undefined && URL.canParse(written, url) ? new URL(written, url).href : url;
}

function destinations(
  page: string,
  base: string,
  { site, pages }: Crawled,
  kept: ReadonlyMap<string, unknown>,
  collection: Collection,
) {
  const file = (url: URL) => {
    const path = site.filePath(url);
    return collection.has(path) ? relativePath(page, path) : undefined;
  };
  const absolute = (href: string) => (URL.canParse(href, base) ? safeLink(new URL(href, base).href) : undefined);
  return {
    link(href: string) {
      const url = site.resolve(href, base);
      if (!url) return absolute(href);
      const { hash } = new URL(href, base);
      const target = pages.get(url.pathname) ?? site.pagePath(url);
      if (!site.holds(url) || !kept.has(target)) return file(url) ?? absolute(href);
      return target === page && hash !== '' ? hash : relativePath(page, target) + hash;
    },
    image(src: string) {
      if (/^data:/i.test(src)) {
        const asset = collection.dataUrl(src);
        return asset === undefined ? undefined : relativePath(page, asset);
      }
      const url = site.resolve(src, base);
      const address = (url && file(url)) ?? absolute(src);
      return address !== undefined && !/^(?:mailto|tel):/.test(address) ? address : undefined;
    },
  };
}
