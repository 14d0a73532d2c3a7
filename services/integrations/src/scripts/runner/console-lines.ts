import { type LogLevel, type LogLine, logLevels } from './protocol.js';
import { storableText } from '../../storable-text.js';
import { logEnd, logMark } from './modules.js';

const maxLineChars = 64 * 1024;
const maxMessageChars = 4_000;

/** A line of workerd's output: of which event, if it says so, and whether it is the last of it. */
export interface ConsoleLine {
  event: number | undefined;
  isLast: boolean;
  line: LogLine;
}

/** Cuts a stream of output into lines; what is beyond the first 64 Ki of one is dropped as it comes. */
export function lineSplitter(onLine: (line: string) => void): (chunk: string) => void {
  let held = '';
  return (chunk) => {
    const lines = chunk.split('\n');
    lines.forEach((part, index) => {
      held += part.slice(0, maxLineChars - held.length);
      if (index === lines.length - 1) return;
      onLine(held);
      held = '';
    });
  };
}

/** Reads a line that workerd wrote as JSON; undefined for anything else. */
export function parseConsoleLine(text: string): ConsoleLine | undefined {
  const parsed = parseJson(text);
  if (parsed === undefined || typeof parsed.message !== 'string') return undefined;
  const [, id, rest = ''] = new RegExp(`^(\\d*)${logMark}([^]*)$`).exec(parsed.message) ?? [
    undefined,
    '',
    parsed.message,
  ];
  const level = logLevels.find((each) => each === parsed.level) ?? 'info';
  return {
    event: id ? Number(id) : undefined,
    isLast: rest === logEnd,
    line: logLine(level, rest.trimStart(), new Date(Number(parsed.timestamp))),
  };
}

export const logLine = (level: LogLevel, message: string, at: Date): LogLine => ({
  level,
  message: storableText(message.length > maxMessageChars ? `${message.slice(0, maxMessageChars)}…` : message),
  timestamp: at.toISOString(),
});

function parseJson(text: string): { message?: unknown; level?: unknown; timestamp?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Cut off, or not workerd's.
    return undefined;
  }
}
