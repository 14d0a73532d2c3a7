import { anchorSlug, uniqueNames } from '../markdown/slug.js';
import { plainPhrases } from './plain-text.js';
import { type Block, type Document, type Node, textOf } from './types.js';

/** A custom anchor as mdBook and others write it: `## Heading {#anchor}`. */
const headingAttributes = /\s\{\s*#([^\s{}]+)(?:\s[^{}]*)?\}\s*$/;

/** Gives every heading the anchor that search and links know it by. */
export function addAnchors(document: Document): Document {
  const unique = uniqueNames();
  const visit = (node: Node) => {
    if (node.object !== 'block') return;
    if (node.type.startsWith('heading-')) node.meta = { id: unique(anchorOf(node)) };
    (node.nodes ?? []).forEach(visit);
    (node.fragments ?? []).forEach(({ nodes }) => nodes.forEach(visit));
  };
  document.nodes.forEach(visit);
  return document;
}

function anchorOf({ data, nodes = [] }: Block): string {
  const heading = plainPhrases(nodes)
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const custom = headingAttributes.exec(heading)?.[1];
  return textOf(data.id) || custom || anchorSlug(heading) || 'section';
}
