import { setTimeout as pause } from 'node:timers/promises';
import type { ImportWarning } from '../import-plan.js';
import { type Fetch, type Fetched, FetchFailed } from '../convert/converter.js';
import { decodeHtml } from '../html/decode.js';
import { parseHtml } from '../html/parse-html.js';
import { Unreadable } from '../html/unreadable.js';
import { refuseImport } from '../refusal.js';
import { looksLikeFile, Site } from './addresses.js';
import type { CrawlLimits } from './limits.js';
import { findAddresses } from './main-content.js';
import { readRobots, type Robots } from './robots.js';
import { readSitemaps } from './sitemap.js';

/** Keeps what was fetched, so that memory does not. */
export interface Sink {
  page(path: string, page: { url: string; html: string }): void;
  file(path: string, bytes: Buffer): void;
}

export interface Crawled {
  site: Site;
  /** Paths of pages by the path of every address that led to one, in the order in which they were found. */
  pages: Map<string, string>;
  warnings: ImportWarning[];
  leftOut: number;
}

interface Waiting {
  url: URL;
  depth: number;
  order: number;
}

/**
 * Reads a website from its first page on: what pages and its sitemap lead to on the same origin, below the first page's folder.
 * It does what robots.txt asks, keeps to the limits, and goes on when a page fails; a first page that fails is a 400.
 */
export async function crawl(
  start: string,
  { fetch, limits, sink }: { fetch: Fetch; limits: CrawlLimits; sink: Sink },
): Promise<Crawled> {
  if (!URL.canParse(start)) throw refuseImport('is not a URL.');
  const { robots, first } = await firstPage(start, fetch, limits);
  const site = new Site(first.finalUrl);
  const crawler = new Crawler(site, robots, fetch, limits, sink);
  crawler.takeFirst(first);
  crawler.find(await readSitemaps(site, robots.sitemaps, fetch), 1);
  await crawler.run();
  return crawler.result();
}

async function firstPage(start: string, fetch: Fetch, { pageBytes, pageMs }: CrawlLimits) {
  const allowed = async (url: string) => {
    const robots = await readRobots(new URL(url).origin, fetch);
    if (!robots.allows(url)) throw refuseImport(`Its robots.txt does not let programs read ${url}.`);
    return robots;
  };
  let robots = await allowed(start);
  const first = await fetch(start, { maxBytes: pageBytes, timeoutMs: pageMs }).catch((error: unknown) => {
    if (!(error instanceof FetchFailed)) throw error;
    throw refuseImport(error.message);
  });
  if (first.status < 200 || first.status > 299)
    throw refuseImport(`answered ${first.status}; it must answer 200 with the content`);
  if (!isHtml(first)) throw refuseImport(`is no HTML page but ${first.contentType || 'of an unknown type'}.`);
  if (new URL(first.finalUrl).origin !== new URL(start).origin) robots = await allowed(first.finalUrl);
  return { robots, first };
}

const messageOf = (error: Error) => (error instanceof Unreadable ? error.message : 'is nested too deep to be read');

const isHtml = ({ contentType }: Fetched) => /^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);

class Crawler {
  readonly #queue: Waiting[] = [];
  /** Page paths by address path; the order is that of finding. */
  readonly #pages = new Map<string, string>();
  readonly #taken = new Map<string, number>();
  readonly #seen = new Set<string>();
  readonly #files = new Map<string, URL>();
  readonly #warnings: ImportWarning[] = [];
  readonly #disallowed = new Set<string>();
  readonly #deadline: number;
  #tooDeep = 0;
  #tooMany = 0;
  #leftOut = 0;
  #bytes = 0;
  #order = 0;
  #nextAt = 0;

  constructor(
    private readonly site: Site,
    private readonly robots: Robots,
    private readonly fetch: Fetch,
    private readonly limits: CrawlLimits,
    private readonly sink: Sink,
  ) {
    this.#deadline = performance.now() + limits.totalMs;
  }

  takeFirst(first: Fetched): void {
    const url = this.site.resolve(first.finalUrl, first.finalUrl)!;
    this.#seen.add(this.site.pagePath(url));
    this.#takePage(first, { url, depth: 0, order: this.#order++ });
    const problem = this.#warnings[0];
    if (problem) throw refuseImport(problem.message);
  }

  /** Addresses that may be pages of the site. */
  find(urls: readonly URL[], depth: number): void {
    for (const url of urls) {
      const key = this.site.pagePath(url);
      if (this.#seen.has(key) || this.#seen.size > 20 * this.limits.pages) continue;
      this.#seen.add(key);
      if (!this.robots.allows(url.href)) this.#disallowed.add(url.href);
      else if (depth > this.limits.depth) this.#tooDeep += 1;
      else if (this.#order >= this.limits.pages) this.#tooMany += 1;
      else this.#queue.push({ url, depth, order: this.#order++ });
    }
  }

  async run(): Promise<void> {
    await this.#each(this.#queue, (next) => this.#visit(next));
    const files = [...this.#files.values()].slice(0, this.limits.files);
    this.#skip(this.#files.size - files.length, `There are more than ${this.limits.files} files`);
    await this.#each(files, (url) => this.#fetchFile(url));
  }

  result(): Crawled {
    this.#skip(this.#tooMany, `There are more than ${this.limits.pages} pages`);
    this.#skip(this.#tooDeep, `More than ${this.limits.depth} links away from the first page`);
    if (this.#disallowed.size > 0) {
      const names = [...this.#disallowed].slice(0, 5).join(', ');
      this.#skip(this.#disallowed.size, `robots.txt does not let programs read some pages (${names})`);
    }
    const order = (path: string) => this.#taken.get(path) ?? 0;
    const pages = [...this.#pages].sort(([, a], [, b]) => order(a) - order(b));
    return { site: this.site, pages: new Map(pages), warnings: this.#warnings, leftOut: this.#leftOut };
  }

  /** Works through a list that grows meanwhile, some at a time, until it or the patience ends. */
  async #each<T>(list: T[], work: (item: T) => Promise<void>): Promise<void> {
    const atOnce = this.robots.delayMs > 0 ? 1 : this.limits.atOnce;
    const running = new Set<Promise<void>>();
    for (;;) {
      const why = this.#isOver();
      if (why !== undefined) break;
      const item = list.shift();
      if (item === undefined && running.size === 0) break;
      if (item !== undefined) {
        await this.#politely();
        const job = work(item).finally(() => running.delete(job));
        running.add(job);
      }
      if (running.size > 0 && (running.size >= atOnce || list.length === 0)) await Promise.race(running);
    }
    await Promise.all(running);
    this.#skip(list.length, this.#isOver() ?? '');
    list.length = 0;
  }

  #isOver(): string | undefined {
    if (performance.now() > this.#deadline)
      return `The website was not read to its end in ${this.limits.totalMs / 1_000} s`;
    if (this.#bytes > this.limits.bytes) return `The website is larger than ${this.limits.bytes / 1_048_576} MiB`;
    return undefined;
  }

  #skip(count: number, why: string): void {
    if (count <= 0) return;
    this.#leftOut += count;
    this.#warnings.push({ path: this.site.origin, message: `${why}: ${count} left out.` });
  }

  /** Waits as long between requests as robots.txt asks, within reason. */
  async #politely(): Promise<void> {
    const delay = Math.min(this.robots.delayMs, this.limits.delayMs);
    const wait = this.#nextAt - performance.now();
    if (wait > 0) await pause(wait);
    this.#nextAt = performance.now() + delay;
  }

  async #visit(waiting: Waiting): Promise<void> {
    const answer = await this.#get(waiting.url, this.limits.pageBytes);
    if (answer) this.#takePage(answer, waiting);
  }

  async #get(url: URL, maxBytes: number): Promise<Fetched | undefined> {
    const fail = (message: string) => {
      this.#leftOut += 1;
      this.#warnings.push({ path: url.href, message: `${message.replace(/\.$/, '')}, and was left out.` });
      return undefined;
    };
    try {
      const answer = await this.fetch(url.href, { maxBytes, timeoutMs: this.limits.pageMs });
      this.#bytes += answer.bytes.length;
      return answer.status >= 200 && answer.status < 300 ? answer : fail(`answered ${answer.status}`);
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      return fail(error.message);
    }
  }

  #takePage(answer: Fetched, { url, depth, order }: Waiting): void {
    const final = this.site.resolve(answer.finalUrl, answer.finalUrl);
    // Where a redirect led away, or to what robots.txt keeps for itself, there is no page of this site.
    if (!final || !this.site.holds(final)) return;
    if (!this.robots.allows(final.href)) return void this.#disallowed.add(final.href);
    if (!isHtml(answer)) return this.sink.file(this.site.filePath(final), answer.bytes);
    const path = this.site.pagePath(final);
    this.#seen.add(path);
    this.#pages.set(url.pathname, path).set(final.pathname, path);
    if (this.#taken.has(path)) return;
    const html = decodeHtml(answer.bytes, answer.contentType);
    try {
      this.#follow(html, final, depth);
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof RangeError)) throw error;
      this.#leftOut += 1;
      return void this.#warnings.push({ path: final.href, message: `${messageOf(error)}, and was left out.` });
    }
    this.#taken.set(path, order);
    this.sink.page(path, { url: final.href, html });
  }

  #follow(html: string, page: URL, depth: number): void {
    const { base: written, links, images, contentLinks } = findAddresses(parseHtml(html));
    const base = written && URL.canParse(written, page.href) ? new URL(written, page.href).href : page.href;
    const resolve = (hrefs: readonly string[]) => hrefs.flatMap((href) => this.site.resolve(href, base) ?? []);
    const pages = resolve(links).filter((url) => this.site.holds(url) && !looksLikeFile(url));
    this.find(pages, depth + 1);
    for (const url of [...resolve(images), ...resolve(contentLinks).filter(looksLikeFile)])
      if (this.robots.allows(url.href)) this.#files.set(url.pathname, url);
  }

  async #fetchFile(url: URL): Promise<void> {
    const answer = await this.#get(url, this.limits.fileBytes);
    if (answer && !isHtml(answer)) this.sink.file(this.site.filePath(url), answer.bytes);
  }
}
