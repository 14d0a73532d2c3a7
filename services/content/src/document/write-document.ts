import { writeImages } from './figures.js';
import { writeHtmlPhrases } from './html-phrases.js';
import { phrasesOf, recordsOf, writeHtmlTable } from './html-tables.js';
import { type References, plainReferences } from './references.js';
import { textOf, type Block, type Data, type Document, type Node, type Phrase, VERBATIM } from './types.js';
import { writePhrases } from './write-phrases.js';

/** GitBook-flavoured Markdown of a JSON document: reading it gives an equal document, up to keys. */
export function writeDocument(document: Document, references: References = plainReferences): string {
  const written = new BlockWriter(references).blocks(document.nodes);
  return written === '' ? '' : `${written}\n`;
}

const lists = new Set(['list-ordered', 'list-unordered', 'list-tasks']);
const isListed = ({ type }: Block) => lists.has(type);
const isNumbered = ({ type }: Block) => type === 'list-ordered';
/** Tags of blocks that hold blocks. */
const containers: Readonly<Record<string, string>> = {
  hint: 'hint',
  tabs: 'tabs',
  'tabs-item': 'tab',
  stepper: 'stepper',
  'stepper-step': 'step',
  columns: 'columns',
  column: 'column',
};

class BlockWriter {
  constructor(private readonly references: References) {}

  blocks(nodes: readonly Node[]): string {
    const parts: string[] = [];
    let other = false;
    (nodes as readonly Block[]).forEach((block, index) => {
      // Lists that follow each other need different signs, or they are one.
      const before = nodes[index - 1] as Block | undefined;
      other =
        before !== undefined &&
        isListed(block) &&
        isListed(before) &&
        isNumbered(block) === isNumbered(before) &&
        !other;
      parts.push(this.block(block, other));
    });
    return parts.filter((part) => part !== '').join('\n\n');
  }

  private block(node: Block, other: boolean): string {
    const { type, data, nodes = [] } = node;
    if (Object.hasOwn(containers, type)) return this.container(containers[type]!, data, nodes);
    switch (type) {
      case 'paragraph':
        return this.phrases(nodes);
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.heading(node);
      case 'list-unordered':
      case 'list-tasks':
      case 'list-ordered':
        return this.list(node, other);
      case 'blockquote':
        return prefixed(this.blocks(nodes), '> ', '>');
      case 'code':
        return this.code(node);
      case 'divider':
        return '***';
      case 'math':
        return `$$\n${textOf(data.formula)}\n$$`;
      case 'images':
        return writeImages(node, this.references);
      case 'table':
        return this.table(node);
      case 'expandable':
        return this.expandable(node);
      case 'if':
        return this.surrounded(`{% if ${textOf(data.expression).replaceAll('%}', '')} %}`, nodes, 'if');
      case VERBATIM:
        return textOf(data.markdown);
      default:
        return this.tag(node);
    }
  }

  private phrases(nodes: readonly Node[], oneLine = false): string {
    return writePhrases(nodes as Phrase[], { references: this.references, oneLine });
  }

  private heading({ type, data, nodes = [] }: Block): string {
    const level = Number.isInteger(data.level) ? Number(data.level) : Number(type.at(-1));
    const anchor = typeof data.id === 'string' ? ` <a href="#${data.id}" id="${data.id}"></a>` : '';
    // A row of `#` at the end would be taken for the end of the heading.
    const text = this.phrases(nodes, true).replace(/(#+)$/, '\\$1');
    return `${'#'.repeat(Math.min(level, 6))} ${text}${anchor}`.trimEnd();
  }

  private list({ type, data, nodes = [] }: Block, other: boolean): string {
    const items = nodes as Block[];
    let number = Number.isInteger(data.start) ? Number(data.start) : 1;
    const written = items.map((item) => {
      const sign = type === 'list-ordered' ? `${number++}${other ? ')' : '.'}` : other ? '*' : '-';
      const box = type === 'list-tasks' ? (item.data.checked ? '[x] ' : '[ ] ') : '';
      const body = this.item(item);
      const indent = ' '.repeat(sign.length + 1);
      return `${sign} ${box}${prefixed(body, indent, '').slice(indent.length)}`.trimEnd();
    });
    // A row of signs with nothing behind them would be a divider.
    const signed = written.some((item) => /^- -(?: -)*$/m.test(item))
      ? written.map((item) => `+${item.slice(1)}`)
      : written;
    const loose = items.some(({ nodes: inner = [] }) => inner.length > 1 && !isTight(inner as Block[]));
    return signed.join(loose ? '\n\n' : '\n');
  }

  private item({ nodes = [] }: Block): string {
    const inner = nodes as Block[];
    return isTight(inner) ? inner.map((node) => this.block(node, false)).join('\n') : this.blocks(inner);
  }

  private code({ data, nodes = [] }: Block): string {
    const lines = (nodes as Block[]).map((line) => codeText(line));
    const content = lines.join('\n');
    const runs = content.match(/^ {0,3}(`{3,})/gm)?.map((run) => run.trim().length) ?? [];
    const fence = '`'.repeat(Math.max(2, ...runs) + 1);
    const { syntax, ...rest } = data;
    const info = typeof syntax === 'string' ? syntax.replace(/[`\r\n]/g, '') : '';
    const written = `${fence}${info}\n${content}${lines.length === 1 && content === '' ? '' : '\n'}${fence}`;
    const attributes = attributesOf(rest);
    return attributes === '' ? written : `{% code${attributes} %}\n${written}\n{% endcode %}`;
  }

  private table(node: Block): string {
    const { data, fragments = [] } = node;
    const view = (data.view ?? {}) as Data;
    const definitions = Object.values((data.definition ?? {}) as Record<string, Data>);
    const shown = Array.isArray(view.columns) ? view.columns : [];
    const isGrid =
      view.type === 'grid' &&
      view.hideHeader !== true &&
      view.columnWidths === undefined &&
      data.fullWidth === undefined &&
      definitions.length > 0 &&
      shown.length === definitions.length &&
      definitions.every(({ type }) => type === 'text');
    if (!isGrid) return writeHtmlTable(node, this.references);
    const cell = (phrases: Phrase[]) =>
      writePhrases(phrases, { references: this.references, oneLine: true, inCell: true });
    const textCell = (value: unknown) => cell(phrasesOf(fragments, value) ?? plain(value));
    const head = definitions.map(({ id, title }) => cell(phrasesOf(fragments, `${textOf(id)}-title`) ?? plain(title)));
    const rule = definitions.map(({ textAlignment: align }) => rules[textOf(align)] ?? '---');
    const rows = recordsOf(data).map((values) => definitions.map(({ id }) => textCell(values[textOf(id)])));
    return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  }

  private expandable({ data, fragments = [] }: Block): string {
    const of = (name: string) => fragments.find(({ fragment }) => fragment === name)?.nodes ?? [];
    const title = writeHtmlPhrases((of('expandable-title')[0]?.nodes ?? []) as Phrase[], this.references);
    const start = `<details${data.open === true ? ' open' : ''}>\n\n<summary>${title}</summary>`;
    return `${start}\n\n${this.blocks(of('expandable-body'))}\n\n</details>`;
  }

  private container(tag: string, data: Data, nodes: readonly Node[]): string {
    return this.surrounded(`{% ${tag}${attributesOf(data)} %}`, nodes, tag);
  }

  private surrounded(start: string, nodes: readonly Node[], tag: string): string {
    const inner = this.blocks(nodes);
    return `${start}\n${inner === '' ? '' : `${inner}\n`}{% end${tag} %}`;
  }

  /** Void blocks that are template tags. */
  private tag({ type, data, fragments }: Block): string {
    const { ref, url, ...rest } = data;
    const destination = typeof ref === 'object' && ref !== null ? this.references.write(ref as Data) : undefined;
    const caption = fragments?.find(({ fragment }) => fragment === 'caption');
    const captioned = (tag: string) => (caption ? `${tag}\n${this.blocks(caption.nodes)}\n{% end${type} %}` : tag);
    switch (type) {
      case 'embed':
        return captioned(`{% embed${attributesOf({ url, ...rest })} %}`);
      case 'file':
        return captioned(`{% file${attributesOf({ src: destination ?? '', ...rest })} %}`);
      case 'content-ref':
        return `{% content-ref${attributesOf({ url: destination ?? '', ...rest })} %}\n{% endcontent-ref %}`;
      case 'swagger':
        return `{% openapi${attributesOf({ src: destination ?? '', ...rest })} %}\n{% endopenapi %}`;
      case 'openapi-operation': {
        const spec = (ref as Data | undefined)?.spec;
        return `{% openapi-operation${attributesOf({ spec, ...rest })} %}\n{% endopenapi-operation %}`;
      }
      case 'openapi-schemas': {
        const { schemas, ...pointer } = rest;
        const names = Array.isArray(schemas) ? schemas.map(textOf).join(',') : '';
        const attributes = attributesOf({ spec: (ref as Data | undefined)?.spec, schemas: names, ...pointer });
        return `{% openapi-schemas${attributes} %}\n{% endopenapi-schemas %}`;
      }
      default:
        throw new UnknownBlock(type);
    }
  }
}

/** A block type that Markdown has no words for. */
export class UnknownBlock extends Error {
  constructor(readonly type: string) {
    super(`There is no block of the type ${type}`);
  }
}

const rules: Readonly<Record<string, string>> = { center: ':---:', right: '---:' };

const plain = (value: unknown): Phrase[] => [
  {
    object: 'text',
    leaves: [{ object: 'leaf', text: textOf(value), marks: [] }],
  },
];

/** A paragraph and below it lists: what stands without blank lines between. */
const isTight = (nodes: readonly Block[]) =>
  nodes.every(({ type }, index) =>
    index === 0 ? type === 'paragraph' : lists.has(type) && !lists.has(nodes[index - 1]!.type),
  );

const prefixed = (text: string, prefix: string, blankPrefix: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? blankPrefix : prefix + line))
    .join('\n');

function codeText({ nodes = [] }: Block): string {
  return (nodes as Phrase[])
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('');
}

function attributesOf(data: Data): string {
  return Object.entries(data)
    .filter(([name, value]) => /^[\w-]+$/.test(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => {
      const text = textOf(value).replace(/%\}|[\r\n]/g, ' ');
      const quote = text.includes('"') ? "'" : '"';
      return ` ${name}=${quote}${text.replaceAll(quote, '')}${quote}`;
    })
    .join('');
}
