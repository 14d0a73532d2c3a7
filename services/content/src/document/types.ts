/** The JSON document of the API: a tree of blocks with inlines and marked text in them. */
export interface Document {
  object: 'document';
  data: { schemaVersion: number };
  nodes: Block[];
}

/** `isVoid` blocks have no `nodes`; what they hold is in `data` and `fragments`. */
export interface Block {
  object: 'block';
  type: string;
  key?: string;
  isVoid: boolean;
  data: Data;
  nodes?: Node[];
  fragments?: Fragment[];
  /** Of headings: the anchor that names it in this page. */
  meta?: { id: string };
}

export interface Inline {
  object: 'inline';
  type: string;
  key?: string;
  isVoid: boolean;
  data: Data;
  nodes?: Phrase[];
}

export interface Text {
  object: 'text';
  key?: string;
  leaves: Leaf[];
}

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: Mark[];
}

export interface Mark {
  object: 'mark';
  type: MarkType;
  data?: { text: string; background: string };
}

/** Content of a void block that is a document of its own: a caption, a cell, the body of an expandable. */
export interface Fragment {
  object: 'fragment';
  key?: string;
  fragment: string;
  type?: string;
  nodes: Block[];
}

export type Data = Record<string, unknown>;
export type Phrase = Inline | Text;
export type Node = Block | Phrase;

/** In the order in which marks are nested, outermost first. */
export const markTypes = [
  'color',
  'bold',
  'italic',
  'strikethrough',
  'superscript',
  'subscript',
  'keyboard',
  'code',
] as const;
export type MarkType = (typeof markTypes)[number];

/**
 * Blocks and inlines of the type `markdown` hold what no other type can say, as it was written, in `data.markdown`:
 * HTML, template tags of other dialects. They are Quire's own.
 */
export const VERBATIM = 'markdown';

export const schemaVersion = 1;

export const block = (type: string, data: Data, nodes: Node[]): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});

export const voidBlock = (type: string, data: Data, fragments?: Fragment[]): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...(fragments ? { fragments } : {}),
});

export const inline = (type: string, data: Data, nodes?: Phrase[]): Inline => ({
  object: 'inline',
  type,
  isVoid: nodes === undefined,
  data,
  ...(nodes ? { nodes } : {}),
});

export const leaf = (text: string, marks: Mark[] = []): Leaf => ({ object: 'leaf', text, marks });
export const text = (leaves: Leaf[]): Text => ({ object: 'text', leaves });
export const paragraph = (nodes: Phrase[]): Block => block('paragraph', {}, nodes);
export const fragment = (name: string, nodes: Block[], type?: string): Fragment => ({
  object: 'fragment',
  fragment: name,
  ...(type ? { type } : {}),
  nodes,
});

/** A value of `data` as text; empty for what is no text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';
