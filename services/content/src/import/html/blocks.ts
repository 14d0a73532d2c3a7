import type { Element, ElementContent } from 'hast';
import {
  attribute,
  classesOf,
  element,
  elementsIn,
  findElement,
  hasClass,
  isElement,
  oneLine,
  textNode,
  textOf,
} from './hast.js';

/**
 * The block that an element of some tool stands for, as an element with a plain name: `hint`, `details`, `pre`, `formula`,
 * `player`; undefined for anything else. Pages cannot write these names themselves: theirs are unknown elements here.
 */
export function readBlock(node: Element): Element | undefined {
  const { tagName } = node;
  if (ours.has(tagName)) return element('div', {}, node.children);
  if (tagName === 'pre' || hasClass(node, 'syntaxhighlighter-pre')) return code(node);
  if (tagName === 'details') return details(node);
  if (tagName === 'iframe') return player(node);
  if (tagName === 'math' || hasClass(node, 'katex')) return formula(node);
  if (hasClass(node, 'checkbox-on', 'checkbox-off'))
    return element('input', { type: 'checkbox', checked: hasClass(node, 'checkbox-on') }, []);
  if (hasClass(node, 'expand-container')) return expandContainer(node);
  if (hasClass(node, 'inline-task-list')) return tasks(node);
  if (tagName === 'figure' && hasClass(node, 'callout')) return notionCallout(node);
  return callout(node);
}

const ours = new Set(['hint', 'formula', 'player', 'anchor']);

/** Words of callouts and their style. */
const styles: Readonly<Record<string, string>> = {
  note: 'info',
  info: 'info',
  information: 'info',
  important: 'info',
  abstract: 'info',
  seealso: 'info',
  tip: 'success',
  hint: 'success',
  success: 'success',
  check: 'success',
  warning: 'warning',
  caution: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  failure: 'danger',
  bug: 'danger',
};
/** Confluence's colours: a note is yellow there, a warning red. */
const confluenceStyles: Readonly<Record<string, string>> = {
  information: 'info',
  note: 'warning',
  warning: 'danger',
  tip: 'success',
};
const confluenceMacro = /^confluence-information-macro-(information|note|warning|tip)$/;
const calloutClass = /^(?:admonition|alert|callout|custom-block|markdown-alert|theme-admonition)$/;
const calloutKind = /^(?:(?:theme-)?admonition-|alert-|alert--|callout-|markdown-alert-)?([a-z]+)$/;
const calloutTitle =
  /^(?:admonition-title|admonition-heading|custom-block-title|markdown-alert-title|callout-title|title)$|^admonitionHeading/;

function callout(node: Element): Element | undefined {
  const classes = classesOf(node);
  const macro = classes.map((name) => confluenceMacro.exec(name)?.[1]).find((name) => name !== undefined);
  if (macro !== undefined) {
    const title = findElement(node, (each) => hasClass(each, 'title'));
    const body = findElement(node, (each) => hasClass(each, 'confluence-information-macro-body'));
    return hint(confluenceStyles[macro]!, title && textOf(title), (body ?? node).children);
  }
  if (hasClass(node, 'panel')) return panel(node);
  if (!isElement(node, 'div', 'aside', 'section', 'blockquote') || !classes.some((name) => calloutClass.test(name)))
    return undefined;
  const kinds = classes.map((name) => calloutKind.exec(name)?.[1] ?? '');
  const kind = kinds.find((name) => Object.hasOwn(styles, name)) ?? 'info';
  const title = node.children.find(
    (child): child is Element => isElement(child) && classesOf(child).some((name) => calloutTitle.test(name)),
  );
  const words = title ? oneLine(textOf(title)) : '';
  // A title that only repeats the kind says nothing.
  const heading = words.toLowerCase() === kind ? '' : words;
  return hint(
    styles[kind]!,
    heading,
    node.children.filter((child) => child !== title),
  );
}

/** Confluence's panel: code in one of its macros, else a frame with a title. */
function panel(node: Element): Element | undefined {
  const content = findElement(node, (each) => hasClass(each, 'panelContent'));
  if (!content) return undefined;
  const header = findElement(node, (each) => hasClass(each, 'panelHeader'));
  const source = findElement(content, (each) => each.tagName === 'pre');
  if (source && hasClass(node, 'code', 'preformatted')) return code(source, header && oneLine(textOf(header)));
  return hint('info', header && textOf(header), content.children);
}

function notionCallout(node: Element): Element {
  const icon = findElement(node, (each) => hasClass(each, 'icon'));
  const emoji = icon ? oneLine(textOf(icon)) : '';
  const body = node.children.filter((child): child is Element => isElement(child)).at(-1) ?? node;
  const style = /[⚠🚧🟡🟠]/u.test(emoji)
    ? 'warning'
    : /[❗🔥🛑🚨⛔🔴❌]/u.test(emoji)
      ? 'danger'
      : /[✅✔🟢🎉]/u.test(emoji)
        ? 'success'
        : 'info';
  return hint(style, undefined, body.children);
}

function hint(style: string, title: string | undefined, children: ElementContent[]): Element {
  const words = oneLine(title ?? '');
  const heading = words === '' ? [] : [element('p', {}, [element('strong', {}, [textNode(words)])])];
  return element('hint', { style }, [...heading, ...children]);
}

const languageClass = /^(?:language|lang|highlight-source|brush|sourceCode)[-:](\w[\w+#.-]{0,30})$/i;

function code(node: Element, title?: string): Element {
  const around = [node, ...elementsIn(node)];
  const named = around.flatMap((each) => classesOf(each)).map((name) => languageClass.exec(name)?.[1]);
  const written = around.map((each) => attribute(each, 'dataLanguage') || attribute(each, 'dataLang'));
  const brush = /brush:\s*([\w+#-]{1,30})/.exec(attribute(node, 'dataSyntaxhighlighterParams'))?.[1];
  const found =
    named.find((name) => name !== undefined) ?? written.find((name) => /^[\w+#.-]{1,30}$/.test(name)) ?? brush;
  const language =
    found === undefined || /^(?:plain|none|text)/i.test(found) ? [] : [`language-${found.toLowerCase()}`];
  const inner = element('code', { className: language }, [textNode(textOf(node).replace(/\r\n?/g, '\n'))]);
  return element('pre', title ? { title } : {}, [inner]);
}

function details(node: Element): Element {
  const summary = node.children.find((child): child is Element => isElement(child, 'summary'));
  const rest = node.children.filter((child) => child !== summary);
  return element('details', { title: summary ? oneLine(textOf(summary)) : '' }, rest);
}

function expandContainer(node: Element): Element {
  const title = findElement(node, (each) => hasClass(each, 'expand-control-text'));
  const body = findElement(node, (each) => hasClass(each, 'expand-content'));
  return element('details', { title: title ? oneLine(textOf(title)) : '' }, body?.children ?? []);
}

/** Confluence's tasks say by a class whether they are done. */
function tasks(node: Element): Element {
  const children = node.children.map((child) => {
    if (!isElement(child, 'li')) return child;
    const box = element('input', { type: 'checkbox', checked: hasClass(child, 'checked') }, []);
    return element('li', {}, [box, textNode(' '), ...child.children]);
  });
  return element('ul', {}, children);
}

/** Formulas keep their TeX beside what is shown. */
function formula(node: Element): Element | undefined {
  const source = findElement(node, (each) => attribute(each, 'encoding') === 'application/x-tex');
  if (!source) return undefined;
  return element('formula', { tex: oneLine(textOf(source)) }, []);
}

const players =
  /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com|player\.vimeo\.com|loom\.com|figma\.com|codepen\.io|codesandbox\.io)\//;

/** Of frames only those that play or show something: the others count readers. */
function player(node: Element): Element {
  const src = attribute(node, 'src').replace(/^\/\//, 'https://');
  return players.test(src) && URL.canParse(src)
    ? element('player', { url: new URL(src).href }, [])
    : element('div', {}, []);
}
