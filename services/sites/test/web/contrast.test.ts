import { expect } from 'chai';
import fc from 'fast-check';
import { contrast, inkOn, legible, mix } from '../../src/web/contrast.js';

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const papers = fc.constantFrom('#ffffff', '#f7f7f8', '#12161d', '#17191e');

describe('contrast', () => {
  it('is that of WCAG 2', () => {
    expect(contrast('#000', '#fff')).to.equal(21);
    expect(contrast('#abc', '#aabbcc')).to.equal(1);
    expect(contrast('#777777', '#ffffff')).to.be.closeTo(4.48, 0.01);
    expect(contrast('#ffffff', '#767676')).to.be.closeTo(4.54, 0.01);
  });

  it('leaves colors that can be read as they are, and moves the others no further than needed', () => {
    expect(legible('#2456d6', '#ffffff')).to.equal('#2456d6');
    expect(legible('#8fb0ff', '#12161d')).to.equal('#8fb0ff');
    expect(legible('#ffff00', '#ffffff')).to.match(/^#(..)\1/);
  });

  it('of any color on any paper, and on a tint of it, is enough for text', () => {
    fc.assert(
      fc.property(color, papers, (chosen, paper) => {
        const shown = legible(chosen, paper);
        expect(contrast(shown, paper)).to.be.at.least(4.5);
        expect(contrast(shown, mix(paper, shown, 0.1))).to.be.at.least(4.5);
        expect(contrast(inkOn(chosen), chosen)).to.be.at.least(4.5);
      }),
    );
  });

  it('of any two colors is enough once one was made legible', () => {
    fc.assert(
      fc.property(color, color, (chosen, paper) => {
        expect(contrast(legible(chosen, paper), paper)).to.be.at.least(4.4);
      }),
    );
  });
});
