import type { ServerResponse } from 'node:http';
import { escapeHtml, sendPage } from './page.js';

/** The page at `/`: what answers here and where to go on. */
export function sendStartPage(
  response: ServerResponse,
  { publicUrl, documentation }: { publicUrl: string; documentation: string | undefined },
): void {
  const body = `<h1>Quire</h1>
<p>Documentation as spaces with history, change requests and published sites. It is used over its API.</p>
<dl>${documentation === undefined ? '' : `\n  <dt>Documentation</dt><dd><a href="${escapeHtml(documentation)}">how to use and run it</a></dd>`}
  <dt>API</dt><dd><code>${escapeHtml(publicUrl)}/v1</code>, with <code>Authorization: Bearer &lt;token&gt;</code></dd>
  <dt>Tokens</dt><dd><a href="app/tokens">your API tokens, once you have signed on</a></dd>
  <dt>Reference</dt><dd><a href="api/">every operation, to read and to try</a></dd>
  <dt>OpenAPI</dt><dd><a href="v1/openapi.json">the same as a document for tools</a></dd>
  <dt>State</dt><dd><a href="readyz">whether every service is ready</a></dd>
</dl>`;
  sendPage(response, { title: 'Quire', body });
}
