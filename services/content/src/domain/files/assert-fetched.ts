import { invalid } from '@quire/runtime';

/** Throws 400 unless an address that a caller named answered with success. */
export function assertFetched(status: number, path: string): void {
  if (status < 200 || status > 299)
    throw invalid([{ path, message: `answered ${status}; it must answer 200 with the content` }]);
}
