interface Entry<Value> {
  value: Promise<Value>;
  size: number;
  since: number;
}

/** Values that were made of late, the least recently used going first. What is being made is made once. */
export class Recent<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #options: { maxSize: number; sizeOf: (value: Value) => number; maxAgeMs?: number };
  #size = 0;

  constructor(options: { maxSize: number; sizeOf: (value: Value) => number; maxAgeMs?: number }) {
    this.#options = options;
  }

  async remember(key: string, make: () => Promise<Value>): Promise<Value> {
    const { maxAgeMs = Number.POSITIVE_INFINITY } = this.#options;
    const known = this.#entries.get(key);
    if (known && performance.now() - known.since < maxAgeMs) {
      // Taking the entry out and putting it back keeps the map in the order of use.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    this.#drop(key);
    const entry: Entry<Value> = { value: make(), size: 0, since: performance.now() };
    this.#entries.set(key, entry);
    try {
      const value = await entry.value;
      if (this.#entries.get(key) === entry) this.#weigh(entry, value);
      return value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#drop(key);
      throw error;
    }
  }

  /** Whatever is being made now is not kept either. */
  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #weigh(entry: Entry<Value>, value: Value): void {
    const { maxSize, sizeOf } = this.#options;
    entry.size = sizeOf(value);
    this.#size += entry.size;
    for (const key of this.#entries.keys()) {
      if (this.#size <= maxSize) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
