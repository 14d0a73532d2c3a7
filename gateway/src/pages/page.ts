import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendText, setHeaders } from '../visit.js';

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto 0; padding: 0 1.5rem; }
  h1 { font-size: 1.6rem; margin-bottom: 0.2em; }
  code { font-size: 0.9em; }
  dt { opacity: 0.7; } dd { margin: 0 0 0.8em; overflow-wrap: anywhere; }
`;

/** The `Content-Security-Policy` source of one inline style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = `default-src 'none'; style-src ${hashSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sends a small page; `body` is HTML already. */
export function sendPage(response: ServerResponse, { title, body }: { title: string; body: string }): void {
  setHeaders(response, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  const html =
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n` +
    `<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  sendText(response, 200, 'text/html', html);
}
