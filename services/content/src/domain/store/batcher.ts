interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** Collects the keys that are asked for within one turn of the event loop and loads them together. */
export class Batcher<Value> {
  readonly #loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  #waiting = new Map<string, Waiting<Value>[]>();

  constructor(loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#loadMany = loadMany;
  }

  /** Rejects when the key does not exist. */
  load(key: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => void this.#flush());
      const others = this.#waiting.get(key);
      if (others) others.push({ resolve, reject });
      else this.#waiting.set(key, [{ resolve, reject }]);
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = new Map();
    try {
      const values = await this.#loadMany([...batch.keys()]);
      for (const [key, waiting] of batch) {
        const value = values.get(key);
        for (const { resolve, reject } of waiting) {
          if (value === undefined) reject(new Error(`content ${key} is not stored`));
          else resolve(value);
        }
      }
    } catch (error) {
      for (const waiting of batch.values()) for (const { reject } of waiting) reject(error);
    }
  }
}
