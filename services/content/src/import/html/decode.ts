/** The text of an HTML file: by its byte order mark, by what the server said, by its own `<meta charset>`, else UTF-8. */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  const head = bytes.subarray(0, 2048).toString('latin1');
  const named = charset.exec(contentType)?.[1] ?? (/^(?:\xEF\xBB\xBF)/.test(head) ? 'utf-8' : charset.exec(head)?.[1]);
  return decoder(bytes, named).decode(bytes).replaceAll('\0', '\uFFFD');
}

const charset = /charset\s*=\s*["']?([\w:.-]{1,40})/i;

function decoder(bytes: Buffer, named: string | undefined): TextDecoder {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) return new TextDecoder(mark === 0xfeff ? 'utf-16be' : 'utf-16le');
  try {
    return new TextDecoder(named);
  } catch {
    // A name that nobody knows.
    return new TextDecoder();
  }
}
