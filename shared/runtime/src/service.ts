/** What every deployable is: built by `createService`, then started, drained and stopped. */
export interface Service {
  /** `gateway` or the name of a context. */
  name: string;
  /** The port it listens on once started. */
  readonly port: number;
  /** Migrates, subscribes, listens. Resolves when `/readyz` would answer 200. */
  start(): Promise<void>;
  /** Resolves when nothing asynchronous is left: outbox published, deliveries handled, jobs done. Does not stop anything. */
  drain(): Promise<void>;
  /** Stops taking work, finishes what runs (10 s at most), closes every connection. */
  stop(): Promise<void>;
}
