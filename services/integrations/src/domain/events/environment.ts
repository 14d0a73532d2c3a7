import { createHmac } from 'node:crypto';
import { type Principal, transaction } from '@quire/runtime';
import { LRUCache } from 'lru-cache';
import type { Integrations } from '../../integrations.js';
import { presentInstallation } from '../../present/installation.js';
import { presentIntegration } from '../../present/integration.js';
import { presentSiteInstallation, presentSpaceInstallation } from '../../present/place.js';
import { findInstallation } from '../../tables/installation.js';
import { findInstalled, type PlaceKind } from '../../tables/place.js';
import type { IntegrationRow } from '../../tables/integration.js';
import type { ScriptRow } from '../../tables/script.js';
import { viewOf } from '../owners.js';
import { issueToken } from '../tokens.js';

/** What an event is about. */
export interface About {
  installation?: string | undefined;
  space?: string | undefined;
  site?: string | undefined;
}

/** What makes environments: keys, and the tokens that were handed out a moment ago. */
export interface Environments {
  /** Signs what is said to the holder of the name, of one kind or another. */
  signingSecret(kind: string, name: string): string;
  tokens: LRUCache<string, string>;
}

/** Well below the hour that a token is good for. */
const tokenReuseMs = 5 * 60_000;

export const environments = (key: Buffer): Environments => ({
  signingSecret: (kind, name) => createHmac('sha256', key).update(`signing ${kind} ${name}`).digest('hex'),
  tokens: new LRUCache({ max: 2_000, ttl: tokenReuseMs }),
});

type Context = Pick<Integrations, 'db' | 'clock' | 'identity' | 'publicUrl' | 'vault' | 'environments'>;

/** What a script is given beside an event: itself, its installation, secrets, and tokens for the API. */
export async function environmentOf(
  context: Context,
  { integration, script }: { integration: IntegrationRow; script: ScriptRow },
  { installation: id, space, site }: About,
): Promise<object> {
  const { db, publicUrl, vault } = context;
  const { name } = integration;
  const { signingSecret } = context.environments;
  const principal = itself(name);
  const installation = id === undefined ? undefined : await findInstallation(db, { integration: name, id });
  const at = (kind: PlaceKind, place: string | undefined) =>
    installation && place !== undefined
      ? placeOf(context, integration, { installation: installation.id, kind, place })
      : undefined;
  const onSpace = await at('space', space);
  const onSite = await at('site', site);
  const integrationToken = await tokenFor(context, integration);
  const installationToken = installation && (await tokenFor(context, integration, id));
  const ownSecret = signingSecret('integration', publicationOf(integration));
  return {
    authToken: installationToken ?? integrationToken,
    apiEndpoint: publicUrl,
    apiTokens: { integration: integrationToken, ...(installationToken ? { installation: installationToken } : {}) },
    integration: presentIntegration(integration, await viewOf([integration], principal, context)),
    ...(installation ? { installation: presentInstallation(installation, publicUrl) } : {}),
    ...(onSpace ? { spaceInstallation: onSpace } : {}),
    ...(onSite ? { siteInstallation: onSite } : {}),
    secrets: script.secrets ? (JSON.parse(vault.open(script.secrets, name)) as object) : {},
    signingSecret: ownSecret,
    signingSecrets: {
      integration: ownSecret,
      ...(installation ? { installation: signingSecret('installation', installation.id) } : {}),
      ...(onSpace ? { spaceInstallation: signingSecret('space', `${id}/${space}`) } : {}),
      ...(onSite ? { siteInstallation: signingSecret('site', `${id}/${site}`) } : {}),
    },
  };
}

async function placeOf(context: Context, integration: IntegrationRow, { installation, kind, place }: Place) {
  const row = await findInstalled(context.db, { kind, installation }, place);
  if (!row) return undefined;
  const shown = { row, integration };
  return kind === 'space'
    ? presentSpaceInstallation(shown, context.publicUrl)
    : presentSiteInstallation(shown, context.publicUrl);
}

interface Place {
  installation: string;
  kind: PlaceKind;
  place: string;
}

/** A name and since when: nothing of one publisher's is for the next who takes the name. */
const publicationOf = ({ name, created_at }: IntegrationRow): string => `${name} ${created_at.getTime()}`;

async function tokenFor(context: Context, row: IntegrationRow, installation?: string) {
  const { tokens } = context.environments;
  const key = `${publicationOf(row)} ${installation ?? ''}`;
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const { token } = await transaction(context.db, (tx) =>
    issueToken(tx, context, { integration: row.name, ...(installation === undefined ? {} : { installation }) }),
  );
  tokens.set(key, token);
  return token;
}

/** An integration sees itself as strangers do. */
const itself = (name: string): Principal => ({
  kind: 'integration',
  userId: name,
  displayName: name,
  email: '',
  instanceAdmin: false,
  organizations: {},
  signOn: {},
  tokenId: name,
  scopes: [],
  integration: name,
});
