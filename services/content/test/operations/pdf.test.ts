import type { FileStore } from '@quire/runtime';
import { expect } from 'chai';
import { sweepPdfs } from '../../src/domain/pdf/sweep-pdfs.js';
import { contentService, principalOf } from '../content-service.js';
import { factories } from '../factories.js';
import { readPdf } from '../pdf/read-pdf.js';

const minute = 60 * 1_000;

describe('PDF', () => {
  const content = contentService();
  const make = factories(content);

  afterEach(() => {
    content.now = new Date();
  });

  const download = async (url: string, headers: Record<string, string> = {}) => fetch(content.reach(url), { headers });
  const pdfAt = async (url: string) => readPdf(Buffer.from(await (await download(url)).arrayBuffer()));

  async function book() {
    const made = await make.written({
      Start: '# Start\n\nSee [the guide](/guide#first-part) or [elsewhere](https://example.com/a).\n',
      Guide: '# Guide\n\n## First part\n\nOne.\n\n## Second part\n\nTwo.\n',
    });
    const path = `/v1/spaces/${made.spaceId}`;
    await make.edit(made.admin, path, [
      { operation: 'insert_page', title: 'Below', document: { markdown: 'Deeper.' }, into: made.ids.Guide },
    ]);
    const { body } = await content.as(made.admin).get(`${path}/content/pages`, { expect: 200 });
    const guide = body.pages.find(({ title }: { title: string }) => title === 'Guide');
    return { ...made, path, below: guide.pages[0]?.id as string };
  }

  it('getSpacePDF makes a document with title page, contents, bookmarks and page numbers', async () => {
    const { admin, path } = await book();
    const { body } = await content.as(admin).get(`${path}/pdf`, { expect: 200 });
    const pdf = await pdfAt(body.url);
    expect(pdf.title).to.equal('Guide');
    expect(pdf.pages).to.have.length(5);
    expect(pdf.pages[0]).to.include('Guide');
    expect(pdf.pages[1]).to.match(/^Contents\s+Start\s*3\s*Guide\s*4\s*Below\s*5\s/);
    expect(pdf.bookmarks).to.deep.equal(['Start', 'Guide', '  First part', '  Second part', '  Below']);
    expect(pdf.pages[4]).to.include('5 / 5');
  });

  it('getSpacePDF links to places in the document and to addresses outside', async () => {
    const { admin, path, ids } = await book();
    const markdown = `[guide](/pages/${ids.Guide}#second-part) [out](https://example.com/a?b=c) [x](<javascript:alert(1)>)`;
    await make.edit(admin, path, [{ operation: 'update_page', page: ids.Start, document: { markdown } }]);
    const { body } = await content.as(admin).get(`${path}/pdf`, { expect: 200 });
    const pdf = await pdfAt(body.url);
    expect(pdf.urls).to.deep.equal(['https://example.com/a?b=c']);
    expect(pdf.jumps).to.include('p2-3');
    expect(pdf.gone).to.deep.equal([]);
  });

  it('getSpacePDF prints a page with what is below it, or only the page', async () => {
    const { admin, path, ids } = await book();
    const pagesOf = async (query: object) => {
      const { body } = await content.as(admin).get(`${path}/pdf`, { query: { ...query }, expect: 200 });
      return pdfAt(body.url);
    };
    const tree = await pagesOf({ page: ids.Guide });
    expect(tree.bookmarks).to.deep.equal(['Guide', '  First part', '  Second part', '  Below']);
    const one = await pagesOf({ page: ids.Guide, only: true });
    expect(one.pages).to.have.length(1);
    expect(one.pages[0]).to.include('Second part').and.not.include('Deeper');
    await content.as(admin).get(`${path}/pdf`, { query: { page: 'nothing' }, expect: 404 });
    await content.as(admin).get(`${path}/pdf`, { query: { only: true }, expect: 400 });
  });

  it('getSpacePDF leaves out hidden pages and what is below them, unless one is asked for', async () => {
    const { admin, path, ids } = await book();
    await make.edit(admin, path, [{ operation: 'update_page', page: ids.Guide, hidden: true }]);
    const { body } = await content.as(admin).get(`${path}/pdf`, { expect: 200 });
    expect((await pdfAt(body.url)).bookmarks).to.deep.equal(['Start']);
    const asked = await content.as(admin).get(`${path}/pdf`, { query: { page: ids.Guide }, expect: 200 });
    expect((await pdfAt(asked.body.url)).bookmarks).to.include('Guide');
  });

  it('getChangeRequestPDF prints the content of a change request and says which one it is', async () => {
    const { admin, spaceId, ids } = await make.written({ Home: '# Home\n\nBefore.' });
    const changes = [{ operation: 'update_page', page: ids.Home, document: { markdown: '# Home\n\nAfter.' } }];
    const request = await make.changeRequest(admin, spaceId, changes);
    await content.as(admin).patch(request.path, { subject: 'Better words' }, { expect: 200 });
    for (const name of [request.id, request.number]) {
      const { body } = await content
        .as(admin)
        .get(`/v1/spaces/${spaceId}/change-requests/${name}/pdf`, { expect: 200 });
      expect((await pdfAt(body.url)).pages.join())
        .to.include('After.')
        .and.not.include('Before.');
    }
    await content.as(admin).get(`/v1/spaces/${spaceId}/change-requests/99/pdf`, { expect: 404 });
  });

  it('getSpacePDF and getChangeRequestPDF are for those who may read', async () => {
    const { admin, member, spaceId } = await make.written();
    const request = await make.changeRequest(admin, spaceId);
    for (const path of [`/v1/spaces/${spaceId}`, request.path]) {
      await content.as(member('read')).get(`${path}/pdf`, { expect: 200 });
      await content.as(member(null)).get(`${path}/pdf`, { expect: 404 });
      await content.as(principalOf({})).get(`${path}/pdf`, { expect: 404 });
      await content.anonymous().get(`${path}/pdf`, { expect: 401 });
    }
  });

  it('downloadFile serves a PDF under the name of its space, whole or in part, for an hour', async () => {
    const { admin, spaceId } = await make.written();
    await content.as(admin).patch(`/v1/spaces/${spaceId}`, { title: 'Größe (α)' }, { expect: 200 });
    const { body } = await content.as(admin).get(`/v1/spaces/${spaceId}/pdf`, { expect: 200 });
    const whole = await download(body.url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(Object.fromEntries(whole.headers)).to.include({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%28%CE%B1%29.pdf",
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
    });
    const part = await download(body.url, { Range: 'bytes=0-7' });
    expect([part.status, await part.text()]).to.deep.equal([206, '%PDF-1.7']);
    content.now = new Date(Date.now() + 59 * minute);
    expect((await download(body.url)).status).to.equal(200);
    content.now = new Date(Date.now() + 61 * minute);
    expect((await download(body.url)).status).to.equal(403);
    content.now = new Date();
    expect((await download(body.url.replace('/v1/files/', '/v1/files/x'))).status).to.equal(403);
  });

  it('getSpacePDF makes a PDF once for whoever asks at once and later, and anew when something changed', async () => {
    const { admin, member, spaceId, ids } = await make.written({ Home: 'One.' });
    const path = `/v1/spaces/${spaceId}`;
    content.now = new Date('2026-03-01T12:00:00Z');
    const made = () => content.db('pdfs').whereNotNull('made_at').where('used_at', content.now).pluck('key');
    const callers = [admin, member('read'), member('edit'), admin];
    const answers = await Promise.all(callers.map((caller) => content.as(caller).get(`${path}/pdf`, { expect: 200 })));
    expect(new Set(answers.map(({ body }) => body.url)).size).to.equal(1);
    expect(await made()).to.have.length(1);
    await make.edit(admin, path, [{ operation: 'update_page', page: ids.Home, document: { markdown: 'Two.' } }]);
    const { body } = await content.as(admin).get(`${path}/pdf`, { expect: 200 });
    expect(await made()).to.have.length(2);
    expect((await pdfAt(body.url)).pages.join()).to.include('Two.');
  });

  it('getSpacePDF makes a PDF again after a day in which nobody asked for it', async () => {
    const { admin, spaceId } = await make.written();
    const url = async () =>
      (await content.as(admin).get(`/v1/spaces/${spaceId}/pdf`, { expect: 200 })).body.url as string;
    await url();
    const deleted: string[] = [];
    const files = { delete: async (key: string) => void deleted.push(key) } as unknown as FileStore;
    const sweep = async (hours: number) =>
      sweepPdfs({ db: content.db, files, now: () => new Date(Date.now() + hours * 60 * minute) });
    await sweep(0);
    deleted.length = 0;
    await sweep(23);
    expect(deleted).to.deep.equal([]);
    const kept = await content.db('pdfs').pluck<string[]>('key');
    await sweep(25);
    expect(deleted.sort()).to.deep.equal(kept.map((key) => `pdfs/${key}`).sort());
    expect(await content.db('pdfs').pluck('key')).to.deep.equal([]);
    expect((await download(await url())).status).to.equal(200);
  });
});
