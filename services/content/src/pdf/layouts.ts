import type { CustomTableLayout } from 'pdfmake/interfaces.js';

export const colors = {
  text: '#1f2933',
  muted: '#6b7785',
  line: '#d5dbe1',
  accent: '#1d5fa8',
  codeFill: '#f5f7f9',
  headFill: '#eef2f6',
};

/** By a hint's style: the bar at its side, and what it is filled with. */
const hints: Readonly<Record<string, readonly [bar: string, fill: string]>> = {
  info: ['#2f80ed', '#edf5fe'],
  success: ['#2e9e5b', '#ecf8f0'],
  warning: ['#e09b13', '#fdf6e6'],
  danger: ['#d64545', '#fdefef'],
};

/** Room between the border of a box and what is in it. */
export const boxPadding = 10;
export const cellPadding = 6;

const box = ({
  bar,
  barWidth = 3,
  border,
  fill,
}: {
  bar?: string;
  barWidth?: number;
  border?: string;
  fill?: string;
}): CustomTableLayout => ({
  hLineWidth: () => (border ? 0.7 : 0),
  vLineWidth: (index) => (bar ? (index === 0 ? barWidth : 0) : border ? 0.7 : 0),
  hLineColor: () => border ?? '',
  vLineColor: () => bar ?? border ?? '',
  paddingLeft: () => boxPadding,
  paddingRight: () => boxPadding,
  paddingTop: () => 7,
  paddingBottom: () => 1,
  fillColor: () => fill ?? null,
});

/** How tables and the boxes that are made of them look, by the name that content uses. */
export const layouts: Record<string, CustomTableLayout> = {
  ...Object.fromEntries(Object.entries(hints).map(([style, [bar, fill]]) => [`hint-${style}`, box({ bar, fill })])),
  code: { ...box({ border: colors.line, fill: colors.codeFill }), paddingBottom: () => 7 },
  quote: { ...box({ bar: colors.line }), paddingTop: () => 2 },
  card: box({ border: colors.line }),
  step: { ...box({ bar: colors.line, barWidth: 1.5 }), paddingTop: () => 0 },
  grid: {
    hLineWidth: () => 0.7,
    vLineWidth: () => 0.7,
    hLineColor: () => colors.line,
    vLineColor: () => colors.line,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 4,
    paddingBottom: () => 0,
    fillColor: (row, node) => (row < (node.table.headerRows ?? 0) ? colors.headFill : null),
  },
};

/** The layout of a hint; one that nobody knows is an ordinary one. */
export const hintLayout = (style: string): string => `hint-${Object.hasOwn(hints, style) ? style : 'info'}`;
