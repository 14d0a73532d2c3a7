import type { CreatedApiToken, CreatedUser, UserAccount } from '@quire/contract';
import { type Client, CommandFailure } from './client.js';

/** What a command prints: for programs on stdout, for people on stderr. */
export interface Output {
  out?: string;
  said?: string;
}

/** Adds a user; the token, when one is wanted, is all that programs read. */
export async function createUser(
  client: Client,
  { email, name, token }: { email: string; name: string; token: boolean },
): Promise<Output> {
  const created = await client.call<CreatedUser>('POST', '/admin/users', { email, displayName: name, token });
  const said = `Created ${nameOf(created.user)}, id ${created.user.id}.\n`;
  return created.token === undefined ? { said } : { said, out: `${created.token}\n` };
}

/** A line for each user: id, address, name, and what is special about them, separated by tabs. */
export async function listUsers(client: Client, search: string | undefined): Promise<Output> {
  let out = '';
  for await (const user of client.list<UserAccount>('/admin/users', search ? { search } : {})) {
    const marks = [...(user.instanceAdmin ? ['administrator'] : []), ...(user.disabled ? ['disabled'] : [])];
    const columns = [user.id, user.email ?? '', user.displayName, marks.join(', ')];
    // A name may hold anything; a line is a user.
    out += `${columns.map((column) => column.replaceAll(/\p{Cc}/gu, ' ')).join('\t')}\n`;
  }
  return { out, ...(out ? {} : { said: 'No users found.\n' }) };
}

export async function setDisabled(client: Client, who: string, disabled: boolean): Promise<Output> {
  const path = `/admin/users/${encodeURIComponent(await idOf(client, who))}`;
  const user = await client.call<UserAccount>('PATCH', path, { disabled });
  return { said: `${disabled ? 'Disabled' : 'Enabled'} ${nameOf(user)}.\n` };
}

export async function createToken(
  client: Client,
  who: string,
  wanted: { name: string; expiresAt?: string | undefined; scopes?: string[] | undefined },
): Promise<Output> {
  const path = `/admin/users/${encodeURIComponent(await idOf(client, who))}/tokens`;
  const { token, name, scopes, expiresAt } = await client.call<CreatedApiToken>('POST', path, wanted);
  const until = expiresAt === undefined ? 'without end' : `until ${expiresAt}`;
  return { out: `${token}\n`, said: `Created the token "${name}" for ${scopes.join(' and ')}, ${until}.\n` };
}

/** The id of a user who is named by e-mail address or id. */
async function idOf(client: Client, who: string): Promise<string> {
  if (!who.includes('@')) return who;
  for await (const { id, email } of client.list<UserAccount>('/admin/users', { search: who })) {
    if (email?.toLowerCase() === who.toLowerCase()) return id;
  }
  throw new CommandFailure(`There is no user with the address ${who}.`);
}

const nameOf = ({ displayName, email }: { displayName: string; email?: string }) =>
  email === undefined ? displayName : `${displayName} <${email}>`;
