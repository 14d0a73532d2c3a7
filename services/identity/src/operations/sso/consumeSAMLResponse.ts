import { contract } from '@quire/contract';
import { rawOperation, transaction } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { readForm } from '../../domain/saml/form.js';
import { SignOnRefused } from '../../domain/saml/refusal.js';
import { isActive } from '../../domain/saml/service-provider.js';
import { signOn } from '../../domain/saml/sign-on.js';
import { verifyResponse } from '../../domain/saml/verify-response.js';
import type { Identity } from '../../identity.js';
import { startedSession } from '../../present/session.js';
import { refusalPage, unknownProviderPage } from '../../present/sign-on-page.js';
import { findSamlProvider } from '../../tables/saml-provider.js';

export const consumeSAMLResponse = rawOperation(
  contract.consumeSAMLResponse,
  async ({ params, headers, body }, identity: Identity) => {
    const { db, clock, log, config } = identity;
    const form = await readForm(headers, body);
    const provider = await findSamlProvider(db, params);
    if (!provider || !isActive(provider)) return unknownProviderPage();
    const now = clock();
    const about = { operationId: contract.consumeSAMLResponse.operationId, ...params };
    try {
      const verified = await verifyResponse(form.get('SAMLResponse') ?? '', {
        provider,
        publicUrl: config.PUBLIC_URL,
        now,
      });
      const session = await transaction(db, (tx) => signOn(tx, provider, { ...verified, now }));
      if (session.changed) await forgetPrincipals(identity, [session.userId]);
      log.info({ ...about, userId: session.userId }, 'signed on');
      return startedSession(session, { returnTo: form.get('RelayState'), publicUrl: config.PUBLIC_URL, now });
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error;
      log.warn({ ...about, reason: error.reason, detail: error.detail?.slice(0, 200) }, 'sign-on refused');
      return refusalPage(error.reason);
    }
  },
);
