import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { after, before } from 'mocha';
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { bare, type Signer } from './signer.js';

export interface Page {
  status: number;
  location?: string | undefined;
  body: string;
}

/** A form of a page, with its fields as the browser would send them. */
export interface Form {
  action: string;
  fields: Record<string, string>;
}

export interface RunningIdentityProvider {
  /** What an administrator enters at the other side. */
  readonly settings: { entityID: string; ssoURL: string; certificate: string };
  /** Reads the metadata of a service, as its administrator does. */
  trust(metadata: string): void;
  /** The form of somebody who came here by themselves and picked the service from a list. */
  launch(email: string): Promise<Form>;
  /** Opens one of its pages as a browser that trusts its certificate. */
  open(address: string, form?: Record<string, string>): Promise<Page>;
}

const attributes = ['email', 'displayName'].map((name) => ({
  name,
  valueTag: name,
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  valueXsiType: 'xs:string',
}));
const authnStatement =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';
const context = SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', authnStatement);
const escape = (value: string) => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const unescape = (value: string) => value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** samlify as an identity provider with a login form, behind https on a port of its own. */
export function identityProvider(signer: Signer): RunningIdentityProvider {
  // Checking against the schemas takes Java; the other side is the one under test.
  setSchemaValidator({ validate: async () => 'skipped' });
  let base = '';
  let service: ReturnType<typeof ServiceProvider> | undefined;
  const entityID = () => `${base}/metadata`;
  const provider = () =>
    IdentityProvider({
      entityID: entityID(),
      privateKey: signer.privateKey,
      signingCert: bare(signer.certificate),
      requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
      isAssertionEncrypted: false,
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${base}/sso` }],
      singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${base}/slo` }],
      loginResponseTemplate: { context, attributes },
    });

  const answer = async (
    email: string,
    { requestId, relayState }: { requestId?: string; relayState?: string | undefined },
  ) => {
    const now = new Date().toISOString();
    const until = new Date(Date.now() + 5 * 60_000).toISOString();
    const acs = service!.entityMeta.getAssertionConsumerService('post') as string;
    const tags = {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: `_${crypto.randomUUID()}`,
      Destination: acs,
      SubjectRecipient: acs,
      Audience: service!.entityMeta.getEntityID(),
      Issuer: entityID(),
      IssueInstant: now,
      StatusCode: Constants.StatusCode.Success,
      ConditionsNotBefore: now,
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      NameID: email,
      InResponseTo: requestId,
      attrEmail: email,
      attrDisplayName: 'Ada Lovelace',
    };
    const fill = (template: string) => ({ id: tags.ID, context: SamlLib.replaceTagsByValue(template, tags) });
    const { context: SAMLResponse } = await provider().createLoginResponse(service!, { extract: {} }, 'post', {}, fill);
    return { action: acs, fields: { SAMLResponse, ...(relayState === undefined ? {} : { RelayState: relayState }) } };
  };

  const page = ({ action, fields }: Form, button: string) =>
    `<form method="post" action="${escape(action)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
      .join('')}${button}</form>`;

  /** Its pages: the login form for a request, and after it the form that takes the answer back by itself. */
  const show = async (incoming: IncomingMessage): Promise<string> => {
    if (incoming.method === 'POST') {
      const fields = new URLSearchParams(await text(incoming));
      const relayState = fields.get('RelayState') ?? undefined;
      const form = await answer(fields.get('email')!, { requestId: fields.get('request')!, relayState });
      return page(form, '<script>document.forms[0].submit()</script>');
    }
    const query = Object.fromEntries(new URL(incoming.url!, base).searchParams);
    const { extract } = await provider().parseLoginRequest(service!, 'redirect', { query });
    const { RelayState } = query;
    const fields = {
      request: (extract.request as { id: string }).id,
      email: '',
      ...(RelayState === undefined ? {} : { RelayState }),
    };
    return page({ action: `${base}/login`, fields }, '<button>Sign in</button>');
  };
  const server = createServer({ key: signer.privateKey, cert: signer.certificate }, (incoming, response) => {
    show(incoming).then(
      (html) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });

  before('starts an identity provider', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  after('stops the identity provider', () => new Promise((resolve) => server.close(resolve)));

  return {
    get settings() {
      return { entityID: entityID(), ssoURL: `${base}/sso?tenant=acme`, certificate: signer.certificate };
    },
    trust(metadata) {
      service = ServiceProvider({ metadata });
    },
    launch: (email) => answer(email, {}),
    open: (address, form) =>
      new Promise((resolve, reject) => {
        const body = form && new URLSearchParams(form).toString();
        const options = {
          method: body === undefined ? 'GET' : 'POST',
          ca: signer.certificate,
          family: 4,
          agent: false,
        };
        const outgoing = request(address, options, (response) => {
          text(response).then((content) => resolve({ status: response.statusCode!, body: content }), reject);
        });
        outgoing.on('error', reject).end(body);
      }),
  };
}

/** The form of a page. */
export function formOf(html: string): Form {
  const action = unescape(/<form method="post" action="([^"]+)"/.exec(html)![1]!);
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return { action, fields: Object.fromEntries(Array.from(inputs, ([, name, value]) => [name!, unescape(value!)])) };
}
