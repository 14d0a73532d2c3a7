import { type Failure, invalid } from '@quire/runtime/errors';

/** 400: this cannot be imported; `message` says why and what to do. */
export const refuseImport = (message: string): Failure => invalid([{ path: 'body.url', message }]);

/** 400: a file of the import cannot be used; `why` goes on after its path. */
export const refuseFile = (path: string, why: string): Failure => refuseImport(`${path} ${why}`);
