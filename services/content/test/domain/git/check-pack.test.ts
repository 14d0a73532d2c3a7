import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { Failure } from '@quire/runtime';
import { expect } from 'chai';
import { checkPack } from '../../../src/git/check-pack.js';
import { gitLimits } from '../../../src/git/limits.js';

interface PackedObject {
  type: 'blob' | 'delta' | 'delta-by-name';
  content: Buffer;
  /** What the header says, if not the truth. */
  size?: number;
  /** Of a delta: which object before it is its base. */
  base?: number;
}

const types = { blob: 3, delta: 6, 'delta-by-name': 7 };

/** A pack as git writes it, with whatever lies the objects tell. */
function packOf(objects: readonly PackedObject[], count = objects.length): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const parts = [head];
  const offsets: number[] = [];
  let position = head.length;
  for (const { type, content, size = content.length, base = 0 } of objects) {
    offsets.push(position);
    const pieces = [header(types[type], size)];
    if (type === 'delta') pieces.push(distance(position - offsets[base]!));
    if (type === 'delta-by-name') pieces.push(Buffer.alloc(20));
    pieces.push(deflateSync(content));
    const object = Buffer.concat(pieces);
    parts.push(object);
    position += object.length;
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function header(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

function distance(value: number): Buffer {
  const bytes = [value & 127];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(((rest -= 1) & 127) | 128);
  return Buffer.from(bytes);
}

const number = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...number(Math.floor(value / 128))];
/** A delta that says that it makes so many bytes of so many. */
const delta = (from: number, to: number) => Buffer.from([...number(from), ...number(to), 0x90, from]);
const blob = (text: string): PackedObject => ({ type: 'blob', content: Buffer.from(text) });
const MiB = 1024 * 1024;

describe('checkPack', () => {
  it('lets a pack of texts and deltas pass', async () => {
    const delta2 = { type: 'delta', content: delta(5, 5), base: 1 } as const;
    await checkPack(packOf([blob('hello'), { type: 'delta', content: delta(5, 5), base: 0 }, delta2, blob('')]));
  });

  const chain = Array.from({ length: gitLimits.deltaDepth + 1 }, (_, base): PackedObject => {
    return { type: 'delta', content: delta(5, 5), base };
  });
  const many = Array.from(
    { length: 30 },
    (): PackedObject => ({ type: 'delta', content: delta(5, 40 * MiB), base: 0 }),
  );
  const refused: Record<string, { pack: () => Buffer; says: RegExp }> = {
    'something else': { pack: () => Buffer.from('<html>'.repeat(20)), says: /no git pack/ },
    'more objects than there may be': { pack: () => packOf([], 200_000), says: /200000 files and folders/ },
    'fewer objects than it says': { pack: () => packOf([blob('a')], 2), says: /damaged/ },
    'half of itself': { pack: () => packOf([blob('a'.repeat(100)), blob('b')]).subarray(0, 33), says: /damaged/ },
    'an object that is larger than it says': {
      pack: () => packOf([{ type: 'blob', content: Buffer.alloc(MiB), size: 10 }, blob('b')]),
      says: /damaged/,
    },
    'an object that is smaller than it says': {
      pack: () => packOf([{ type: 'blob', content: Buffer.alloc(10), size: 20 }, blob('b')]),
      says: /damaged/,
    },
    'an object that says that it is huge': {
      pack: () => packOf([{ type: 'blob', content: Buffer.alloc(10), size: 2 ** 40 }, blob('b')]),
      says: /larger than 50 MiB/,
    },
    'a delta that makes something huge': {
      pack: () => packOf([blob('hello'), { type: 'delta', content: delta(5, 2 ** 31), base: 0 }]),
      says: /larger than 50 MiB/,
    },
    'deltas that make too much together': { pack: () => packOf([blob('hello'), ...many]), says: /larger than 500 MiB/ },
    'a chain of deltas that is too long': { pack: () => packOf([blob('hello'), ...chain]), says: /packed too deep/ },
    'a delta of nothing': {
      pack: () => packOf([blob('hello'), { type: 'delta', content: delta(5, 5), base: 1 }]),
      says: /damaged/,
    },
    'a delta of what is elsewhere': {
      pack: () => packOf([blob('hello'), { type: 'delta-by-name', content: delta(5, 5) }]),
      says: /not supported/,
    },
  };
  for (const [what, { pack, says }] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => {
      const error: unknown = await checkPack(pack()).then(
        () => undefined,
        (failure: unknown) => failure,
      );
      expect(error).to.be.instanceOf(Failure);
      expect((error as Failure).kind).to.equal('invalid');
      expect((error as Failure).message).to.match(says);
    });
  }
});
