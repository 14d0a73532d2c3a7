import type { RawAnswer } from '@quire/runtime';
import type { RefusalReason } from '../domain/saml/refusal.js';

/** What a browser is told; a forger learns nothing from it, so most reasons are told alike. */
const explanations: Partial<Record<RefusalReason, string>> = {
  'no-address': 'Your identity provider did not say what your e-mail address is. Ask your administrator to release it.',
  disabled: 'Your account is disabled. Ask an administrator of your organization to enable it.',
  encrypted: 'Encrypted assertions are not supported. Ask your administrator to switch encryption off.',
  status: 'Your identity provider did not sign you on.',
};
const general =
  'The answer of your identity provider could not be accepted. Sign on again; if that does not help, ask your administrator.';

export const refusalPage = (reason: RefusalReason): RawAnswer =>
  page(403, 'You are not signed on', explanations[reason] ?? general);

export const unknownProviderPage = (): RawAnswer =>
  page(404, 'There is nothing here', 'This way to sign on does not exist, or is not set up completely yet.');

/** A small page of constant text, which therefore needs no escaping. */
function page(status: number, title: string, text: string): RawAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`,
  };
}
