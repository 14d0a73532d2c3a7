import { inflateSync } from 'node:zlib';
import { breather } from '../import/breather.js';
import { refuseGit } from './refusal.js';
import { gitLimits, type GitLimits } from './limits.js';

const deltaByOffset = 6;
const deltaByName = 7;

/**
 * Checks what a pack of a stranger's server would become before anybody unpacks it: how many objects, how large each of
 * them and all together, and how long their chains of deltas. Format: git's `gitformat-pack`.
 */
export async function checkPack(pack: Buffer, limits: GitLimits = gitLimits): Promise<void> {
  if (pack.length < 32 || pack.toString('latin1', 0, 4) !== 'PACK')
    throw refuseGit('sent something that is no git pack.');
  const count = pack.readUInt32BE(8);
  if (count > limits.objects) throw tooLarge(`has ${count} files and folders, more than ${limits.objects}`);
  const depths = new Map<number, number>();
  const pause = breather();
  let position = 12;
  let expanded = 0;
  for (let index = 0; index < count; index += 1) {
    const start = position;
    const header = readHeader(pack, position);
    position = header.end;
    let depth = 0;
    if (header.type === deltaByName) throw refuseGit('sends its objects in a way that is not supported.');
    if (header.type === deltaByOffset) {
      const base = readOffset(pack, position);
      position = base.end;
      const below = depths.get(start - base.distance);
      if (below === undefined) throw damaged();
      depth = below + 1;
      if (depth > limits.deltaDepth) throw tooLarge('is packed too deep; run "git repack -ad" in it');
    }
    if (header.size > limits.objectBytes) throw tooLarge(`has a file larger than ${inMiB(limits.objectBytes)}`);
    const { content, consumed } = inflate(pack, position, header.size);
    position += consumed;
    const size = header.type === deltaByOffset ? resultSize(content) : header.size;
    expanded += size;
    if (size > limits.objectBytes) throw tooLarge(`has a file larger than ${inMiB(limits.objectBytes)}`);
    if (expanded > limits.expandedBytes) throw tooLarge(`is larger than ${inMiB(limits.expandedBytes)}`);
    depths.set(start, depth);
    await pause();
  }
}

const damaged = () => refuseGit('sent a damaged git pack.');
const tooLarge = (what: string) => refuseGit(`${what}. Keep documentation in a repository of its own.`);
const inMiB = (bytes: number) => `${Math.floor(bytes / (1024 * 1024))} MiB`;

/** Numbers beyond this are no sizes of anything. */
const maxShift = 2 ** 42;

function readHeader(pack: Buffer, start: number): { type: number; size: number; end: number } {
  let position = start;
  let byte = byteAt(pack, position++);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 128; factor *= 128) {
    if (factor > maxShift) throw damaged();
    byte = byteAt(pack, position++);
    size += (byte & 127) * factor;
  }
  return { type, size, end: position };
}

function readOffset(pack: Buffer, start: number): { distance: number; end: number } {
  let position = start;
  let byte = byteAt(pack, position++);
  let distance = byte & 127;
  while (byte & 128) {
    if (distance > maxShift) throw damaged();
    byte = byteAt(pack, position++);
    distance = (distance + 1) * 128 + (byte & 127);
  }
  return { distance, end: position };
}

/** The size of what a delta makes: the second number in it. */
function resultSize(delta: Buffer): number {
  let position = 0;
  const read = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (factor > maxShift) throw damaged();
      const byte = byteAt(delta, position++);
      value += (byte & 127) * factor;
      if (!(byte & 128)) return value;
    }
  };
  read();
  return read();
}

function byteAt(bytes: Buffer, position: number): number {
  const byte = bytes[position];
  if (byte === undefined) throw damaged();
  return byte;
}

function inflate(pack: Buffer, start: number, size: number): { content: Buffer; consumed: number } {
  try {
    const { buffer, engine } = inflateSync(pack.subarray(start), {
      info: true,
      maxOutputLength: Math.max(size, 1),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (buffer.length !== size) throw damaged();
    return { content: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    if (error instanceof Error && 'kind' in error) throw error;
    throw damaged();
  }
}
