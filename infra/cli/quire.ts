import { needed, readArguments, readExpiry, UsageFailure } from './arguments.js';
import { type Environment, openClient } from './client.js';
import { createToken, createUser, listUsers, type Output, setDisabled } from './users.js';

// npm run quire -- <command>: what an operator does from the command line.
const usage = `usage: npm run quire -- user create --email <address> --name <name> [--token]
       npm run quire -- user list [--search <part of name or address>]
       npm run quire -- user disable|enable <address or id>
       npm run quire -- token create <address or id> --name <name> [--expires 12h|30d|2w|<date>] [--scopes read,write]
       npm run quire -- events dead [consumer]     list what could not be handled, oldest first
       npm run quire -- events replay <consumer>   deliver a consumer's dead letters again

Users and tokens: asks the Quire at QUIRE_URL, else PUBLIC_URL, else http://localhost:$PORT (4000), with QUIRE_ADMIN_TOKEN,
else the token in $QUIRE_DATA_DIR/admin-token (.data). A new token is all that goes to stdout, with npm run --silent.
Events: looks at the broker of AMQP_URL, else at the all-in-one whose data is in QUIRE_DATA_DIR (.data).
`;

/** Only those who want it wait for the broker's client to load. */
const events = () => import('./events.js');

type Command = (args: readonly string[], environment: Environment) => Promise<Output>;

const commands: Readonly<Record<string, Command>> = {
  'user create': async (args, environment) => {
    const { values } = readArguments(args, { email: 'string', name: 'string', token: 'boolean' });
    const email = needed(values.email, '--email');
    const name = needed(values.name, '--name');
    return createUser(await openClient(environment), { email, name, token: values.token ?? false });
  },
  'user list': async (args, environment) => {
    const { values } = readArguments(args, { search: 'string' });
    return listUsers(await openClient(environment), values.search);
  },
  'user disable': (args, environment) => disable(args, environment, true),
  'user enable': (args, environment) => disable(args, environment, false),
  'token create': async (args, environment) => {
    const { values, words } = readArguments(args, { name: 'string', expires: 'string', scopes: 'string' }, 1);
    const who = needed(words[0], 'the address or id of a user');
    const name = needed(values.name, '--name');
    const expiresAt = readExpiry(values.expires, new Date());
    const scopes = values.scopes?.split(',').map((scope) => scope.trim());
    return createToken(await openClient(environment), who, { name, expiresAt, scopes });
  },
  'events dead': async (args, environment) => {
    const { words } = readArguments(args, {}, 1);
    const { deadLetters } = await events();
    return { out: await deadLetters(environment, words[0]) };
  },
  'events replay': async (args, environment) => {
    const { words } = readArguments(args, {}, 1);
    const consumer = needed(words[0], 'the consumer');
    const { replay } = await events();
    return { out: await replay(environment, consumer) };
  },
};

async function disable(args: readonly string[], environment: Environment, disabled: boolean): Promise<Output> {
  const { words } = readArguments(args, {}, 1);
  const who = needed(words[0], 'the address or id of a user');
  return setDisabled(await openClient(environment), who, disabled);
}

const [topic, action, ...args] = process.argv.slice(2);
try {
  const name = [topic, action].filter((word) => word !== undefined).join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageFailure(name === '' ? 'a command is missing' : `there is no command "${name}"`);
  const { out = '', said = '' } = await command(args, process.env);
  process.stderr.write(said);
  process.stdout.write(out);
} catch (error) {
  const misused = error instanceof UsageFailure;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${misused ? `\n${usage}` : ''}`);
  process.exitCode = misused ? 2 : 1;
}
