import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutbound } from '@quire/runtime';
import { expect } from 'chai';
import { planInWorker } from '../../src/import/worker/plan-in-worker.js';
import { slots } from '../../src/import/worker/slots.js';
import { planOfZip } from './plan-of-source.js';
import { zipOf } from './zips.js';

describe('planInWorker', () => {
  const outbound = createOutbound({ allow: [] });
  after(() => outbound.close());

  const files = {
    'SUMMARY.md': '* [A](a.md)\n  * [B](b/b.md)\n    * [C](c.md)\n* [D](d.md)\n',
    'a.md': '# A\n\n![](x.txt)\n',
    'b/b.md': '# B\n',
    'c.md': '# C\n',
    'd.md': '# D\n',
    'x.txt': 'bytes',
  };

  async function plan(signal: AbortSignal, given: Record<string, string> = files) {
    const folder = await mkdtemp(join(tmpdir(), 'quire-import-'));
    try {
      const path = join(folder, 'given');
      await writeFile(path, await zipOf(given));
      const order = { source: 'zip', path, name: 'a.zip', contentType: '', url: '', folder };
      const made = await planInWorker(order, { outbound, signal });
      return { ...made, bytes: await Promise.all(made.files.map((file) => file.read())) };
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('gives the same pages and files as planning here', async () => {
    const there = await plan(new AbortController().signal);
    const here = await planOfZip('zip', files);
    const shape = (pages: typeof here.pages): unknown =>
      pages.map(({ analysis, children, ...page }) => ({
        ...JSON.parse(JSON.stringify(page)),
        frontMatter: analysis?.frontMatter.raw,
        children: shape(children),
      }));
    expect(shape(there.pages)).to.deep.equal(shape(here.pages));
    expect(there.bytes.map(String)).to.deep.equal(['bytes']);
    expect([there.importedResources, there.totalResources]).to.deep.equal([
      here.importedResources,
      here.totalResources,
    ]);
  });

  it('hands over more pages than there are in one message', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 450 }, (_, index) => [`${index % 7}/${index}.md`, `# ${index}\n`]),
    );
    const { pages, importedResources } = await plan(new AbortController().signal, many);
    const titles = pages.flatMap(({ children }) => children.map(({ title }) => title));
    expect(titles).to.have.members(Array.from({ length: 450 }, (_, index) => `${index}`));
    expect(importedResources).to.equal(450);
  });

  it('ends when the caller has gone', async () => {
    const controller = new AbortController();
    const planning = plan(controller.signal);
    controller.abort(new Error('gone'));
    expect(await planning.catch((error: Error) => error.message)).to.equal('gone');
  });
});

describe('slots', () => {
  const never = new AbortController().signal;

  it('lets so many in, the others in their order, each once', async () => {
    const take = slots(2);
    const [first, second] = [await take(never), await take(never)];
    const order: number[] = [];
    const third = take(never).then((release) => (order.push(3), release));
    const fourth = take(never).then((release) => (order.push(4), release));
    await Promise.resolve();
    expect(order).to.deep.equal([]);
    first();
    first();
    await third;
    expect(order).to.deep.equal([3]);
    second();
    await fourth;
    expect(order).to.deep.equal([3, 4]);
  });

  it('forgets who gave up', async () => {
    const take = slots(1);
    const release = await take(never);
    const impatient = new AbortController();
    const refused = take(impatient.signal).catch((error: Error) => error.message);
    impatient.abort(new Error('gone'));
    expect(await refused).to.equal('gone');
    release();
    (await take(never))();
  });
});
