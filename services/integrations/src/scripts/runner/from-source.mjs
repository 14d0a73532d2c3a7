// A process does not inherit the loader through which tests run the sources: here it gets it.
import { register } from 'tsx/esm/api';

register();
await import('./runner.ts');
