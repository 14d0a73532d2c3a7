import { Failure, invalid, notFound, unavailable } from '@quire/runtime';
import { contract } from '@quire/contract';
import type { ScriptAnswer } from '../../scripts/runner/protocol.js';

/** What an integration rendered. Throws what it answered in the place of it, as far as a caller may hear of that. */
export function readRendering({ status, body }: ScriptAnswer) {
  const value = parseJson(Buffer.from(body).toString('utf8'));
  if (status >= 200 && status < 300) {
    const checked = contract.renderIntegrationUIWithPost.response!.safeParse(value);
    if (checked.success) return checked.data;
    throw unavailable('The integration rendered nothing that can be shown.');
  }
  const said = (value as { error?: unknown } | undefined)?.error;
  const message = typeof said === 'string' ? said.slice(0, 500) : 'the integration refused it';
  if (status === 404) throw notFound('component');
  if (status === 403) throw new Failure('forbidden', `The integration refused it: ${message}`);
  if (status >= 400 && status < 500) throw invalid([{ path: 'body', message }]);
  throw unavailable('The integration could not render this.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
