// Mocha's spec reporter that also writes how many tests passed, failed and were skipped to the file in QUIRE_TEST_COUNTS.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

const patienceMs = 20_000;

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const file = process.env.QUIRE_TEST_COUNTS;
      if (file) writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
      setTimeout(endStuckProcess, patienceMs).unref();
    });
  }
};

/** A test that leaves a connection open would keep the process, and whoever waits for it, for ever. */
function endStuckProcess() {
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`The tests ended ${patienceMs / 1000} s ago, but something is still open: ${open}\n`);
  process.exit(1);
}
