import { sweepWorkFolders as sweep, withWorkFolder as inFolder } from '@quire/runtime';

const kind = 'import';
/** No import takes as long. */
const longestMs = 60 * 60 * 1_000;

/** Gives an import a temporary folder of its own, which goes when `work` is done. */
export const withWorkFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> => inFolder(kind, work);

/** Removes what imports left behind whose process was killed. */
export const sweepWorkFolders = (): Promise<void> => sweep(kind, { longestMs });
