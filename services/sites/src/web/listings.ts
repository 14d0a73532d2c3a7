import { escapeHtml } from '../render/escape.js';
import { spaceHref, type Entrance, markdownHref, pageHref, type Place } from './place.js';
import { isIndexed } from './render-page.js';

/** Of one sitemap (sitemaps.org). */
const mostAddresses = 50_000;

/** What search engines may list. */
export function sitemap(places: readonly Place[]): string {
  const entries = places.flatMap((place) =>
    place.index.documents
      .filter((page) => isIndexed(place, page))
      .map((page) => {
        const address = escapeHtml(place.origin + pageHref(place, page));
        return `<url><loc>${address}</loc><lastmod>${page.updatedAt}</lastmod></url>`;
      }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.slice(0, mostAddresses).join('\n')}
</urlset>
`;
}

export function robots({ snapshot, origin, root }: Entrance): string {
  return snapshot.site.visibility === 'public'
    ? `User-agent: *\nAllow: ${root}/\nSitemap: ${origin}${root}/sitemap.xml\n`
    : `User-agent: *\nDisallow: ${root}/\n`;
}

/** The pages of a site for language models (llmstxt.org): links to their Markdown. */
export function llms(title: string, places: readonly Place[]): string {
  const parts = places.map((place) => {
    const space = place.snapshot.spaces.get(place.siteSpace.space_id)!;
    const pages = place.index.documents.map((page) => {
      const description = page.description ? `: ${plain(page.description)}` : '';
      return `- [${plain(page.title)}](${place.origin}${markdownHref(place, page)})${description}`;
    });
    return `## ${plain(space.title)}\n\n${place.origin}${spaceHref(place, place.siteSpace)}\n\n${pages.join('\n')}\n`;
  });
  return `# ${plain(title)}\n\n${parts.join('\n')}`;
}

/** Text in a line of Markdown. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
