const day = 24 * 60 * 60 * 1_000;
const retention = 7 * day;

/** What was deleted later than this can be restored; what was deleted then or earlier is as good as gone. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - retention);
