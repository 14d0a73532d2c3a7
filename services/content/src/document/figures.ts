import { type HtmlTag, readHtml } from '../markdown/html.js';
import { escapeAttribute, readHtmlPhrases, writeHtmlPhrases } from './html-phrases.js';
import { imageBlock } from './read-blocks.js';
import { addressOf, type References } from './references.js';
import { textOf, type Block, block, type Data, type Fragment, type Phrase } from './types.js';

const figure =
  /^\s*(?:(<div\b[^>]*>)\s*)?<figure>\s*(?:<picture>\s*(<source\b[^>]*>)\s*)?(<img\b[^>]*>)\s*(?:<\/picture>\s*)?(?:<figcaption>([^]*?)<\/figcaption>\s*)?<\/figure>\s*(<\/div>)?\s*$/;

/** Reads `<figure><img …><figcaption>…</figcaption></figure>`, in a `<div>` that says how it stands; undefined for anything else. */
export function readFigure(html: string): Block | undefined {
  const [matched, div, source, img, caption, divEnd] = figure.exec(html) ?? [];
  if (matched === undefined || Boolean(div) !== Boolean(divEnd)) return undefined;
  const frame = div === undefined ? {} : frameOf(tagOf(div));
  const data = imageOf(tagOf(img!), source === undefined ? undefined : tagOf(source));
  const phrases = caption === undefined ? undefined : captionOf(caption);
  if (!frame || !data || phrases === 'unreadable') return undefined;
  return block('images', frame, [imageBlock(data, phrases)]);
}

const tagOf = (html: string) => [...readHtml(html)][0] as HtmlTag;

function frameOf({ attributes }: HtmlTag): Data | undefined {
  const names = ['align', 'data-full-width', 'data-with-frame'];
  if (![...attributes.keys()].every((name) => names.includes(name))) return undefined;
  return {
    ...(attributes.has('align') ? { align: attributes.get('align') } : {}),
    ...(attributes.has('data-full-width') ? { fullWidth: attributes.get('data-full-width') === 'true' } : {}),
    ...(attributes.has('data-with-frame') ? { withFrame: attributes.get('data-with-frame') === 'true' } : {}),
  };
}

function imageOf({ attributes }: HtmlTag, source: HtmlTag | undefined): Data | undefined {
  const { src, alt, width, height, ...others } = Object.fromEntries(attributes);
  const dark = source?.attributes.get('srcset');
  if (src === undefined || Object.keys(others).length > 0 || (source && dark === undefined)) return undefined;
  return {
    ref: addressOf(src),
    ...(dark === undefined ? {} : { refDark: addressOf(dark) }),
    ...(alt ? { alt } : {}),
    ...(width ? { width } : {}),
    ...(height ? { height } : {}),
  };
}

function captionOf(html: string): Phrase[] | undefined | 'unreadable' {
  const inner = html.replace(/^\s*<p>([^]*)<\/p>\s*$/, '$1').trim();
  if (inner === '') return undefined;
  return readHtmlPhrases(inner) ?? 'unreadable';
}

/** Writes a block of images: as a figure for each, in Markdown's own way where that says the same. */
export function writeImages({ data, nodes = [] }: Block, references: References): string {
  const images = nodes as Block[];
  return images.map((image) => writeImage(image, data, images.length === 1, references)).join('\n\n');
}

function writeImage({ data, fragments }: Block, frame: Data, alone: boolean, references: References): string {
  const src = references.write((data.ref ?? {}) as Data) ?? '';
  const alt = textOf(data.alt);
  const caption = captionPhrases(fragments);
  const plain = alone && Object.keys(frame).length === 0 && !caption && !data.refDark && !data.width && !data.height;
  if (plain && /^[^\s<>()\\]+$/.test(src) && /^[\w ,.;:'-]*$/.test(alt)) return `![${alt}](${src})`;
  const dark = data.refDark ? references.write(data.refDark as Data) : undefined;
  const sizes = ['width', 'height'].flatMap((name) =>
    typeof data[name] === 'string' || typeof data[name] === 'number'
      ? [` ${name}="${escapeAttribute(textOf(data[name]))}"`]
      : [],
  );
  const img = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${sizes.join('')}>`;
  const picture =
    dark === undefined
      ? img
      : `<picture><source srcset="${escapeAttribute(dark)}" media="(prefers-color-scheme: dark)">${img}</picture>`;
  const inner = caption ? `<p>${writeHtmlPhrases(caption, references)}</p>` : '';
  const written = `<figure>${picture}<figcaption>${inner}</figcaption></figure>`;
  const attributes = [
    ...(typeof frame.align === 'string' ? [` align="${escapeAttribute(frame.align)}"`] : []),
    ...(frame.fullWidth === undefined ? [] : [` data-full-width="${textOf(frame.fullWidth)}"`]),
    ...(frame.withFrame === undefined ? [] : [` data-with-frame="${textOf(frame.withFrame)}"`]),
  ];
  return attributes.length > 0 ? `<div${attributes.join('')}>${written}</div>` : written;
}

function captionPhrases(fragments: readonly Fragment[] | undefined): Phrase[] | undefined {
  const nodes = fragments?.find(({ fragment }) => fragment === 'caption')?.nodes[0]?.nodes;
  return nodes as Phrase[] | undefined;
}
