import { expect } from 'chai';
import type { Log, Service } from '@quire/runtime';
import { after, before } from 'mocha';
import { factories, unique } from '../factories.js';
import { identityService } from '../identity-service.js';
import { foundWithProvider, issuer, postForm, sessionOf, type TestProvider, trusted } from './acs.js';
import { assertionXml, base64, formats, honest, responseXml, signed } from './messages.js';
import { newSigner } from './signer.js';
import { wrappings } from './wrappings.js';

interface Scene {
  provider: TestProvider;
  /** Somebody who may sign on. */
  attacker: string;
  /** Whom the attacker wants to be. */
  victim: string;
  /** Starts a sign-on with a provider, and returns the request's id. */
  request(of?: TestProvider): Promise<string>;
  accept(xml: string): Promise<void>;
  other(): Promise<TestProvider>;
}

interface Forgery {
  name: string;
  reason: string;
  forge: (scene: Scene) => Promise<string> | string;
}

const minute = 60_000;
const from = (minutes: number) => new Date(Date.now() + minutes * minute);
const stranger = newSigner('stranger');
const sha1 = { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' };
const dtd = '<!DOCTYPE r [<!ENTITY who SYSTEM "file:///etc/passwd">]>';
const bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

const forgeries: Forgery[] = [
  {
    name: 'unsigned',
    reason: 'signature',
    forge: ({ provider, victim }) => responseXml(provider.says(victim), assertionXml(provider.says(victim))),
  },
  {
    name: 'signed by another key',
    reason: 'signature',
    forge: ({ provider, victim }) => honest(provider.says(victim), stranger),
  },
  {
    name: 'signed by another key that says it is the trusted one',
    reason: 'signature',
    forge: ({ provider, victim }) => honest(provider.says(victim), { ...stranger, certificate: trusted.certificate }),
  },
  {
    name: 'changed after it was signed',
    reason: 'signature',
    forge: ({ provider, attacker, victim }) => honest(provider.says(attacker), trusted).replaceAll(attacker, victim),
  },
  {
    name: 'with its signature stripped',
    reason: 'signature',
    forge: ({ provider, attacker }) =>
      honest(provider.says(attacker), trusted).replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, ''),
  },
  {
    name: 'only the response signed',
    reason: 'signature',
    forge: ({ provider, victim }) =>
      signed(responseXml(provider.says(victim), assertionXml(provider.says(victim))), trusted, { what: 'response' }),
  },
  {
    name: 'signed with SHA-1',
    reason: 'algorithm',
    forge: ({ provider, victim }) =>
      signed(responseXml(provider.says(victim), assertionXml(provider.says(victim))), trusted, sha1),
  },
  {
    name: 'expired',
    reason: 'expired',
    forge: ({ provider, victim }) =>
      honest(
        { ...provider.says(victim), notBefore: from(-10), notOnOrAfter: from(-1.1), confirmedUntil: from(5) },
        trusted,
      ),
  },
  {
    name: 'with a confirmation that has expired',
    reason: 'expired',
    forge: ({ provider, victim }) => honest({ ...provider.says(victim), confirmedUntil: from(-1.1) }, trusted),
  },
  {
    name: 'of a session that has ended',
    reason: 'expired',
    forge: ({ provider, victim }) => honest({ ...provider.says(victim), sessionEnds: from(-0.1) }, trusted),
  },
  {
    name: 'not valid yet',
    reason: 'not-yet-valid',
    forge: ({ provider, victim }) => honest({ ...provider.says(victim), notBefore: from(1.5) }, trusted),
  },
  {
    name: 'replayed',
    reason: 'replayed',
    async forge({ provider, attacker, accept }) {
      const xml = honest(provider.says(attacker), trusted);
      await accept(xml);
      return xml;
    },
  },
  {
    name: 'replayed in another envelope',
    reason: 'replayed',
    async forge({ provider, attacker, accept }) {
      const xml = honest(provider.says(attacker), trusted);
      await accept(xml);
      return xml.replace(/ ID="[^"]+"/, ' ID="_again"');
    },
  },
  {
    name: 'for another audience',
    reason: 'audience',
    forge: ({ provider, victim }) =>
      honest({ ...provider.says(victim), audience: 'https://other.example.com' }, trusted),
  },
  {
    name: 'for another recipient',
    reason: 'recipient',
    forge: ({ provider, victim }) =>
      honest(
        { ...provider.says(victim), recipient: 'https://other.example.com/acs', destination: provider.service.acsURL },
        trusted,
      ),
  },
  {
    name: 'confirmed by another method than bearing it',
    reason: 'recipient',
    forge: ({ provider, victim }) =>
      honest({ ...provider.says(victim), method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }, trusted),
  },
  {
    name: 'for another destination',
    reason: 'destination',
    forge: ({ provider, victim }) =>
      honest({ ...provider.says(victim), destination: 'https://other.example.com/acs' }, trusted),
  },
  {
    name: 'a signed response without a destination',
    reason: 'destination',
    forge: ({ provider, victim }) =>
      signed(honest({ ...provider.says(victim), destination: undefined }, trusted), trusted, { what: 'response' }),
  },
  {
    name: 'by another issuer',
    reason: 'issuer',
    forge: ({ provider, victim }) =>
      honest({ ...provider.says(victim), issuer: 'https://evil.example.com', envelopeIssuer: issuer }, trusted),
  },
  {
    name: 'in the envelope of another issuer',
    reason: 'issuer',
    forge: ({ provider, victim }) =>
      honest({ ...provider.says(victim), envelopeIssuer: 'https://evil.example.com' }, trusted),
  },
  {
    name: 'for another provider of the same identity provider',
    reason: 'destination',
    forge: async ({ other, victim }) => honest((await other()).says(victim), trusted),
  },
  {
    name: 'in response to an unknown request',
    reason: 'request',
    forge: ({ provider, victim }) => honest({ ...provider.says(victim), inResponseTo: '_unknown' }, trusted),
  },
  {
    name: "in response to another provider's request",
    reason: 'request',
    forge: async ({ provider, victim, request, other }) =>
      honest({ ...provider.says(victim), inResponseTo: await request(await other()) }, trusted),
  },
  {
    name: 'in response to a request that was answered',
    reason: 'request',
    async forge({ provider, attacker, victim, request, accept }) {
      const inResponseTo = await request();
      await accept(honest({ ...provider.says(attacker), inResponseTo }, trusted));
      return honest({ ...provider.says(victim), inResponseTo }, trusted);
    },
  },
  {
    name: 'unsolicited, in an envelope that answers a request',
    reason: 'request',
    forge: async ({ provider, victim, request }) =>
      honest({ ...provider.says(victim), envelopeInResponseTo: await request() }, trusted),
  },
  {
    name: 'an answer in an envelope that hides it',
    reason: 'request',
    forge: async ({ provider, victim, request }) =>
      honest({ ...provider.says(victim), inResponseTo: await request(), envelopeInResponseTo: undefined }, trusted),
  },
  ...wrappings.map(
    ({ name, signs, wrap }): Forgery => ({
      name,
      reason: 'structure',
      forge({ provider, attacker, victim }) {
        const xml = honest(provider.says(attacker), trusted);
        const original = signs === 'response' ? signed(xml, trusted, { what: 'response' }) : xml;
        return wrap(original, (forged) => forged.replaceAll(attacker, victim));
      },
    }),
  ),
  {
    name: 'two assertions, both signed',
    reason: 'structure',
    forge({ provider, attacker, victim }) {
      const one = honest(provider.says(attacker), trusted);
      const another = /<saml:Assertion [\s\S]*<\/saml:Assertion>/.exec(honest(provider.says(victim), trusted))![0];
      return one.replace('<saml:Assertion ', `${another}<saml:Assertion `);
    },
  },
  { name: 'no assertion', reason: 'structure', forge: ({ provider, victim }) => responseXml(provider.says(victim)) },
  {
    name: 'an assertion without its response',
    reason: 'structure',
    forge: ({ provider, victim }) => assertionXml(provider.says(victim)),
  },
  {
    name: 'an encrypted assertion',
    reason: 'encrypted',
    forge: ({ provider, victim }) =>
      responseXml(
        provider.says(victim),
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
  },
  {
    name: 'a failure of the identity provider',
    reason: 'status',
    forge: ({ provider, victim }) => honest({ ...provider.says(victim), status: 'Responder' }, trusted),
  },
  {
    name: 'a document type with an external entity',
    reason: 'document-type',
    forge: ({ provider, victim }) =>
      honest(provider.says(victim), trusted).replace(/^/, dtd).replace(`>${victim}<`, '>&who;<'),
  },
  {
    name: 'entities that expand',
    reason: 'document-type',
    forge: ({ provider, victim }) => bomb + honest(provider.says(victim), trusted).replace(`>${victim}<`, '>&b;<'),
  },
  {
    name: 'an assertion without an address',
    reason: 'no-address',
    forge: ({ provider }) =>
      honest({ ...provider.says(''), nameId: 'ada', format: formats.persistent, attributes: { cn: 'Ada' } }, trusted),
  },
  {
    name: 'thousands of attributes on one element',
    reason: 'too-complex',
    forge: () => `<a ${Array.from({ length: 5_000 }, (_, index) => `a${index}=''`).join(' ')}/>`,
  },
  { name: 'elements nested without end', reason: 'too-complex', forge: () => '<a>'.repeat(100_000) },
  {
    name: 'XML that ends too early',
    reason: 'malformed',
    forge: ({ provider }) => responseXml(provider.says('')).slice(0, 300),
  },
];

describe('consumeSAMLResponse refuses what is forged', () => {
  const identity = identityService();
  const make = factories(identity);
  const lines: Record<string, unknown>[] = [];
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: (fields, message) => void lines.push({ ...fields, message }),
    error: (fields, message) => void lines.push({ ...fields, message }),
    child: () => log,
  };
  let service: Service;
  const url = () => `http://127.0.0.1:${service.port}`;
  const post = (provider: TestProvider, SAMLResponse: string) =>
    postForm(url(), provider.service.acsURL, { SAMLResponse });

  before('starts a service that logs', async () => {
    service = identity.another({}, log);
    await service.start();
  });
  after(() => service.stop());

  const prepare = async (): Promise<Scene> => {
    const provider = await foundWithProvider(identity, make, { signer: trusted });
    return {
      provider,
      attacker: `${unique('attacker')}@example.com`,
      victim: `${unique('victim')}@example.com`,
      async request(of = provider) {
        await fetch(url() + new URL(of.service.startURL).pathname, { redirect: 'manual' });
        const waiting = await identity
          .db('saml_requests')
          .where({ provider_id: of.id })
          .orderBy('expires_at', 'desc')
          .pluck('id');
        return waiting[0];
      },
      async accept(xml) {
        const answer = await post(provider, base64(xml));
        expect(answer.status, JSON.stringify(lines)).to.equal(303);
      },
      other: () => foundWithProvider(identity, make, { signer: trusted }),
    };
  };

  const expectRefusal = async (scene: Scene, response: string, reason: string) => {
    const count = async () => Number((await identity.db('api_tokens').count('* as count').first())!.count);
    const tokens = await count();
    lines.length = 0;
    const answer = await post(scene.provider, response);
    expect(answer.status, answer.body).to.equal(403);
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(answer.body).to.not.include(reason);
    expect(sessionOf(answer)).to.equal(undefined);
    expect(lines.map((line) => [line.message, line.reason])).to.deep.equal([['sign-on refused', reason]]);
    if (response.length > 40) expect(JSON.stringify(lines)).to.not.include(response.slice(0, 40));
    expect(await count()).to.equal(tokens);
    expect(await identity.db('users').where({ email: scene.victim }).first()).to.equal(undefined);
  };

  it('and accepts what is honest', async () => {
    const scene = await prepare();
    await scene.accept(honest(scene.provider.says(scene.attacker), trusted));
    const both = signed(honest(scene.provider.says(scene.attacker), trusted), trusted, { what: 'response' });
    await scene.accept(both);
  });

  for (const { name, reason, forge } of forgeries) {
    it(name, async () => {
      const scene = await prepare();
      await expectRefusal(scene, base64(await forge(scene)), reason);
    });
  }

  for (const [name, response] of Object.entries({
    'an empty answer': '',
    'what is not base64': '<Response/>',
    'base64 of nothing that is text': Buffer.from([0xff, 0xfe, 0x00]).toString('base64'),
  })) {
    it(name, async () => expectRefusal(await prepare(), response, 'malformed'));
  }

  it('all but one of five replays at the same time', async () => {
    const { provider, attacker } = await prepare();
    const response = base64(honest(provider.says(attacker), trusted));
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(provider, response)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([303, 403, 403, 403, 403]);
  });

  it('all but one of five answers to one request at the same time', async () => {
    const { provider, attacker, request } = await prepare();
    const inResponseTo = await request();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        post(provider, base64(honest({ ...provider.says(attacker), inResponseTo }, trusted))),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([303, 403, 403, 403, 403]);
  });

  it('an address that a comment cuts in two, and reads it whole', async () => {
    const { provider, victim } = await prepare();
    const whole = `${victim}.evil.example.com`;
    const nameId = `${victim}<!-- -->.evil.example.com`;
    const answer = await post(provider, base64(honest({ ...provider.says(whole), nameId }, trusted)));
    expect(answer.status).to.equal(303);
    const { body } = await identity.as(sessionOf(answer)!).get('/v1/user', { expect: 200 });
    expect(body.email).to.equal(whole);
  });

  it('a comment that was put into an address after it was signed: the whole address counts', async () => {
    const { provider, victim } = await prepare();
    const whole = `${victim}.evil.example.com`;
    const xml = honest(provider.says(whole), trusted).replace(`${victim}.`, `${victim}<!---->.`);
    const answer = await post(provider, base64(xml));
    const { body } = await identity.as(sessionOf(answer)!).get('/v1/user', { expect: 200 });
    expect(body.email).to.equal(whole);
  });

  it('two megabytes with 413, other forms with 415', async () => {
    const { provider } = await prepare();
    const tooLarge = await post(provider, 'A'.repeat(2 * 1024 * 1024));
    expect(tooLarge.status).to.equal(413);
    const address = url() + new URL(provider.service.acsURL).pathname;
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(address, json)).status).to.equal(415);
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(65)),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const endless = fetch(address, { method: 'POST', body: chunks, headers, duplex: 'half' } as RequestInit);
    const outcome = await endless.then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect(outcome).to.be.oneOf([413, 'cut off']);
  });
});
