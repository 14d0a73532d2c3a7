import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Helmet's headers for every answer; they depend on nothing in a request and are made once. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] },
    },
    // Files are embedded by pages of other origins; what is private needs a token anyway.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xPoweredBy: false,
  });
  const headers: Record<string, string> = {};
  const recorder = { setHeader: (name: string, value: string) => (headers[name] = value) };
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}
