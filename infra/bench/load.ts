import { Agent, request } from 'node:http';

export interface Load {
  url: string;
  headers?: Record<string, string>;
}

export interface Measured {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  median: number;
}

const connections = 16;

/** Sends requests over kept connections for `ms` milliseconds; every answer must be 200. */
export async function load({ url, headers = {} }: Load, ms: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const end = performance.now() + ms;
  const worker = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await once(url, headers, agent);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  times.sort((a, b) => a - b);
  return { rate: (times.length / ms) * 1000, median: times[times.length >> 1]! };
}

/**
 * Measures several loads side by side: short turns that alternate, so that whatever else the machine does hits all of
 * them alike. Returns the median turn of each.
 */
export async function sideBySide(loads: readonly Load[], { turns = 7, ms = 1_000 } = {}): Promise<Measured[]> {
  const measured: Measured[][] = loads.map(() => []);
  for (const each of loads) await load(each, ms / 2);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, each] of loads.entries()) measured[index]!.push(await load(each, ms));
  }
  return measured.map((turnsOfOne) => turnsOfOne.sort((a, b) => a.rate - b.rate)[turnsOfOne.length >> 1]!);
}

function once(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });
}
