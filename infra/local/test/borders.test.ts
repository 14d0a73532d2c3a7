import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');
const services = ['identity', 'content', 'sites', 'integrations'];

interface SourceFile {
  /** From the root of the project, with forward slashes. */
  path: string;
  text: string;
  /** Packages by name, own files as paths from the root. */
  imports: string[];
}

describe('borders', () => {
  const files = [...services.map((name) => `services/${name}`), 'gateway', 'shared/contract', 'shared/runtime'].flatMap(
    (folder) => readSources(join(folder, 'src')),
  );

  /** The lines `file → import` of the files in `folders` whose imports are `forbidden`. */
  const crossings = (folders: RegExp, forbidden: (target: string, file: SourceFile) => boolean) =>
    files
      .filter(({ path }) => folders.test(path))
      .flatMap((file) => file.imports.filter((target) => forbidden(target, file)).map((to) => `${file.path} → ${to}`));

  it('reads the sources', () => {
    expect(files.length).to.be.greaterThan(20);
    expect(files.flatMap((file) => file.imports)).to.include('@quire/contract');
  });

  it('no service imports another', () => {
    expect(
      crossings(/^(services|gateway)\//, (target, { path }) => {
        const own = path.startsWith('gateway/') ? 'gateway' : path.split('/')[1]!;
        const others = [...services, 'gateway'].filter((name) => name !== own);
        return others.some((name) => new RegExp(`^(@quire/${name}(/|$)|services/${name}/|${name}/src/)`).test(target));
      }),
    ).to.deep.equal([]);
  });

  it('no service, nor anything shared, imports infra', () => {
    expect(
      crossings(/./, (target) => /^(infra\/|@quire\/(local|e2e|testing|embedded-postgres)(\/|$))/.test(target)),
    ).to.deep.equal([]);
  });

  it('what is shared imports no service, and the contract nothing but zod', () => {
    expect(
      crossings(/^shared\//, (target) => /^(services\/|gateway\/|@quire\/(?!contract|runtime))/.test(target)),
    ).to.deep.equal([]);
    expect(
      crossings(/^shared\/contract\//, (target) => !/^(zod(-openapi)?(\/|$)|shared\/contract\/)/.test(target)),
    ).to.deep.equal([]);
  });

  it('operations and domain know neither express nor the broker', () => {
    expect(
      crossings(/^services\/\w+\/src\/(operations|domain)\//, (target) => /^(express|amqplib)(\/|$)/.test(target)),
    ).to.deep.equal([]);
  });

  it('tables, presenters and policies do not import operations', () => {
    expect(
      crossings(/^services\/\w+\/src\/(tables|present|policies)\//, (target) => target.includes('/src/operations/')),
    ).to.deep.equal([]);
  });

  it('only config.ts reads the environment, which main.ts hands to it', () => {
    const readers = files.filter(({ text }) => /\bprocess\s*\.\s*env\b/.test(text)).map(({ path }) => path);
    expect(readers.filter((path) => !/(^|\/)(config|main)\.ts$|\/telemetry\//.test(path))).to.deep.equal([]);
  });
});

function readSources(folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const absolute = join(root, folder, name);
      const text = readFileSync(absolute, 'utf8');
      const path = relative(root, absolute).split(sep).join('/');
      return { path, text, imports: importsOf(text).map((target) => resolveImport(target, absolute)) };
    });
}

/** Static, type-only, re-exporting and dynamic imports with a literal name. */
function importsOf(text: string): string[] {
  const pattern = /^(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"\s]+)['"]|\bimport\s*\(?\s*['"]([^'"\s]+)['"]/gm;
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2])!);
}

function resolveImport(target: string, file: string): string {
  if (!target.startsWith('.')) return target;
  return relative(root, resolve(dirname(file), target))
    .split(sep)
    .join('/');
}
