import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { type Browser, chromium } from 'playwright-core';
import { identityProvider } from '../../../services/identity/test/saml/identity-provider.js';
import { newSigner } from '../../../services/identity/test/saml/signer.js';
import { apiClient } from '@quire/testing';
import { mode, world } from '../support/world.js';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

describe(`signing on in a browser, ${mode}`, () => {
  const quire = world();
  const provider = identityProvider(newSigner());
  let browser: Browser | undefined;

  before('starts Chromium', async function () {
    if (!existsSync(executablePath)) return this.skip();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath, args });
  });
  after(() => browser?.close());

  it('a newcomer goes through the identity provider, makes a token, and signs out', async function () {
    this.timeout(60_000);
    const { api, url } = quire;
    const organization = (await api.post('/v1/orgs', { title: 'Acme' }, { expect: 201 })).body.id;
    const { service, id } = (
      await api.post(`/v1/orgs/${organization}/saml`, { label: 'Samlify', defaultRole: 'edit', ...provider.settings })
    ).body;
    provider.trust(await (await fetch(service.entityID)).text());
    const colleague = (await api.post('/v1/admin/users', { email: 'bob@acme.test', displayName: 'Bob' })).body;
    await api.post(`/v1/orgs/${organization}/invites`, { emails: ['bob@acme.test'], role: 'edit' });
    await api.patch(`/v1/orgs/${organization}`, { sso: true }, { expect: 200 });
    const closed = await apiClient(url, colleague.token).get(`/v1/orgs/${organization}/spaces`, { expect: 403 });
    expect(closed.body.error.message).to.include(service.startURL);

    const page = await (await browser!.newContext({ ignoreHTTPSErrors: true })).newPage();
    await page.goto(`${service.startURL}?returnTo=/app/tokens`);
    await page.locator('input[name=email]').evaluate((input) => Object.assign(input, { value: 'ada@acme.test' }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${url}/app/tokens`);
    expect(await page.textContent('body'))
      .to.include('Ada Lovelace')
      .and.include('ada@acme.test');

    await page.getByLabel('Name').fill('Laptop');
    await page.locator('#create button').click();
    const secret = page.locator('#secret');
    await secret.waitFor();
    const token = await secret.inputValue();
    const ada = apiClient(url, token);
    const { body } = await ada.get('/v1/orgs', { expect: 200 });
    expect(body.items.map((item: { id: string }) => item.id)).to.deep.equal([organization]);
    const made = await ada.post(`/v1/orgs/${organization}/spaces`, { title: 'Handbook' });
    expect(made.status, 'edit is too little to create').to.equal(403);
    await ada.get(`/v1/orgs/${organization}/spaces`, { expect: 200 });
    await ada.post('/v1/orgs', { title: 'Elsewhere' }, { expect: 403 });

    await page.reload();
    expect(await page.textContent('table'))
      .to.include('Laptop')
      .and.include('Sign-on: Samlify');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are not signed on here.').waitFor();
    await ada.get('/v1/user', { expect: 200 });

    await api.delete(`/v1/orgs/${organization}/saml/${id}`, { expect: 409 });
    await api.patch(`/v1/orgs/${organization}`, { sso: false }, { expect: 200 });
    await api.delete(`/v1/orgs/${organization}/saml/${id}`, { expect: 204 });
    await apiClient(url, colleague.token).get(`/v1/orgs/${organization}/spaces`, { expect: 200 });
  });
});
