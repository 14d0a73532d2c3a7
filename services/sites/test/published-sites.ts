import { createHmac } from 'node:crypto';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { type FakePage, heading, link, paragraph } from './fake-content.js';
import { factories, publicUrl, type SitesFixture } from './sites-service.js';

const guide: FakePage[] = [
  {
    id: 'home',
    title: 'Home',
    nodes: [heading('Home'), paragraph('Welcome.'), link('Deep', { kind: 'page', page: 'deep' })],
  },
  { id: 'more', title: 'More', type: 'group' },
  { id: 'deep', title: 'Deep', parent: 'more', description: 'Far down', emoji: '1f600' },
  { id: 'hidden', title: 'Hidden', hidden: true },
  { id: 'below', title: 'Below', parent: 'hidden' },
  { id: 'away', title: 'Away', type: 'link', target: { kind: 'url', url: 'https://elsewhere.example/' } },
  { id: 'umlaut', type: 'link', hidden: true, target: { kind: 'url', url: 'https://ex.test/ü x' } },
  { id: 'nowhere', type: 'link', hidden: true, target: { kind: 'url', url: 'javascript:alert(1)' } },
  { id: 'itself', type: 'link', hidden: true, target: { kind: 'url', url: '#itself' } },
  { id: 'last', title: 'Last' },
];

/** Makes published sites, and reads them as a browser does. */
export function publishedSites(sites: SitesFixture) {
  const { site: makeSite } = factories(sites);
  const { pages: content } = sites.neighbours;

  const read = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
    const url = `http://127.0.0.1:${sites.service.port}${address.replace(publicUrl, '')}`;
    const answer = await fetch(url, { headers, method, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  /** A published site with the guide in its first space, and what is asked about it. */
  async function published(settings: object = {}, ...others: string[]) {
    const made = await makeSite('Guide', ...others);
    const { admin, path, spaces, organizationId, id } = made;
    spaces.forEach(({ revision }, position) => content.put(revision, position === 0 ? guide : [{ id: 'start' }]));
    await admin.patch(path, { visibility: 'public', ...settings }, { expect: 200 });
    await admin.post(`${path}/publish`, {}, { expect: 200 });
    const root = `/s/${organizationId}/${id}`;
    const at = (rest: string, headers?: Record<string, string>) => read(root + rest, headers);
    const becomes = (status: number, address = root) =>
      eventually(async () => expect((await read(address)).status).to.equal(status));
    const share = async () => (await admin.post(`${path}/share-links`, { name: 'Friends' }, { expect: 201 })).body;
    await becomes((settings as { visibility?: string }).visibility === 'share-link' ? 404 : 200);
    return { ...made, root, at, becomes, share };
  }

  return { read, published };
}

export function jwt(claims: object, key: string, alg = 'HS256'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
