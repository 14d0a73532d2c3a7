const MiB = 1024 * 1024;

/** What the crawl of a website may take at most. */
export const crawlLimits = {
  pages: 1_000,
  files: 2_000,
  /** Links away from the first page. */
  depth: 15,
  /** Of everything together, and of one page or file. */
  bytes: 200 * MiB,
  pageBytes: 5 * MiB,
  fileBytes: 20 * MiB,
  /** For everything together, and for one page or file. */
  totalMs: 120_000,
  pageMs: 15_000,
  /** Requests at once. */
  atOnce: 4,
  /** The longest pause between requests that robots.txt is granted. */
  delayMs: 5_000,
};
export type CrawlLimits = typeof crawlLimits;
