import { pino } from 'pino';

/** The part of a logger that Quire uses: one JSON line per call, fields first. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A logger that writes JSON lines to standard output, each with the `service` it comes from. */
export function createLog(service: string, level: LogLevel = 'info'): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['token', 'authorization', 'secret', '*.token', '*.secret', '*.authorization'],
  });
}
