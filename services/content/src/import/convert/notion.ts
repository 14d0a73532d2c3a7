import type { Root } from 'hast';
import { attribute, elementsIn, findElement, hasClass, isElement, type Parent } from '../html/hast.js';
import { refuseImport } from '../refusal.js';
import { isMarkdown } from '../source.js';
import { convertDocuments } from './documents.js';
import type { Converter } from './converter.js';
import { outsideOfFences } from './lines.js';
import { pagesOfDatabases } from './notion-databases.js';
import { notionOutline } from './notion-names.js';
import { entriesOf, sniff } from './open-archive.js';

/** An export as "Markdown & CSV" or as HTML: names end with an id of 32 digits, a page's subpages are in a folder of its name. */
export const notion: Converter = async (given) => {
  if ((await sniff(given.path)) !== 'zip')
    throw refuseImport('This is no zip file: export from Notion, and import that file.');
  const entries = await pagesOfDatabases(await entriesOf(given));
  const collection = await convertDocuments(given, entries, { skip: (path) => path === 'index.html', main, markdown });
  return {
    entries: collection.entries,
    warnings: collection.warnings,
    leftOut: collection.leftOut,
    layout: { root: '', redirects: {} },
    outline: (paths) => notionOutline([...paths].filter(isMarkdown)),
  };
};

function main(root: Root): Parent {
  const named = (name: string) => findElement(root, ({ tagName }) => tagName === name);
  const content = named('article') ?? named('body') ?? root;
  for (const node of elementsIn(content)) {
    // A toggle is a list of one, and a link to a page a figure.
    if (node.tagName === 'ul' && hasClass(node, 'toggle')) unlist(node);
    else if (node.tagName === 'figure' && hasClass(node, 'link-to-page')) node.tagName = 'p';
    else if (node.tagName === 'a' && isElement(node.children[0], 'img')) {
      // A picture is a link to itself.
      if (attribute(node, 'href') === attribute(node.children[0], 'src')) node.tagName = 'span';
    }
  }
  return content;
}

function unlist(list: Parent & { tagName: string }): void {
  list.tagName = 'div';
  for (const child of list.children) if (isElement(child, 'li')) child.tagName = 'div';
}

/** Callouts are written as `<aside>`. */
function markdown(text: string): string {
  let open = false;
  return outsideOfFences(text, (line) => {
    if (!open && /^<aside>\s*$/.test(line)) {
      open = true;
      return line.replace('<aside>', '{% hint style="info" %}');
    }
    if (open && /^<\/aside>\s*$/.test(line)) {
      open = false;
      return line.replace('</aside>', '{% endhint %}');
    }
    return line;
  });
}
