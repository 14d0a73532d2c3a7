// Threads do not inherit the loader through which tests run the sources: here they get it.
import { register } from 'tsx/esm/api';

register();
await import('./openapi-worker.ts');
