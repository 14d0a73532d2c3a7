import { createToken, hashToken, isWellFormedToken } from '@quire/runtime';
import { expect } from 'chai';

describe('tokens', () => {
  it('have the documented form and are well-formed', () => {
    for (const kind of ['pat', 'int', 'ins'] as const) {
      const token = createToken(kind);
      expect(token).to.match(new RegExp(`^quire_${kind}_[A-Za-z0-9_-]{43}_[A-Za-z0-9_-]{6}$`));
      expect(isWellFormedToken(token)).to.equal(true);
    }
  });

  it('are never the same', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => createToken('pat')));
    expect(tokens.size).to.equal(1_000);
  });

  it('with one character changed are not well-formed', () => {
    const token = createToken('pat');
    for (let index = 0; index < token.length; index++) {
      const changed = token.slice(0, index) + (token[index] === 'x' ? 'y' : 'x') + token.slice(index + 1);
      expect(isWellFormedToken(changed), `changed at ${index}`).to.equal(false);
    }
  });

  it('refuses other text', () => {
    for (const text of ['', 'quire_pat_', 'x'.repeat(64), `${createToken('pat')}\n`, ` ${createToken('int')}`]) {
      expect(isWellFormedToken(text), JSON.stringify(text)).to.equal(false);
    }
  });

  it('are stored as their SHA-256 in hex', () => {
    expect(hashToken('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
