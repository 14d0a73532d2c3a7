import type { ServerResponse } from 'node:http';
import { type Failure, failureToSend, type Log, type Observed } from '@quire/runtime';
import { sendText, setHeaders } from '../visit.js';
import { escapeHtml, sendPage } from './page.js';

/** Sends a failure to somebody who reads a published site: a page, where the API would answer JSON. */
export function sendFailurePage(response: ServerResponse, error: unknown, log: Log, about: Partial<Observed>): void {
  const failure = failureToSend(response, error, { log, about });
  if (!failure) return;
  const { title, text } = wordsFor(failure);
  setHeaders(response, failure.headers);
  sendPage(response, {
    status: failure.status,
    title,
    body: `<main>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n</main>`,
  });
}

/** The same as a line of text, for programs that read Markdown, feeds and lists. */
export function sendFailureLine(response: ServerResponse, error: unknown, log: Log, about: Partial<Observed>): void {
  const failure = failureToSend(response, error, { log, about });
  if (!failure) return;
  const { title, text } = wordsFor(failure);
  setHeaders(response, { ...failure.headers, 'Cache-Control': 'no-store' });
  sendText(response, failure.status, 'text/plain', `${title}. ${text}\n`);
}

function wordsFor({ status, message }: Failure): { title: string; text: string } {
  switch (status) {
    case 405:
      return { title: 'For reading only', text: message };
    case 429:
      return { title: 'Too many requests', text: 'Please wait a minute, then load this page again.' };
    case 503:
    case 504:
      return {
        title: 'Back in a moment',
        text: 'This page cannot be read right now. Please try again in a few seconds.',
      };
    default:
      return status < 500
        ? { title: 'This address cannot be read', text: message }
        : {
            title: 'Something went wrong',
            text: 'The mistake is on our side and has been noted. Please try again later.',
          };
  }
}
