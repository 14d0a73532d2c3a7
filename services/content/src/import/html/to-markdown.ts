import type { Element, Root } from 'hast';
import type { Nodes, RootContent } from 'mdast';
import rehypeRemark, { type Options } from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { stringify as yaml } from 'yaml';
import { escapeAttribute, escapeHtml } from '../../document/html-phrases.js';
import { clean, type Surroundings } from './clean.js';
import { attribute, element, findElement, isElement, oneLine, type Parent, textNode, textOf } from './hast.js';
import { parseHtml } from './parse-html.js';
import { Unreadable } from './unreadable.js';

export interface HtmlPage extends Surroundings {
  html: string;
  /** Picks what is the page's own of a whole document; its body unless set. */
  main?: (root: Root) => Parent;
  /** Its title, where its first heading of level 1 is not. */
  title?: (root: Root) => string | undefined;
  /** When the page has neither a heading of level 1 nor a title. */
  name: string;
}

export interface MarkdownPage {
  title: string;
  markdown: string;
}

/** Turns a page of HTML into GitBook-flavoured Markdown that begins with its title. Throws {@link Unreadable}. */
export function toMarkdown(page: HtmlPage): MarkdownPage {
  try {
    return convert(page);
  } catch (error) {
    // Recursion over a tree that is deeper than it looked, or arguments without end.
    if (error instanceof RangeError) throw new Unreadable('is nested too deep, or too long, to be read');
    throw error;
  }
}

function convert({ html, main = bodyOf, title: titleIn, name, ...surroundings }: HtmlPage): MarkdownPage {
  const root = parseHtml(html);
  const description = metaDescription(root);
  const titled = findElement(root, (each) => each.tagName === 'title');
  const content = element('div', {}, main(root).children);
  const heading = findElement(content, (each) => each.tagName === 'h1');
  const first = heading && oneLine(textOf(heading)).replace(/[\s¶#]+$/, '');
  const title = titleIn?.(root) || first || (titled && oneLine(textOf(titled))) || name;
  clean(content, surroundings);
  if (title !== first) content.children.unshift(element('h1', {}, [textNode(title)]));
  const tree = toTree.runSync({ type: 'root', children: [content] } satisfies Root);
  const markdown = writer.stringify(tree);
  const front = description === '' ? '' : `---\n${yaml({ description })}---\n\n`;
  return { title, markdown: front + markdown };
}

const bodyOf = (root: Root): Parent => findElement(root, (each) => each.tagName === 'body') ?? root;

function metaDescription(root: Root): string {
  const meta = findElement(
    root,
    (each) => each.tagName === 'meta' && attribute(each, 'name').toLowerCase() === 'description',
  );
  return meta ? oneLine(attribute(meta, 'content')).slice(0, 1_000) : '';
}

type Handlers = NonNullable<Options['handlers']>;
type State = Parameters<NonNullable<Handlers[string]>>[0];

const raw = (value: string) => ({ type: 'html' as const, value });
const flow = (state: State, node: Element) => state.toFlow(state.all(node)) as RootContent[];
/** Of an attribute of a `{% %}` tag, which knows no escapes. */
const argument = (text: string) => text.replaceAll('"', '”').replaceAll('%}', '% }');
const between =
  (open: string, close: string) =>
  (state: State, node: Element): Nodes[] => [raw(open), ...(state.all(node) as Nodes[]), raw(close)];

/** Inside of a table there are no blocks: their content stands in the cell. */
const outsideOfTables =
  (write: (state: State, node: Element) => Nodes[]) =>
  (state: State, node: Element): Nodes[] =>
    state.inTable ? state.all(node) : write(state, node);

const toTree = unified()
  .use(rehypeRemark, {
    document: true,
    handlers: {
      hint: outsideOfTables((state, node) => [
        raw(`{% hint style="${attribute(node, 'style')}" %}`),
        ...flow(state, node),
        raw('{% endhint %}'),
      ]),
      details: outsideOfTables((state, node) => [
        raw('<details>'),
        raw(`<summary>${escapeHtml(attribute(node, 'title') || 'Details')}</summary>`),
        ...flow(state, node),
        raw('</details>'),
      ]),
      formula: (_state: State, node: Element) => raw(`$$${attribute(node, 'tex').replaceAll('$$', '')}$$`),
      player: (_state: State, node: Element) => raw(`{% embed url="${argument(attribute(node, 'url'))}" %}`),
      anchor: (_state: State, node: Element): Nodes[] => {
        const id = escapeAttribute(attribute(node, 'id'));
        return [{ type: 'text', value: ' ' }, raw(`<a href="#${id}" id="${id}">`), raw('</a>')];
      },
      pre: (state: State, node: Element): Nodes[] => preformatted(state, node),
      figure: (state: State, node: Element): Nodes[] => figure(state, node),
      sub: between('<sub>', '</sub>'),
      sup: between('<sup>', '</sup>'),
      kbd: between('<kbd>', '</kbd>'),
      mark: between('<mark>', '</mark>'),
      br: (state: State): Nodes => (state.inTable ? raw('<br>') : { type: 'break' }),
      u: (state: State, node: Element) => state.all(node) as Nodes[],
    } satisfies Handlers,
  })
  .freeze();

function preformatted(state: State, node: Element): Nodes[] {
  const value = textOf(node).replace(/\n+$/, '');
  if (state.inTable) return [{ type: 'inlineCode', value: oneLine(value) }];
  const inner = node.children.find((child) => isElement(child, 'code'));
  const lang = inner && isElement(inner) ? (/^language-(.+)$/.exec(attribute(inner, 'className'))?.[1] ?? null) : null;
  const block: Nodes = { type: 'code', lang, meta: null, value };
  const title = attribute(node, 'title');
  return title === '' ? [block] : [raw(`{% code title="${argument(title)}" %}`), block, raw('{% endcode %}')];
}

/** A picture with words below it. */
function figure(state: State, node: Element): Nodes[] {
  const caption = findElement(node, (each) => each.tagName === 'figcaption');
  const image = findElement(node, (each) => each.tagName === 'img');
  const words = caption ? oneLine(textOf(caption)) : '';
  const others =
    oneLine(textOf(node)) !== words || findElement(node, (each) => isElement(each, 'pre', 'table', 'hint'));
  if (!image || words === '' || others || state.inTable) return state.all(node);
  const [src, alt] = [attribute(image, 'src'), attribute(image, 'alt')].map(escapeAttribute);
  return [raw(`<figure><img src="${src}" alt="${alt}"><figcaption><p>${escapeHtml(words)}</p></figcaption></figure>`)];
}

const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, {
    bullet: '*',
    fences: true,
    listItemIndent: 'one',
    // What a page says is never a tag, a formula or an anchor of ours.
    unsafe: [
      { character: '{', after: '[%#]', inConstruct: 'phrasing' },
      { character: '$', after: '\\$', inConstruct: 'phrasing' },
    ],
  })
  .freeze();
