import { type FailureDetail, invalid, type Role } from '@quire/runtime';
import type { SamlProviderChanges } from '../../tables/saml-provider.js';
import { readCertificates } from './certificates.js';

export interface SamlProviderInput {
  label?: string | undefined;
  entityID?: string | undefined;
  certificate?: string | undefined;
  ssoURL?: string | undefined;
  defaultTeam?: string | undefined;
  defaultRole?: Role | null | undefined;
}

/** Turns what was entered into columns; throws 400 with everything that is wrong. Fields that are absent stay absent. */
export function readProviderInput(input: SamlProviderInput): SamlProviderChanges {
  const { entityID, certificate, ssoURL } = input;
  const details: FailureDetail[] = [];
  if (entityID === '') details.push({ path: 'body.entityID', message: 'must not be empty' });
  if (certificate !== undefined && !readCertificates(certificate)) {
    details.push({
      path: 'body.certificate',
      message: 'must be X.509 certificates with RSA keys, as PEM or bare base64',
    });
  }
  if (ssoURL !== undefined && new URL(ssoURL).protocol !== 'https:') {
    details.push({ path: 'body.ssoURL', message: 'must be an https URL' });
  }
  if (details.length > 0) throw invalid(details);
  return {
    label: input.label,
    entity_id: entityID,
    certificate,
    sso_url: ssoURL,
    default_team_id: input.defaultTeam,
    default_role: input.defaultRole,
  };
}
