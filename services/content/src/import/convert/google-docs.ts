import type { Element, ElementContent, Root } from 'hast';
import {
  attribute,
  classesOf,
  element,
  elementsIn,
  findElement,
  isElement,
  type Parent,
  textOf,
} from '../html/hast.js';
import { documents } from './documents-source.js';

/** An export as HTML (a zip file with its images) or as .docx. */
export const googleDocs = documents('html', { main, address });

function main(root: Root): Parent {
  const body = findElement(root, (each) => each.tagName === 'body') ?? root;
  const styles = stylesIn(root);
  dropComments(body);
  for (const node of [body, ...elementsIn(body)]) {
    if (node.type !== 'element') continue;
    restore(node, styles);
    nestLists(node);
  }
  return body;
}

/** Links go through a page of Google that counts them. */
function address(href: string): string {
  if (!href.startsWith('https://www.google.com/url?') || !URL.canParse(href)) return href;
  return new URL(href).searchParams.get('q') ?? href;
}

interface Style {
  bold: boolean;
  italic: boolean;
}

/** What its classes mean is said in a style sheet. */
function stylesIn(root: Root): Map<string, Style> {
  const styles = new Map<string, Style>();
  for (const sheet of elementsIn(root)) {
    if (sheet.tagName !== 'style') continue;
    for (const [, name, rules] of textOf(sheet).matchAll(/\.(c\d{1,5})\{([^{}]{0,2000})\}/g)) {
      styles.set(name!, { bold: /font-weight:(?:700|bold)/.test(rules!), italic: /font-style:italic/.test(rules!) });
    }
  }
  return styles;
}

/** Bold and italic spans, the title, and headings without the marks that they have by themselves. */
function restore(node: Element, styles: ReadonlyMap<string, Style>): void {
  const classes = classesOf(node);
  if (node.tagName === 'p' && classes.includes('title')) node.tagName = 'h1';
  if (node.tagName !== 'span') return;
  const bold = classes.some((name) => styles.get(name)?.bold);
  const italic = classes.some((name) => styles.get(name)?.italic);
  if (italic) node.children = [element('em', {}, node.children)];
  if (bold) node.children = [element('strong', {}, node.children)];
}

/** `lst-kix_…-1` is the level below `lst-kix_…-0`, but stands beside it. */
function nestLists(node: Element): void {
  const open: { level: number; list: Element }[] = [];
  const children: ElementContent[] = [];
  for (const child of node.children) {
    const level = isElement(child, 'ul', 'ol') ? levelOf(child) : undefined;
    if (level === undefined) {
      if (child.type !== 'text' || child.value.trim() !== '') open.length = 0;
      children.push(child);
      continue;
    }
    const list = child as Element;
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    const last = open.at(-1);
    const item = last?.list.children.findLast((each): each is Element => isElement(each, 'li'));
    if (last?.level === level) last.list.children.push(...list.children);
    else if (item) item.children.push(list);
    else children.push(list);
    if (last?.level !== level) open.push({ level, list });
  }
  node.children = children;
}

function levelOf(list: Element): number | undefined {
  const level = classesOf(list).map((name) => /^lst-.+-(\d)$/.exec(name)?.[1]);
  const found = level.find((each) => each !== undefined);
  return found === undefined ? undefined : Number(found);
}

/** Comments stand below the text, each in a frame that begins with a link back, and their marks in it. */
function dropComments(body: Parent): void {
  const isMark = (node: ElementContent | undefined) =>
    isElement(node, 'a') && /^cmnt(?:_ref)?\d+$/.test(attribute(node, 'id') || attribute(node, 'name'));
  const isComment = (node: Element) =>
    node.children.some((child) => isMark(child) || (isElement(child, 'p') && isMark(child.children[0])));
  for (const node of [body, ...elementsIn(body)]) {
    node.children = (node.children as ElementContent[]).filter(
      (child) => !isElement(child, 'sup', 'div') || !isComment(child),
    );
  }
}
