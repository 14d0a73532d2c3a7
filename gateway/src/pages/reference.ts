import { openApiDocument } from '@quire/contract';
import { entityTag, sendJson } from '@quire/runtime';
import { Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { hashSource } from './page.js';

/** `GET /v1/openapi.json` and the reference page at `/api/`, which loads nothing from elsewhere. */
export function createReference(publicUrl: string): Router {
  let document: { text: string; tag: string } | undefined;
  const made = () => {
    if (!document) {
      const text = JSON.stringify(openApiDocument({ serverUrl: publicUrl }));
      document = { text, tag: entityTag(text) };
    }
    return document;
  };

  const options = { customSiteTitle: 'Quire API', swaggerUrl: '../v1/openapi.json', swaggerOptions: {} };
  const html = swaggerUi.generateHTML(undefined, options);
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => hashSource(text));
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' ${styles.join(' ')}`,
    `img-src 'self' data:`,
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

  const router = Router({ strict: true });
  router.get('/v1/openapi.json', (request, response) => {
    const { text, tag } = made();
    sendJson(request, response, 200, text, tag);
  });
  router.get('/api', (_request, response) => response.redirect(308, 'api/'));
  router.get('/api/', (_request, response) => {
    response.set('Content-Security-Policy', policy).type('text/html').send(html);
  });
  router.use('/api/', ...swaggerUi.serveFiles(undefined, options));
  return router;
}
