import { readFileSync } from 'node:fs';
import { type ApiToken, contract, type OperationContract } from '@quire/contract';
import { entityTag, holds, type Principal, principalHeader, traceHeaders, unavailable } from '@quire/runtime';
import type { Caller } from '../authenticate.js';
import { sendText, setHeaders, type Visit } from '../visit.js';
import { escapeHtml, sendPage } from './page.js';

export interface TokensPageOptions {
  publicUrl: string;
  /** Base address of the service that owns an operation. */
  baseUrlOf: (operation: OperationContract) => string;
  sign: (principal: Principal) => string;
}

interface Tokens {
  items: ApiToken[];
  count: number;
}

const timeoutMs = 2_000;
const atMost = 1_000;
const scopes = {
  read: 'read',
  write: 'write',
  admin: 'administer this Quire',
} as const;

/** `/app/tokens`: who is signed on and their API tokens, to see, to make and to revoke; and its script. */
export function createTokensPage({ publicUrl, baseUrlOf, sign }: TokensPageOptions) {
  const script = readFileSync(new URL('../../static/tokens.js', import.meta.url), 'utf8');
  const scriptTag = entityTag(script);
  const url = `${baseUrlOf(contract.listApiTokens)}${contract.listApiTokens.path}?limit=${atMost}`;

  const list = async (principal: Principal): Promise<Tokens> => {
    const answer = await fetch(url, {
      headers: { [principalHeader]: sign(principal), ...traceHeaders() },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw Object.assign(unavailable('identity is not available right now.'), { cause: error });
    });
    if (!answer.ok) throw unavailable(`identity answered ${answer.status}.`);
    return (await answer.json()) as Tokens;
  };

  return {
    sendScript({ request, response }: Visit): void {
      setHeaders(response, { ETag: scriptTag, 'Cache-Control': 'no-cache' });
      if (holds(request, scriptTag)) response.writeHead(304).end();
      else sendText(response, 200, 'text/javascript', script);
    },
    async showTokens({ response }: Visit, caller: Caller): Promise<void> {
      if (caller.kind === 'unknown') throw caller.failure;
      const signedOn = caller.kind === 'principal' && caller.principal.kind === 'user';
      if (!signedOn) return sendPage(response, { title: 'API tokens', body: signedOff });
      const { principal } = caller;
      const tokens = principal.scopes.includes('read') ? await list(principal) : { items: [], count: 0 };
      const body = signedOnBody(principal, tokens, publicUrl);
      sendPage(response, { title: 'API tokens', body, script: 'tokens.js' });
    },
  };
}

const signedOff = `<h1>API tokens</h1>
<p>You are not signed on here.</p>
<ul>
  <li>If your organization signs on through an identity provider, open the sign-on address that it gave you.
    You come back to this page and can make tokens for yourself.</li>
  <li>Otherwise ask an administrator of this Quire: they make a token for you.</li>
</ul>
<p><a href="../">About this Quire</a></p>`;

function signedOnBody(principal: Principal, { items, count }: Tokens, publicUrl: string): string {
  const unseen = count - items.length;
  return `<h1>API tokens</h1>
<p>You are signed on as <strong>${escapeHtml(principal.displayName)}</strong> (${escapeHtml(principal.email)}).
<button type="button" id="sign-out" data-script disabled>Sign out</button></p>
${principal.confinedTo === undefined ? '' : confined}
<p id="failure" role="alert" tabindex="-1" hidden></p>
<noscript><p>Without JavaScript this page only shows; tokens are made and revoked over the API as well.</p></noscript>
${items.length === 0 ? '<p>There is no token to show.</p>' : table(items, principal.tokenId)}
${unseen > 0 ? `<p>${unseen} more are not shown here; the API lists them all.</p>` : ''}
<h2>New token</h2>
${form(principal)}
<section id="created" aria-live="polite" hidden>
  <p><strong>This is the only time that the token is shown.</strong> Keep it as you keep a password.</p>
  <p><textarea id="secret" class="text" rows="2" readonly aria-label="The new token" autocomplete="off" spellcheck="false"></textarea></p>
  <p><button type="button" id="copy">Copy</button> <button type="button" id="done">Done</button></p>
</section>
<p>Use it with <code>${escapeHtml(publicUrl)}/v1</code> as <code>Authorization: Bearer &lt;token&gt;</code>;
the <a href="../api/">reference</a> names every operation.</p>`;
}

const confined = `<p>You signed on through an organization: here you see and make tokens for that organization alone.</p>`;

const table = (items: readonly ApiToken[], ownId: string) => `<table>
<thead><tr><th>Name</th><th>May</th><th>Expires</th><th>Last used</th><td></td></tr></thead>
<tbody>
${items.map((token) => row(token, ownId)).join('\n')}
</tbody>
</table>`;

function row({ id, name, scopes: granted, expiresAt, lastUsedAt, organization }: ApiToken, ownId: string): string {
  const own = id === ownId;
  const revoke = `<button type="button" data-script disabled data-revoke="${escapeHtml(id)}" data-name="${escapeHtml(name)}">Revoke</button>`;
  return `<tr><th scope="row">${escapeHtml(name)}${organization === undefined ? '' : ' <small>one organization</small>'}</th>
  <td data-label="May">${granted.map((scope) => scopes[scope]).join(', ') || 'nothing'}</td>
  <td data-label="Expires">${expiresAt === undefined ? 'never' : day(expiresAt)}</td>
  <td data-label="Last used">${own ? 'now, by this page' : lastUsedAt === undefined ? 'never' : day(lastUsedAt)}</td>
  <td>${own ? '' : revoke}</td></tr>`;
}

const day = (moment: string) => `<time datetime="${moment}">${moment.slice(0, 10)}</time>`;

const form = ({ scopes: own }: Principal) => `<form id="create">
<fieldset data-script disabled>
  <p><label>Name <input name="name" class="text" required maxlength="100" autocomplete="off" placeholder="What it is for"></label></p>
  <p><label>Expires <select name="days">
    <option value="7">in 7 days</option><option value="30">in 30 days</option>
    <option value="90" selected>in 90 days</option><option value="365">in a year</option>
    <option value="">never</option></select></label></p>
  <p>May ${own.map(scopeBox).join(' ')}</p>
  <p><button>Make a token</button></p>
</fieldset>
</form>`;

const scopeBox = (scope: keyof typeof scopes) =>
  `<label><input type="checkbox" name="scope" value="${scope}"${scope === 'admin' ? '' : ' checked'}> ${scopes[scope]}</label>`;
