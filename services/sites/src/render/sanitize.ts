import sanitizeHtml from 'sanitize-html';

const mathElements =
  'math semantics mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom merror menclose'.split(
    ' ',
  );
const mathAttributes =
  'display mathvariant stretchy fence separator accent accentunder lspace rspace minsize maxsize movablelimits largeop form width height depth voffset linethickness displaystyle scriptlevel columnalign rowalign columnspacing rowspacing columnspan rowspan notation'.split(
    ' ',
  );

/** What reads from left to right among any letters. */
const leftToRight: Record<string, sanitizeHtml.Transformer> = Object.fromEntries(
  ['code', 'pre', 'kbd', 'samp', 'math'].map((name) => [
    name,
    (tagName, attribs) => ({ tagName, attribs: { dir: 'ltr', ...attribs } }),
  ]),
);

const options = (opensBeside: boolean, isDirected: boolean): sanitizeHtml.IOptions => ({
  allowedTags: [
    ...'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'.split(
      ' ',
    ),
    ...mathElements,
  ],
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'lang', 'dir', 'role', 'tabindex', 'aria-label', 'aria-hidden'],
    a: ['href', 'name', 'rel', 'download', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    source: ['srcset', 'media', 'width', 'height'],
    td: ['colspan', 'rowspan', 'align'],
    th: ['colspan', 'rowspan', 'align', 'scope', 'width'],
    ol: ['start'],
    input: ['type', 'checked', 'disabled'],
    details: ['open'],
    time: ['datetime'],
    ...Object.fromEntries(mathElements.map((element) => [element, mathAttributes])),
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'srcset', 'cite'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'object', 'svg'],
  // Everything that it passes is written anew, nothing as it came.
  parser: { lowerCaseTags: true, lowerCaseAttributeNames: true },
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  transformTags: {
    ...(isDirected ? leftToRight : {}),
    a: (tagName, attribs) => ({
      tagName,
      attribs: anchorAttributes(attribs, opensBeside),
    }),
    // A picture that nobody described is passed over by who hears the page, not spelled out.
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs.alt ?? '' } }),
    input: (tagName, attribs) => ({ tagName, attribs: { ...attribs, disabled: '' } }),
  },
  nestingLimit: 100,
});

const prepared = [false, true].map((opensBeside) =>
  [false, true].map((isDirected) => options(opensBeside, isDirected)),
);

/** Where links open is for the site to say, not for authors. */
function anchorAttributes(attributes: sanitizeHtml.Attributes, opensBeside: boolean): sanitizeHtml.Attributes {
  const own = Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'target'));
  if (!isExternal(own.href)) return own;
  return { ...own, rel: 'noopener', ...(opensBeside ? { target: '_blank' } : {}) };
}

const isExternal = (href: string | undefined) => href !== undefined && /^https?:/i.test(href);

/**
 * The last thing that happens to what authors wrote: elements and attributes that cannot run, frame, style or fetch
 * anything are left, whatever way they came in. `isDirected` keeps code and formulas running from left to right.
 */
export const sanitize = (html: string, { opensBeside = false, isDirected = false } = {}): string =>
  sanitizeHtml(html, prepared[Number(opensBeside)]![Number(isDirected)]);
