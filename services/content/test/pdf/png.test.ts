import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { opaquePng } from '../../src/pdf/png.js';
import { pngOf } from './pictures.js';

const limit = 1_000;

/** Colours of each pixel of an RGB picture whose rows are differences to the row above. */
function pixels(png: Buffer): number[][] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const above: number[] = Array.from({ length: 3 * width }, () => 0);
  return Array.from({ length: height }, (_row, row) =>
    above.map((value, index) => (above[index] = (value + rows[row * (1 + 3 * width) + 1 + index]!) & 255)),
  );
}

describe('opaquePng', () => {
  it('leaves a picture without transparency as it is', () => {
    const png = pngOf({ width: 1, height: 1, colorType: 2, rows: [0, 1, 2, 3] });
    expect(opaquePng(png, limit)).to.deep.equal(png);
  });

  it('puts what is transparent on white', () => {
    const rows = [0, 255, 0, 0, 255, 255, 0, 0, 0, 1, 0, 0, 0, 128, 0, 0, 0, 127];
    const png = opaquePng(pngOf({ width: 2, height: 2, colorType: 6, rows }), limit)!;
    expect(pixels(png)).to.deep.equal([
      [255, 0, 0, 255, 255, 255],
      [127, 127, 127, 0, 0, 0],
    ]);
  });

  it('undoes every filter', () => {
    // Each row says the same: 10 20 30 opaque, then 40 50 60 opaque.
    const rows = [
      [1, 10, 20, 30, 255, 30, 30, 30, 0],
      [2, 0, 0, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 128, 15, 15, 15, 0],
      [4, 0, 0, 0, 0, 0, 0, 0, 0],
    ].flat();
    const png = opaquePng(pngOf({ width: 2, height: 4, colorType: 6, rows }), limit)!;
    expect(pixels(png)).to.deep.equal(Array.from({ length: 4 }, () => [10, 20, 30, 40, 50, 60]));
  });

  it('blends the palette of a picture that has one', () => {
    const png = pngOf({
      width: 2,
      height: 1,
      depth: 1,
      colorType: 3,
      rows: [0, 0x40],
      palette: [0, 0, 0, 9, 9, 9],
      alphas: [0],
    });
    const made = opaquePng(png, limit)!;
    const at = made.indexOf('PLTE');
    expect([...made.subarray(at + 4, at + 10)]).to.deep.equal([255, 255, 255, 9, 9, 9]);
    expect(made.includes('tRNS')).to.equal(false);
  });

  it('takes interlaced pictures, grey ones with transparency, and samples of other sizes', () => {
    // Of 2 by 2 pixels, passes 1, 6 and 7 hold something: top left, top right, the lower row.
    const interlaced = pngOf({ width: 2, height: 2, colorType: 0, interlaced: true, rows: [0, 1, 0, 2, 0, 3, 4] });
    expect(pixels(opaquePng(interlaced, limit)!)).to.deep.equal([
      [1, 1, 1, 2, 2, 2],
      [3, 3, 3, 4, 4, 4],
    ]);
    const deep = pngOf({ width: 1, height: 1, depth: 16, colorType: 4, rows: [0, 100, 7, 255, 255] });
    expect(pixels(opaquePng(deep, limit)!)).to.deep.equal([[100, 100, 100]]);
    const small = pngOf({
      width: 3,
      height: 1,
      depth: 2,
      colorType: 0,
      interlaced: true,
      rows: [0, 0xc0, 0, 0x40, 0, 0x80],
    });
    expect(pixels(opaquePng(small, limit)!)).to.deep.equal([[255, 255, 255, 170, 170, 170, 85, 85, 85]]);
  });

  it('refuses what is broken, unknown or too large, without unpacking it', () => {
    const good = { width: 2, height: 2, colorType: 6, rows: Array.from({ length: 18 }, () => 0) };
    const png = pngOf(good);
    expect(opaquePng(png, limit)).to.be.instanceOf(Buffer);
    const broken = [
      Buffer.alloc(0),
      Buffer.from('GIF89a'),
      png.subarray(0, 40),
      Buffer.concat([png.subarray(0, 45), Buffer.alloc(20, 7), png.subarray(65)]),
      pngOf({ ...good, rows: [0] }),
      pngOf({ ...good, rows: Array.from({ length: 1_000_000 }, () => 0) }),
      pngOf({ ...good, rows: good.rows.map((_value, index) => (index % 9 === 0 ? 9 : 0)) }),
      pngOf({ ...good, colorType: 5 }),
      pngOf({ ...good, colorType: 3 }),
      pngOf({ ...good, depth: 4 }),
      pngOf({ ...good, width: 0 }),
      pngOf({ ...good, width: 50_000, height: 50_000 }),
    ];
    for (const bytes of broken) expect(opaquePng(bytes, limit)).to.equal(undefined);
  });
});
