import type { Integration } from '@quire/contract';

/** The hosts of the addresses that blocks unfurl, such as `www.example.com` or `*.example.com`; each once. */
export function blockDomains(blocks: Integration['blocks'] = []): string[] {
  const patterns = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl);
  const hosts = patterns.map((pattern) => /^(?:[a-z*]+:\/\/)?([^/?#:]+)/i.exec(pattern)?.[1]?.toLowerCase());
  return [...new Set(hosts.filter((host) => host !== undefined && host !== '*'))] as string[];
}
