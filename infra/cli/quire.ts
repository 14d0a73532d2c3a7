import { deadLetters, replay } from './events.js';

// npm run quire -- <command>: what an operator does from the command line.
const usage = `usage: npm run quire -- events dead [consumer]     list what could not be handled, oldest first
       npm run quire -- events replay <consumer>   deliver a consumer's dead letters again

Looks at the broker of AMQP_URL, else at the all-in-one whose data is in QUIRE_DATA_DIR (.data).
`;
const [topic, action, consumer] = process.argv.slice(2);
try {
  if (topic === 'events' && action === 'dead') process.stdout.write(await deadLetters(process.env, consumer));
  else if (topic === 'events' && action === 'replay' && consumer)
    process.stdout.write(await replay(process.env, consumer));
  else {
    process.stderr.write(usage);
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
