import type { IncomingHttpHeaders } from 'node:http';
import type { FileStore, RawAnswer } from '@quire/runtime';

/** Types that a browser shows by itself without running anything; the rest is offered for download. */
const shown = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|svg\+xml)|application\/pdf|text\/plain|video\/|audio\/)/;

const sandbox = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
};

/** Serves the bytes of a stored file, whole or one range of it (RFC 9110, 14), so that nothing in it can act as a page of ours. */
export async function sendFile(
  files: FileStore,
  {
    key,
    name,
    contentType,
    tag,
    isOurs = false,
    headers,
  }: {
    key: string;
    name: string;
    contentType: string;
    tag?: string;
    /** Made by this service: browsers do not show a PDF inside a sandbox. */
    isOurs?: boolean;
    headers: IncomingHttpHeaders;
  },
): Promise<RawAnswer> {
  const common = {
    'Content-Type': contentType.startsWith('text/') ? `${contentType.split(';')[0]}; charset=utf-8` : contentType,
    'Content-Disposition': `${shown.test(contentType) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeRfc5987(name)}`,
    'X-Content-Type-Options': 'nosniff',
    ...(isOurs ? {} : sandbox),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    ...(tag === undefined ? {} : { ETag: tag }),
  };
  if (tag !== undefined && headers['if-none-match']?.includes(tag)) return { status: 304, headers: common };
  const whole = await files.get(key);
  const range = rangeOf(headers, whole.size, tag);
  if (range === undefined)
    return { status: 200, headers: { ...common, 'Content-Length': String(whole.size) }, body: whole.stream };
  whole.stream.destroy();
  if (range === 'unsatisfiable') return { status: 416, headers: { 'Content-Range': `bytes */${whole.size}` } };
  const { stream } = await files.get(key, range);
  return {
    status: 206,
    headers: {
      ...common,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Range': `bytes ${range.start}-${range.end}/${whole.size}`,
    },
    body: stream,
  };
}

/** The one range that is asked for; undefined for none, several or a malformed one, which all get the whole file. */
function rangeOf(
  headers: IncomingHttpHeaders,
  size: number,
  tag: string | undefined,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== tag) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || end < start ? 'unsatisfiable' : { start, end };
}

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
