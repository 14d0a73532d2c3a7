/** Reads comma-separated values: quoted fields may hold commas, quotes (doubled) and line ends. */
export function readCsv(text: string, { maxRows }: { maxRows: number }): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length && rows.length < maxRows) {
    const field = text[at] === '"' ? quoted(text, at) : plain(text, at);
    row.push(field.value);
    at = field.end;
    if (text[at] === ',') {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

function plain(text: string, from: number): { value: string; end: number } {
  let end = from;
  while (end < text.length && !',\r\n'.includes(text[end]!)) end += 1;
  return { value: text.slice(from, end), end };
}

/** What stands between the closing quote and the next comma belongs to the field. */
function quoted(text: string, from: number): { value: string; end: number } {
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close < 0 ? text.length : close;
  const rest = plain(text, Math.min(end + 1, text.length));
  return { value: text.slice(from + 1, end).replaceAll('""', '"') + rest.value, end: rest.end };
}
