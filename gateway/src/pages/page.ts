import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendText, setHeaders } from '../visit.js';

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto 4rem; padding: 0 1.5rem; }
  body { color: light-dark(#1a2233, #e4e8f0); background: light-dark(#fff, #12161e); }
  a { color: light-dark(#2353c5, #8fb3ff); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
  a:hover { text-decoration-thickness: 2px; }
  h1 { font-size: 2.2rem; line-height: 1.2; letter-spacing: -0.02em; margin-bottom: 0.2em; }
  code { font-size: 0.9em; }
  h2 { font-size: 1.2rem; margin-top: 2em; }
  dl { margin-top: 2rem; } dt { opacity: 0.7; font-size: 0.875rem; } dd { margin: 0 0 0.8em; overflow-wrap: anywhere; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: 0.4em 0.8em 0.4em 0; border-bottom: 1px solid #8884; }
  tbody th { overflow-wrap: anywhere; }
  thead th { font-weight: normal; opacity: 0.7; } small { opacity: 0.7; font-weight: normal; }
  td:last-child { text-align: right; padding-right: 0; } time { white-space: nowrap; }
  fieldset { border: 0; padding: 0; margin: 0; } label { display: inline-block; margin-right: 1em; }
  button, input, select { font: inherit; } button { padding: 0.2em 0.8em; white-space: nowrap; }
  label:has(.text) { display: block; margin: 0; } ::placeholder { color: inherit; opacity: 0.6; }
  .text { width: 100%; box-sizing: border-box; padding: 0.3em 0.5em; }
  textarea { font: 1rem/1.4 ui-monospace, monospace; word-break: break-all; resize: none; }
  [role=alert] { border-left: 4px solid #d33; padding-left: 0.8em; }
  @media (max-width: 34rem) {
    body { margin-top: 2rem; } thead { display: none; }
    tr { display: block; padding: 0.6em 0; border-bottom: 1px solid #8884; }
    th, td, td:last-child { display: block; border: 0; padding: 0.1em 0; text-align: left; }
    td[data-label]::before { content: attr(data-label) ": "; opacity: 0.7; }
  }
`;

/** The `Content-Security-Policy` source of one inline style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = `default-src 'none'; style-src ${hashSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const scriptPolicy = `${policy}; script-src 'self'; connect-src 'self'`;

export interface Page {
  title: string;
  /** HTML already. */
  body: string;
  /** 200 unless set. */
  status?: number;
  /** Address of a script beside the page. */
  script?: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sends a small page, under a policy that lets nothing in but what it is made of. */
export function sendPage(response: ServerResponse, { status = 200, title, body, script }: Page): void {
  const csp = script === undefined ? policy : scriptPolicy;
  setHeaders(response, { 'Content-Security-Policy': csp, 'Cache-Control': 'no-store' });
  const html =
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n` +
    `<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n${script === undefined ? '' : `<script src="${script}" defer></script>\n`}</head>\n<body>\n${body}\n</body>\n</html>\n`;
  sendText(response, status, 'text/html', html);
}
