import { anchorSlug } from '../markdown/slug.js';
import { analyse } from '../markdown/parse.js';
import { plainPhrases } from './plain-text.js';
import { readDocument } from './read-document.js';
import { type Fragment, type Node, textOf } from './types.js';

/**
 * What a reader sees, on one line, of the node that an id names in a text: a key of its JSON document, or the anchor of a
 * heading. Empty for what shows no text; undefined when there is no such node.
 */
export function textOfNode(markdown: string, id: string): string | undefined {
  const node = findNode(readDocument(markdown).nodes, id);
  if (node) return visibleText(node).replace(/\s+/g, ' ').trim();
  const { title = '', sections, anchors } = analyse(markdown);
  if (!anchors.includes(id)) return undefined;
  const heading = sections.find(({ anchor }) => anchor === id)?.heading;
  return heading ?? (anchorSlug(title) === id ? title : '');
}

type Keyed = Node | Fragment;

const below = (node: Keyed): Keyed[] => [
  ...('nodes' in node ? (node.nodes ?? []) : []),
  ...('fragments' in node ? (node.fragments ?? []) : []),
];

function findNode(nodes: readonly Keyed[], key: string): Keyed | undefined {
  const stack = [...nodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.key === key) return node;
    stack.push(...below(node));
  }
  return undefined;
}

function visibleText(node: Keyed): string {
  if (node.object === 'text' || node.object === 'inline') return plainPhrases([node]);
  const parts = below(node);
  if (parts.length > 0) {
    const phrases = parts.filter((part) => part.object === 'text' || part.object === 'inline');
    if (phrases.length === parts.length) return plainPhrases(phrases);
    return parts.map(visibleText).join(' ');
  }
  const { alt, formula, markdown } = 'data' in node ? node.data : {};
  return textOf(alt ?? formula ?? markdown);
}
