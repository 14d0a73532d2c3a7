const pageEnding = /\.(?:x?html?|php|aspx?|jsp)$/i;
const fileEnding = /\.[a-z0-9]{1,8}$/i;
const maxLength = 1_000;
const maxSegments = 20;

/** The part of a website that an import is about: one origin, below one folder. */
export class Site {
  readonly origin: string;
  readonly #folder: string;

  /** `first` is where the first page was found. */
  constructor(first: string) {
    const { origin, pathname } = new URL(first);
    this.origin = origin;
    this.#folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  }

  /** An address as seen from a page, without query and fragment; undefined outside of the site's origin. */
  resolve(href: string, base: string): URL | undefined {
    if (!URL.canParse(href, base)) return undefined;
    const url = new URL(href, base);
    if (url.origin !== this.origin || url.username !== '' || url.password !== '') return undefined;
    url.search = '';
    url.hash = '';
    return url.href.length > maxLength ? undefined : url;
  }

  /** Whether a page of the import may be there. */
  holds({ pathname }: URL): boolean {
    return `${pathname}/`.startsWith(this.#folder) && pathname.split('/').length <= maxSegments;
  }

  /** The path of a page in the import: `/docs/a/`, `/docs/a.html` and `/docs/a/index.html` are one. */
  pagePath({ pathname }: URL): string {
    const path = pathname
      .slice(this.#folder.length)
      .replace(/(?:^|\/)index\.[a-z]+$/i, '')
      .replace(/\/+$/, '')
      .replace(pageEnding, '');
    return `${segmentsOf(path) || 'index'}.md`;
  }

  /** The path of a file in the import, from the top of the website. */
  filePath({ pathname }: URL): string {
    return `files/${segmentsOf(pathname) || 'file'}`;
  }
}

const segmentsOf = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) =>
      decoded(segment)
        .replace(/[\p{Cc}/\\]/gu, '-')
        .replace(/^\.+$/, '-'),
    )
    .join('/')
    .normalize('NFC');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether an address looks like a download rather than a page. */
export const looksLikeFile = ({ pathname }: URL): boolean => {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return fileEnding.test(name) && !pageEnding.test(name) && !/^v?\d+(?:\.\d+)*$/.test(name);
};
