import { flushTelemetry } from '@quire/runtime';
import { banner } from './banner.js';
import { composeServices } from './compose-services.js';
import { readConfig } from './config.js';
import { type Quire, startQuire } from './launcher.js';

// Ctrl-C reaches us twice, from the terminal and from npm: that is one wish to stop, not two.
const samePressMs = 1_000;
let quire: Quire | undefined;
let stoppingSince: number | undefined;

async function end(code: number): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > samePressMs) process.exit(1);
    return;
  }
  stoppingSince = performance.now();
  // Exiting while starting is safe: the database is told to stop, and nothing half-made is kept.
  if (!quire) process.exit(code);
  process.stdout.write('Stopping …\n');
  try {
    await quire.stop();
    await flushTelemetry();
    process.exit(code);
  } catch (error) {
    process.stderr.write(`Quire did not stop cleanly: ${(error as Error).stack}\n`);
    process.exit(1);
  }
}

function fail(error: Error): void {
  process.stderr.write(`\n${error.message}\n`);
  void end(1);
}

process.on('SIGINT', () => void end(0));
process.on('SIGTERM', () => void end(0));
try {
  const config = readConfig(process.env);
  quire = await startQuire(config, { compose: composeServices, onLost: fail });
  process.stdout.write(banner(quire, config, performance.now()));
  // Nobody has to wait for it, and without it everything else works.
  quire.finishFirstBoot().catch((error: Error) => {
    if (stoppingSince !== undefined) return;
    process.stderr.write(`Quire's documentation is not published yet; the next start tries again: ${error.message}\n`);
  });
} catch (error) {
  fail(error as Error);
}
