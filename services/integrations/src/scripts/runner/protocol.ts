/** What the service and the process that runs one integration's script say to each other. */
export interface StartScript {
  kind: 'start';
  script: string;
  /** CIDRs that scripts may reach although they are not public. */
  allow: string[];
  publicUrl: string;
  limits: ScriptLimits;
}

export interface ScriptLimits {
  /** Of processor time without a single answer. */
  cpuMs: number;
  /** From the start of an event to its answer and the end of all that it waits for. */
  timeoutMs: number;
  memoryMiB: number;
  maxAnswerBytes: number;
}

/** An event as the published runtime expects it: a form of `event`, `environment` and, for requests, `fetch-body`. */
export interface Dispatch {
  event: string;
  environment: string;
  body?: Uint8Array;
}

export interface DispatchToScript extends Dispatch {
  kind: 'dispatch';
  id: number;
}

export type ToRunner = StartScript | DispatchToScript;

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A line that a script wrote to its console. */
export interface LogLine {
  level: LogLevel;
  message: string;
  /** ISO 8601. */
  timestamp: string;
}

/** What a script answered to an event. */
export interface ScriptAnswer {
  status: number;
  headers: [string, string][];
  body: Uint8Array;
}

export type FromRunner =
  | { kind: 'ready' }
  /** The script cannot be run, or miniflare is not there. */
  | { kind: 'refused'; reason: 'script' | 'missing'; message: string }
  | { kind: 'log'; id: number; line: LogLine }
  | { kind: 'answer'; id: number; answer: ScriptAnswer }
  | { kind: 'failure'; id: number; message: string }
  /** Sent before the process ends itself. */
  | { kind: 'overrun'; message: string };
