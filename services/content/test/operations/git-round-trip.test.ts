import type { Page } from '@quire/contract';
import { expect } from 'chai';
import fc from 'fast-check';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { gitServer, hasGit } from '../git-server.js';

const ref = 'refs/heads/main';

interface Step {
  kind: 'document' | 'group' | 'link' | 'write' | 'rename' | 'move' | 'hide' | 'describe' | 'delete';
  pick: number;
  into: number;
  at: number;
  text: string;
}

const text = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9 *_`[\]()#:&<>!.-]{1,20}$/),
    fc.constantFrom(
      'README',
      'SUMMARY',
      '安装',
      'Über uns',
      'a/b',
      'x.md',
      '..',
      '.git',
      'key: value',
      '- item',
      '"q"',
    ),
  )
  .filter((each) => each.trim() !== '');
const kinds = [
  'document',
  'document',
  'document',
  'group',
  'link',
  'write',
  'rename',
  'move',
  'hide',
  'describe',
  'delete',
] as const;
const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(20), into: fc.nat(20), at: fc.nat(4), text }),
  { minLength: 3, maxLength: 10 },
);

(hasGit() ? describe : describe.skip)('git, there and back', () => {
  const content = contentService();
  const make = factories(content);
  const server = gitServer();

  async function synced(url: string) {
    const { id, admin } = make.organization();
    const main = `/v1/spaces/${(await make.space(admin, id)).id}`;
    const client = content.as(admin);
    const pages = async (): Promise<Page[]> => (await client.get(`${main}/content`, { expect: 200 })).body.pages;
    return {
      main,
      client,
      pages,
      pull: () => client.post(`${main}/git/import`, { url, ref }, { expect: 204 }),
      push: () => client.post(`${main}/git/export`, { url, ref, commitMessage: 'Edit' }, { expect: 204 }),
      revision: async (): Promise<string> => (await client.get(main, { expect: 200 })).body.revision,
    };
  }

  const flat = (pages: readonly Page[]): Page[] =>
    pages.flatMap((page) => [page, ...('pages' in page ? flat(page.pages) : [])]);

  /** What must be the same in a space that was made of the repository: order, nesting, titles and all that is written. */
  const shown = (pages: readonly Page[]): unknown[] =>
    pages
      .filter((page) => !('hidden' in page && page.hidden))
      .map((page) => ({
        type: page.type,
        title: page.title.replace(/\s+/g, ' ').trim(),
        ...(page.type === 'document' ? { description: page.description?.trim() } : {}),
        ...(page.type === 'link' ? { href: page.href } : {}),
        pages: 'pages' in page ? shown(page.pages) : [],
      }));

  it('an export of random edits brings nothing back, and makes an equal space elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 3 }), async (rounds) => {
        const repository = await server.repository();
        const space = await synced(repository.url);
        await space.client.post(
          `${space.main}/content`,
          { changes: [{ operation: 'insert_page', title: 'Start', document: { markdown: '# Start\n' } }] },
          { expect: 200 },
        );
        for (const round of rounds) {
          for (const step of round) await apply(space, step);
          await space.push();
          const revision = await space.revision();
          await space.pull();
          expect(await space.revision(), 'nothing comes back').to.equal(revision);
          const files = await repository.files();
          await space.push();
          expect(await repository.files(), 'nothing to write').to.deep.equal(files);
          const other = await synced(repository.url);
          await other.pull();
          expect(shown(await other.pages())).to.deep.equal(shown(await space.pages()));
        }
      }),
      // Each run takes a second or two: to shrink a failure would take many minutes.
      { numRuns: 12, endOnFailure: true },
    );
  }).timeout(300_000);

  it('a hidden page called README or index is not what another space begins with', async () => {
    const repository = await server.repository();
    const space = await synced(repository.url);
    const page = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `# ${title}\n` } });
    await space.client.post(
      `${space.main}/content`,
      { changes: ['Start', 'README', 'Index'].map(page) },
      { expect: 200 },
    );
    const hidden = (await space.pages()).slice(1);
    await space.client.post(
      `${space.main}/content`,
      { changes: hidden.map(({ id }) => ({ operation: 'update_page', page: id, hidden: true })) },
      { expect: 200 },
    );
    await space.push();
    expect(Object.keys(await repository.files())).to.have.members([
      'SUMMARY.md',
      'index-2.md',
      'readme-2.md',
      'start.md',
    ]);
    const other = await synced(repository.url);
    await other.pull();
    expect((await other.pages()).map(({ title }) => title)).to.deep.equal(['Start']);
  });

  async function apply({ client, main, pages }: Awaited<ReturnType<typeof synced>>, step: Step): Promise<void> {
    const all = flat(await pages());
    // The first page stays: a table of contents that names nothing is none.
    const page = all.filter(({ title }) => title !== 'Start')[step.pick % Math.max(1, all.length - 1)];
    const homes = [null, ...all.filter(({ type }) => type !== 'link').map(({ id }) => id)];
    const into = homes[step.into % homes.length];
    const title = step.text.trim();
    const change = changeOf(step, { page, into, title });
    if (!change) return;
    // A move into the page itself, or a slug that nobody may have, is refused: that is not what this is about.
    const { status } = await client.post(`${main}/content`, { changes: [change] });
    expect(status).to.be.oneOf([200, 400, 409]);
  }

  function changeOf(
    { kind, at, text: written }: Step,
    { page, into, title }: { page: Page | undefined; into: string | null | undefined; title: string },
  ) {
    const markdown = `# ${title}\n\n${written} [back](/pages/${page?.id ?? 'none'})\n`;
    if (kind === 'document') return { operation: 'insert_page', title, into, at, document: { markdown } };
    if (kind === 'group') return { operation: 'insert_page', type: 'group', title, into, at };
    if (kind === 'link')
      return {
        operation: 'insert_page',
        type: 'link',
        title,
        into,
        target: { kind: 'url', url: 'https://a.example/(b)?c=d&e' },
      };
    if (!page) return undefined;
    const update = { operation: 'update_page', page: page.id };
    if (kind === 'rename') return { ...update, title };
    if (kind === 'move') return { ...update, into, at: 0 };
    if (kind === 'hide') return { ...update, hidden: true };
    if (kind === 'delete') return { operation: 'delete_page', page: page.id };
    if (page.type !== 'document') return undefined;
    return kind === 'write' ? { ...update, document: { markdown } } : { ...update, description: written };
  }
});
