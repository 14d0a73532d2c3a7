import { type HtmlTag, readHtml } from './html.js';
import type { LinkKind } from './parse.js';

/** What an {@link htmlReader} tells: text as a reader sees it, links, ids. */
export interface HtmlSink {
  text(text: string): void;
  link(kind: LinkKind, destination: string): void;
  endLink(): void;
  id(id: string): void;
}

const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const unseen = new Set(['script', 'style', 'template']);
const sources: Record<string, { attribute: string; kind: LinkKind }> = {
  img: { attribute: 'src', kind: 'image' },
  video: { attribute: 'src', kind: 'file' },
  audio: { attribute: 'src', kind: 'file' },
  iframe: { attribute: 'src', kind: 'embed' },
};

/**
 * Reads the HTML pieces of one document in order and remembers what spans them: the columns of a card table
 * (`<table data-view="cards">`), whose `data-card-cover` cells hold images and `data-card-target` cells pages, and
 * elements whose content nobody sees.
 */
export function htmlReader(sink: HtmlSink): (html: string) => void {
  let columns: LinkKind[] = [];
  let column = 0;
  let hiddenIn: string | undefined;

  const open = ({ name, attributes }: HtmlTag) => {
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
    if (id) sink.id(id);
    if (name === 'table') columns = [];
    else if (name === 'tr') column = 0;
    else if (name === 'th') columns.push(columnKind(attributes));
    else if (name === 'td') column += 1;
    const source = sources[name];
    const destination = source && attributes.get(source.attribute);
    if (destination) sink.link(source.kind, destination);
    const href = name === 'a' ? attributes.get('href') : undefined;
    // `<a href="#x" id="x">` is how a custom anchor is written: it leads nowhere.
    if (href && href !== `#${id}`) sink.link(columns[column - 1] ?? 'link', href);
    if (name === 'source') readSource(attributes, sink);
    if (name === 'img' && attributes.get('alt')) sink.text(attributes.get('alt')!);
  };

  return (html) => {
    for (const piece of readHtml(html)) {
      if (typeof piece === 'string') {
        if (!hiddenIn) sink.text(piece);
      } else if (hiddenIn) {
        if (piece.kind === 'close' && piece.name === hiddenIn) hiddenIn = undefined;
      } else {
        if (!inlineTags.has(piece.name)) sink.text(piece.name === 'td' || piece.name === 'th' ? ' ' : '\n');
        if (piece.kind === 'open') open(piece);
        else if (piece.name === 'a') sink.endLink();
        else if (piece.name === 'table') columns = [];
        if (piece.kind === 'open' && unseen.has(piece.name)) hiddenIn = piece.name;
      }
    }
  };
}

function columnKind(attributes: Map<string, string>): LinkKind {
  for (const name of attributes.keys()) if (name.startsWith('data-card-cover')) return 'image';
  if (attributes.has('data-card-target')) return 'content-ref';
  return attributes.get('data-type') === 'files' ? 'file' : 'link';
}

/** `<source>` of a picture has candidates with widths, of a video one address. */
function readSource(attributes: Map<string, string>, sink: HtmlSink) {
  for (const candidate of (attributes.get('srcset') ?? '').split(/,\s+/)) {
    const destination = candidate.trim().split(/\s+/)[0];
    if (destination) sink.link('image', destination);
  }
  const source = attributes.get('src');
  if (source) sink.link('file', source);
}
