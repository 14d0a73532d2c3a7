import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../escape.js';

const markdown = new MarkdownIt({ html: false, linkify: false });
// What a specification says in passing is no part of the page's outline.
markdown.renderer.rules.heading_open = () => '<p><strong>';
markdown.renderer.rules.heading_close = () => '</strong></p>\n';
const longestText = 20_000;
const longestLabel = 500;

/** What a specification says in Markdown, as HTML; empty for what is no text. */
export const prose = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== ''
    ? `<div class="api-prose">${markdown.render(value.slice(0, longestText))}</div>`
    : '';

/** A value on one line, as JSON unless it is text. */
export function label(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return escapeHtml(text.length > longestLabel ? `${text.slice(0, longestLabel)}…` : text);
}
