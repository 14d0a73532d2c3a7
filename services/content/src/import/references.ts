import { folderOf, isMarkdown, joinPath, type Source } from './source.js';

/** The files that there are to lead to. */
export type Files = Pick<Source, 'has' | 'readmeOf'>;

/** A file of the import that a destination leads to. */
export interface Target {
  path: string;
  anchor?: string;
}

/** An address with a scheme or a host, or one that is only a query. */
export const isExternal = (destination: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(destination);

/**
 * Finds the file that a destination in `from` leads to: relative to its folder, from `root` when it starts with `/`;
 * percent-encoding, `?query` and `#anchor` handled; with or without `.md`, also as `.html` that mdBook makes of it; a folder is its
 * `README.md`.
 */
export function resolveDestination(
  source: Files,
  { from, root, destination }: { from: string; root: string; destination: string },
): Target | undefined {
  if (isExternal(destination)) return undefined;
  const [, written, , fragment] = /^([^?#]*)(\?[^#]*)?(?:#([\s\S]*))?$/.exec(destination)!;
  const anchor = fragment ? decodePercent(fragment) : undefined;
  if (written === '') return { path: from, anchor };
  for (const path of new Set([decodePercent(written!), written!])) {
    for (const folder of path.startsWith('/') ? [root, ''] : [folderOf(from)]) {
      const found = findFile(source, folder, path.normalize('NFC'));
      if (found !== undefined) return { path: found, anchor };
    }
  }
  return undefined;
}

function findFile(source: Files, folder: string, relative: string): string | undefined {
  const path = joinPath(folder, relative);
  if (path === undefined) return undefined;
  if (!relative.endsWith('/')) {
    if (source.has(path)) return path;
    if (source.has(`${path}.md`)) return `${path}.md`;
    if (/\.html?$/i.test(path)) return findRendered(source, path.replace(/\.html?$/i, ''));
  }
  return source.readmeOf(path);
}

/** The Markdown file that a generator renders as `path.html`. */
function findRendered(source: Files, path: string): string | undefined {
  if (source.has(`${path}.md`)) return `${path}.md`;
  return /(?:^|\/)index$/.test(path) ? source.readmeOf(folderOf(path)) : undefined;
}

/** What is not valid percent-encoding stands for itself. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a file that something leads to is a page, rather than a download. */
export const isPage = (path: string, kind: string) => isMarkdown(path) && kind !== 'file' && kind !== 'image';
