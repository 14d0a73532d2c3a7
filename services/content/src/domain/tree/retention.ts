/** How long a deleted space can be restored; after that it is gone for good. */
export const retentionMs = 7 * 24 * 60 * 60 * 1_000;

/** Whatever was deleted at this moment or before can no longer be restored. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - retentionMs);
