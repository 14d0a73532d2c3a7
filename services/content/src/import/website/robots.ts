import robotsParser from 'robots-parser';
import { type Fetch, FetchFailed } from '../convert/converter.js';
import { refuseImport } from '../refusal.js';

/** What a website asks of programs that read it (RFC 9309). */
export interface Robots {
  allows(url: string): boolean;
  /** Milliseconds between requests; 0 when it does not say. */
  delayMs: number;
  sitemaps: string[];
}

/** Its types describe a default export that CommonJS does not have. */
const parse = robotsParser as unknown as typeof robotsParser.default;
/** How robots.txt calls us. */
const agent = 'Quire';

/** Reads an origin's robots.txt. A website without one allows everything; one that cannot say allows nothing. */
export async function readRobots(origin: string, fetch: Fetch): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const { status, bytes } = await fetch(url, { maxBytes: 512 * 1024, timeoutMs: 10_000 }).catch((error: unknown) => {
    if (!(error instanceof FetchFailed)) throw error;
    throw refuseImport(`Its robots.txt ${error.message}`);
  });
  if (status >= 500)
    throw refuseImport(`Its robots.txt answered ${status}: nobody may read the website until it answers.`);
  const robots = parse(url, status < 300 ? bytes.toString('utf8') : '');
  return {
    allows: (address) => robots.isAllowed(address, agent) !== false,
    delayMs: Math.max(0, robots.getCrawlDelay(agent) ?? 0) * 1_000,
    sitemaps: robots.getSitemaps(),
  };
}
