import { contract } from '@quire/contract';
import { invalid, newId, rawOperation } from '@quire/runtime';
import { isReturnPath } from '../../domain/saml/return-path.js';
import { authorizeUrl, isActive, serviceAddresses } from '../../domain/saml/service-provider.js';
import type { Identity } from '../../identity.js';
import { unknownProviderPage } from '../../present/sign-on-page.js';
import { findSamlProvider } from '../../tables/saml-provider.js';
import { insertSamlRequest } from '../../tables/saml-sign-on.js';

const answerWithinMs = 10 * 60_000;

export const startSAMLSignOn = rawOperation(
  contract.startSAMLSignOn,
  async ({ params, query: { returnTo } }, { db, clock, config }: Identity) => {
    if (returnTo !== undefined && !isReturnPath(returnTo)) {
      throw invalid([{ path: 'query.returnTo', message: 'must be a path of this instance, such as /app/tokens' }]);
    }
    const provider = await findSamlProvider(db, params);
    if (!provider || !isActive(provider)) return unknownProviderPage();
    const now = clock().getTime();
    // Ids of XML elements do not begin with a digit.
    const requestId = `_${newId(now)}${newId(now)}`;
    const expiresAt = new Date(now + answerWithinMs);
    if (!(await insertSamlRequest(db, { id: requestId, providerId: provider.id }, expiresAt))) {
      return unknownProviderPage();
    }
    const addresses = serviceAddresses(provider, config.PUBLIC_URL);
    const location = await authorizeUrl(provider, { addresses, requestId, relayState: returnTo });
    return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } };
  },
);
