import { type Failure, invalid } from '@quire/runtime';

/** 400: the repository cannot be used; `message` goes on after "body.url:". */
export const refuseGit = (message: string): Failure => invalid([{ path: 'body.url', message }]);
