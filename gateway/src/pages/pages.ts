import type { Caller } from '../authenticate.js';
import type { Visit } from '../visit.js';
import { createDocumentation, type DocumentationOptions } from './documentation.js';
import { createReference } from './reference.js';
import { sendStartPage } from './start.js';
import { createThingPage, type ThingPageOptions } from './thing.js';
import { createTokensPage } from './tokens.js';

const paths = /^\/($|v1\/openapi\.json$|api(\/|$)|app\/)/;

/** The gateway's own pages: `/`, the reference of the API, API tokens, and what `urls.app` leads to. */
export function createPages(options: ThingPageOptions & DocumentationOptions) {
  const showReference = createReference(options.publicUrl);
  const { showTokens, sendScript } = createTokensPage(options);
  const findDocumentation = createDocumentation(options);
  const showThing = createThingPage(options);
  return {
    isPage: (path: string) => paths.test(path),
    async showPage(visit: Visit, caller: Caller): Promise<boolean> {
      if (visit.path === '/app/tokens') return showTokens(visit, caller).then(() => true);
      if (visit.path === '/app/tokens.js') {
        sendScript(visit);
        return true;
      }
      if (visit.path.startsWith('/app/')) return showThing(visit, caller);
      if (visit.path !== '/') return showReference(visit);
      sendStartPage(visit.response, { publicUrl: options.publicUrl, documentation: await findDocumentation() });
      return true;
    },
  };
}
