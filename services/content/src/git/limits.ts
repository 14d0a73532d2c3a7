const MiB = 1024 * 1024;

/** What a repository may be at most, at one commit; sizes in bytes. */
export const gitLimits = {
  /** As it is sent. */
  packBytes: 50 * MiB,
  /** All objects of the pack, inflated. */
  expandedBytes: 500 * MiB,
  objectBytes: 50 * MiB,
  objects: 100_000,
  /** How many deltas may stand on each other; git makes 50. */
  deltaDepth: 250,
  /** Files in the folder of the project. */
  files: 20_000,
  folders: 20_000,
  depth: 50,
};
export type GitLimits = typeof gitLimits;
