import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Environment = Record<string, string | undefined>;

/** Something that went wrong, in one line for whoever typed the command. */
export class CommandFailure extends Error {}

export interface Client {
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Every item of a list, page after page. */
  list<Item>(path: string, query?: Record<string, string>): AsyncGenerator<Item>;
}

const timeoutMs = 30_000;

/** Speaks to a running Quire as its administrator: QUIRE_URL and QUIRE_ADMIN_TOKEN, else what an all-in-one here would have. */
export async function openClient(environment: Environment): Promise<Client> {
  const { QUIRE_URL, PUBLIC_URL, PORT = '4000' } = environment;
  const address = (QUIRE_URL || PUBLIC_URL || `http://localhost:${PORT}`).replace(/\/+$/, '');
  if (!URL.canParse(address)) throw new CommandFailure(`${address} is no address of a Quire.`);
  const authorization = `Bearer ${await administratorToken(environment)}`;

  const call: Client['call'] = async <Answer>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${address}/v1${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      const why = error.cause instanceof Error ? error.cause : error;
      throw new CommandFailure(`Quire does not answer at ${address}: ${why.message || why.name}`);
    });
    const text = await answer.text();
    const parsed = parse(text) as { error?: { message?: string } } | undefined;
    if (!answer.ok) throw new CommandFailure(parsed?.error?.message ?? `${address} answered ${answer.status}.`);
    if (parsed === undefined) throw new CommandFailure(`What answers at ${address} is no Quire.`);
    return parsed as Answer;
  };

  return {
    call,
    async *list<Item>(path: string, query: Record<string, string> = {}) {
      let page: string | undefined;
      do {
        const search = new URLSearchParams({ ...query, limit: '1000', ...(page === undefined ? {} : { page }) });
        const answer = await call<{ items: Item[]; next?: { page: string } }>('GET', `${path}?${search}`);
        yield* answer.items;
        page = answer.next?.page;
      } while (page !== undefined);
    },
  };
}

async function administratorToken({ QUIRE_ADMIN_TOKEN, QUIRE_DATA_DIR = '.data' }: Environment): Promise<string> {
  if (QUIRE_ADMIN_TOKEN) return QUIRE_ADMIN_TOKEN;
  const file = join(QUIRE_DATA_DIR, 'admin-token');
  const kept = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandFailure(`Set QUIRE_ADMIN_TOKEN; there is no other token to use: ${error.message}`);
  });
  return kept.trim();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
