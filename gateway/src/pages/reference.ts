import type { IncomingMessage, ServerResponse } from 'node:http';
import { openApiDocument } from '@quire/contract';
import { entityTag, holds } from '@quire/runtime';
import express, { type Express, type Request, type Response } from 'express';
import swaggerUi from 'swagger-ui-express';
import { sendText, setHeaders, type Visit } from '../visit.js';

/** `GET /v1/openapi.json` and the reference page at `/api/`, which loads nothing from elsewhere. */
export function createReference(publicUrl: string): (visit: Visit) => Promise<boolean> {
  let document: { text: string; tag: string } | undefined;
  const made = () => {
    if (!document) {
      const text = JSON.stringify(openApiDocument({ serverUrl: publicUrl }));
      document = { text, tag: entityTag(text) };
    }
    return document;
  };

  const options = {
    customSiteTitle: 'Quire API',
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerUrl: '../v1/openapi.json',
    swaggerOptions: {},
  };
  const html = swaggerUi.generateHTML(undefined, options);
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    // The page sets styles as attributes: without them its hidden pictures take up room.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

  const files = express();
  files.disable('x-powered-by').use('/api/', ...swaggerUi.serveFiles(undefined, options));

  return async ({ request, response, path }) => {
    if (path === '/v1/openapi.json') {
      const { text, tag } = made();
      setHeaders(response, { ETag: tag, 'Cache-Control': 'no-cache' });
      if (holds(request, tag)) response.writeHead(304).end();
      else sendText(response, 200, 'application/json', text);
    } else if (path === '/api') {
      response.writeHead(308, { Location: 'api/' }).end();
    } else if (path === '/api/') {
      response.setHeader('Content-Security-Policy', policy);
      sendText(response, 200, 'text/html', html);
    } else {
      return served(files, request, response);
    }
    return true;
  };
}

/** Lets an Express app answer; false when it does not. */
function served(app: Express, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true));
    app(request as Request, response as Response, (error?: unknown) =>
      error === undefined ? resolve(false) : reject(error),
    );
  });
}
