/** What a specification may take. */
export const openApiLimits = {
  /** Of its source, and of all its files together. */
  bytes: 10 * 1024 * 1024,
  /** Other files than the one that it begins with. */
  files: 100,
  /** Objects, lists and values, with everything that YAML repeats by an alias counted each time. */
  values: 2_000_000,
  /** Of all keys and strings, counted likewise. */
  characters: 32 * 1024 * 1024,
  depth: 200,
  /** Versions of a specification that are kept, the latest first. */
  versions: 100,
  /** What is told of a document's mistakes. */
  problems: 20,
  /** Waiting for all files. */
  fetchMs: 30_000,
  /** Everything. */
  totalMs: 150_000,
} as const;
