import { expect } from 'chai';
import { Fonts } from '../../src/pdf/fonts.js';
import { dearest } from '../../src/pdf/svg/budget.js';
import { readDrawing } from '../../src/pdf/svg/drawing.js';

const svg = (inner: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

describe('readDrawing', () => {
  const fonts = new Fonts();
  const read = (source: string) => readDrawing(Buffer.from(source), fonts);
  const markup = (inner: string) => read(svg(inner))?.svg.replace(/^<svg[^>]*>|<\/svg>$/g, '');

  const sizes: [attributes: string, width: number, height: number][] = [
    ['viewBox="0 0 100 50"', 100, 50],
    ['width="30" height="20"', 30, 20],
    ['width="1in" height="36pt"', 96, 48],
    ['height="20" viewBox="0 0 100 50"', 40, 20],
    ['width="100%" height="100%" viewBox="0 0 100 50"', 100, 50],
    ['', 300, 150],
  ];
  for (const [attributes, width, height] of sizes)
    it(`is ${width} by ${height} for ${attributes || 'nothing'}`, () => {
      expect(read(svg('', attributes))).to.include({ width, height });
    });

  const written: [what: string, source: string, result: string][] = [
    [
      'shapes and how they look',
      '<rect x="5%" width="2em" fill="RED" style="stroke:#FFF;stroke-width:2px"/>',
      '<rect stroke-width="2" fill="red" stroke="#fff" x="5" width="32"/>',
    ],
    [
      'groups',
      '<g transform="translate(1,2) scale(2)"><circle r="1"/></g>',
      '<g transform="matrix(2 0 0 2 1 2)"><circle r="1"/></g>',
    ],
    ['links as what is in them', '<a href="https://example.com"><line x2="1"/></a>', '<g><line x2="1"/></g>'],
    [
      'dashes that begin where they are seen first',
      '<line x2="9" stroke-dasharray="3 1" stroke-dashoffset="-99999"/>',
      '<line stroke-dasharray="3 1" stroke-dashoffset="1" x2="9"/>',
    ],
    [
      'nothing of what is not seen',
      '<title>a</title><metadata><x/></metadata><defs><filter id="f"/></defs><g display="none"><use/></g><!-- b -->',
      '',
    ],
    ['the colour of the text', '<g color="blue"><line stroke="currentColor"/></g>', '<g><line stroke="blue"/></g>'],
    [
      'gradients with the colours of others',
      '<defs><linearGradient id="a"><stop stop-color="red"/></linearGradient><linearGradient id="b" xlink:href="#a" x1="0"/></defs><line stroke="url(#b)"/>',
      '<defs><linearGradient id="d1" x1="0"><stop offset="0" stop-color="red" stop-opacity="1"/></linearGradient></defs><line stroke="url(#d1)"/>',
    ],
    [
      'clips',
      '<clipPath id="c"><rect width="9" height="9"/></clipPath><g clip-path="url(#c)"/>',
      '<defs><clipPath id="d1"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#d1)"/>',
    ],
    [
      'tips of lines, the other way round where they begin',
      '<marker id="m" orient="auto-start-reverse" refX="2"><line x2="1"/></marker><line marker-start="url(#m)"/>',
      '<defs><marker id="d1" refX="2" orient="auto" overflow="visible"><g transform="rotate(180 2 0)"><line x2="1"/></g></marker></defs><line marker-start="url(#d1)"/>',
    ],
    [
      'colours of what is not there as the other colour',
      '<line stroke="url(#gone) red"/><line fill="url(#gone)"/>',
      '<line stroke="red"/><line fill="none"/>',
    ],
  ];
  for (const [what, source, result] of written)
    it(`writes ${what}`, () => {
      expect(markup(source)).to.equal(result);
    });

  it('writes letters in the fonts of the document, blanks as they are seen', () => {
    const pieces = (inner: string) =>
      Array.from(markup(inner)!.matchAll(/<tspan([^>]*)>([^<]*)</g), ([, attributes, text]) => [
        text,
        / font-family="([^"]*)"/.exec(attributes!)![1],
        / x="([^"]*)"/.exec(attributes!)?.[1],
      ]);
    expect(pieces('<text x="4">\n  one <tspan> two</tspan>  &amp; <tspan x="7">中</tspan>\n</text>')).to.deep.equal([
      ['one ', 'noto-sans-latin', '4'],
      ['two', 'noto-sans-latin', undefined],
      [' &amp; ', 'noto-sans-latin', undefined],
      ['中', 'noto-sans-sc-chinese-simplified', '7'],
    ]);
    expect(pieces('<text x="1 2" font-family="Courier New">abc</text>')).to.deep.equal([
      ['a', 'noto-sans-mono-latin', '1'],
      ['b', 'noto-sans-mono-latin', '2'],
      ['c', 'noto-sans-mono-latin', undefined],
    ]);
    expect(pieces('<text xml:space="preserve"> a  b </text>')[0]![0]).to.equal(' a  b ');
  });

  const refused: [what: string, source: string][] = [
    ['nothing', ''],
    ['something else', '<html/>'],
    ['what does not end', '<svg viewBox="0 0 1 1"><g>'],
    ['what ends twice', svg('<g></g></g>')],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`],
    ['a size of nothing', svg('', 'viewBox="0 0 0 0"')],
    ['a size without measure', svg('', 'width="1e9" height="1"')],
    ['huge coordinates', svg('<path d="M0 0L1e30 0"/>')],
    ['transformations to infinity', svg('<g transform="scale(1e300)"/>')],
    ['colours that every object knows', svg('<rect fill="constructor"/>')],
    ['colours that are computed', svg('<rect fill="var(--x)"/>')],
    ['markers without an end', svg('<marker id="m"><path marker-end="url(#m)"/></marker><path marker-end="url(#m)"/>')],
    ['masks', svg('<mask id="m"/><g mask="url(#m)"/>')],
    ['filters', svg('<filter id="f"/><g filter="url(#f)"/>')],
    ['patterns', svg('<pattern id="p"/><rect fill="url(#p)"/>')],
    ['things outside', svg('<rect fill="url(https://example.com/a.svg#g)"/>')],
    ...['use', 'image', 'svg', 'script', 'style', 'foreignObject', 'symbol x="1"/><use', 'animate', 'unknown'].map(
      (name): [string, string] => [name, svg(`<${name} href="#a">@import "a";</${name.replace(/.*</, '')}>`)],
    ),
    ['dashes of many lengths', svg(`<line stroke-dasharray="${'1 '.repeat(17)}"/>`)],
    ['groups in groups in groups', svg('<g>'.repeat(30) + '</g>'.repeat(30))],
  ];
  for (const [what, source] of refused)
    it(`leaves out a picture with ${what}`, () => {
      expect(read(source)).to.equal(undefined);
    });

  const hostile: [what: string, make: (count: number) => string][] = [
    ['elements', (count) => svg('<rect width="1" height="1"/>'.repeat(count))],
    ['lines', (count) => svg(`<path d="M0 0h${'1 '.repeat(count)}"/>`)],
    ['arcs', (count) => svg(`<path d="M0 0a${'9 9 0 111 1 '.repeat(count)}"/>`)],
    ['closed paths', (count) => svg(`<path d="M0 0${'z'.repeat(count)}"/>`)],
    ['points', (count) => svg(`<polygon points="${'1,1 '.repeat(count)}"/>`)],
    ['letters', (count) => svg(`<text>${'a'.repeat(count)}</text>`)],
    ['texts', (count) => svg('<text>a</text>'.repeat(count))],
    ['groups that shine through', (count) => svg('<g opacity=".5"/>'.repeat(count))],
    [
      'colours of a gradient, again and again',
      (count) =>
        svg(
          `<linearGradient id="g">${'<stop/>'.repeat(9)}</linearGradient><g fill="url(#g)">${'<circle r="1"/>'.repeat(count)}</g>`,
        ),
    ],
    [
      'lines with tips',
      (count) =>
        svg(`<marker id="m"><circle r="1"/></marker><g marker-end="url(#m)">${'<line x2="1"/>'.repeat(count)}</g>`),
    ],
    ['clips', (count) => svg(`<clipPath id="c"><circle r="1"/></clipPath>${'<g clip-path="url(#c)"/>'.repeat(count)}`)],
  ];
  for (const [what, make] of hostile)
    it(`leaves out a picture with too many ${what}`, () => {
      expect(read(make(5))!.cost).to.be.lessThan(dearest / 5);
      expect(read(make(50_000))).to.equal(undefined);
      expect(read(make(3_500))?.cost ?? 0).to.be.at.most(dearest);
    });

  it('draws a line through where there would be more dashes than a reader could draw', () => {
    expect(markup('<path d="M0 0H99999" stroke-dasharray="1"/>')).to.include('stroke-dasharray="none"');
    expect(markup('<path d="M0 0H99" stroke-dasharray="1"/>')).to.include('stroke-dasharray="1 1"');
  });
});
