import { expect } from 'chai';
import { bearer, startWorld, type World } from './support/world.js';

describe('/app/tokens', () => {
  let world: World;

  before(async () => {
    world = await startWorld((_request, response) => void response.end('{}'));
  });
  after(() => world.stop());

  const page = async (token?: string) => {
    const answer = await fetch(`${world.url}/app/tokens`, { headers: token === undefined ? {} : bearer(token) });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    return { html: await answer.text(), policy: answer.headers.get('content-security-policy')! };
  };

  it('tells who is not signed on what to do, and runs nothing', async () => {
    const { html, policy } = await page();
    expect(html).to.include('You are not signed on').and.not.include('<script');
    expect(policy)
      .to.match(/^default-src 'none'/)
      .and.not.include('script-src');
    const installation = world.identity.issue({ kind: 'installation' });
    expect((await page(installation)).html).to.include('You are not signed on');
  });

  it('shows who is signed on and their tokens, as text', async () => {
    const token = world.identity.issue({ displayName: '<b>Ada</b>', tokenId: 'own' });
    world.identity.tokens = [
      { id: 'own', name: 'Session', scopes: ['read'], expiresAt: '2030-05-06T07:08:09.000Z' },
      { id: 'other', name: '"><script>alert(1)</script>', scopes: ['read', 'write'], organization: 'org1' },
    ];
    const { html, policy } = await page(token);
    expect(html).to.include('&#60;b&#62;Ada').and.not.include('<b>');
    expect(html).to.include('data-name="&#34;&#62;&#60;script').and.not.include('<script>');
    expect(html).to.include('2030-05-06').and.include('one organization');
    expect(html.match(/data-revoke="\w+"/g)).to.deep.equal(['data-revoke="other"']);
    expect(policy).to.include("script-src 'self'; connect-src 'self'").and.not.include('unsafe');
  });

  it('offers the scopes that the caller has', async () => {
    const offered = async (scopes: ('read' | 'write' | 'admin')[]) =>
      (await page(world.identity.issue({ scopes }))).html.match(/(?<=name="scope" value=")\w+/g);
    expect(await offered(['read', 'write'])).to.deep.equal(['read', 'write']);
    expect(await offered(['read', 'write', 'admin'])).to.deep.equal(['read', 'write', 'admin']);
  });

  it('has one script, which is not sent again while it is the same', async () => {
    const answer = await fetch(`${world.url}/app/tokens.js`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.match(/^text\/javascript/);
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    const again = await fetch(`${world.url}/app/tokens.js`, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect(again.status).to.equal(304);
    expect((await fetch(`${world.url}/app/tokens`, { method: 'POST' })).status).to.equal(405);
  });
});
