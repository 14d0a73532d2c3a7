import { startScriptProcess } from '../../src/scripts/script-process.js';

// Runs a script that never ends, and waits to be killed.
const limits = { cpuMs: 60_000, timeoutMs: 60_000, memoryMiB: 256, maxAnswerBytes: 1_024 };
const script = 'export default { async fetch() { for (;;) {} } }';
const running = await startScriptProcess({ script, allow: [], publicUrl: 'http://quire.example.com', limits });
process.stdout.write('running\n');
await running.dispatch({ event: '{}', environment: '{}' });
