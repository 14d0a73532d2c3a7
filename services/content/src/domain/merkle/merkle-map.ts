import { createHash } from 'node:crypto';
import { breather } from '../../import/breather.js';

/**
 * A persistent map from text keys to JSON values, addressed by its content: the root hash names the whole map.
 *
 * The shape is a 16-way trie over the SHA-256 of the key. A node with at most `leafCapacity` entries is one leaf, so the
 * shape depends on the entries alone and never on the order in which they came: equal maps have equal roots, and two maps
 * are compared by walking only where their hashes differ (R. Merkle, "A digital signature based on a conventional
 * encryption function", 1987; P. Bagwell, "Ideal hash trees", 2001).
 */
export type MapNode<V> =
  | { leaf: readonly (readonly [key: string, value: V])[] }
  | { branch: readonly (Child | null)[] };

interface Child {
  hash: string;
  size: number;
}

/** Reads nodes by hash. Loads asked for together should be answered by one query. */
export interface NodeReader {
  load(hash: string): Promise<unknown>;
}

/** New nodes of a map, by hash; what is to be stored. */
export type NodeSet = Map<string, unknown>;

/** Changes to a map: the new value of a key, or undefined to remove it. */
export type MapChanges<V> = ReadonlyMap<string, V | undefined>;

/** What differs between two maps: the value of a key in each. */
export type MapDiff<V> = Map<string, { before: V | undefined; after: V | undefined }>;

const leafCapacity = 32;
const fanOut = 16;
const deepest = 60;

/** JSON with sorted keys and without undefined members: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  // Sorting first is three times as fast as a replacer function.
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const object = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, sorted(object[key])]),
  );
}

/** The hash of a JSON value: base64url SHA-256 of its canonical text. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}

/** Whether two JSON values are equal; undefined stands for absent. */
export function equalJson(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}

const emptyNode: MapNode<never> = { leaf: [] };
/** The root of the map without entries; it is known to everybody and never stored. */
export const emptyMap: string = hashOf(emptyNode);

const nibbleCache = new Map<string, string>();
function nibble(key: string, depth: number): number {
  let hex = nibbleCache.get(key);
  if (hex === undefined) {
    hex = createHash('sha256').update(key).digest('hex');
    if (nibbleCache.size > 50_000) nibbleCache.clear();
    nibbleCache.set(key, hex);
  }
  return Number.parseInt(hex.charAt(depth), 16);
}

async function loadNode<V>(reader: NodeReader, hash: string): Promise<MapNode<V>> {
  return hash === emptyMap ? emptyNode : ((await reader.load(hash)) as MapNode<V>);
}

/** The value of a key: O(log n) loads. */
export async function getEntry<V>(reader: NodeReader, root: string, key: string): Promise<V | undefined> {
  let node = await loadNode<V>(reader, root);
  for (let depth = 0; 'branch' in node; depth += 1) {
    const child = node.branch[nibble(key, depth)];
    if (!child) return undefined;
    node = await loadNode<V>(reader, child.hash);
  }
  return node.leaf.find(([candidate]) => candidate === key)?.[1];
}

/** All entries, in no particular but always the same order; loads level by level, with pauses for others when there are many. */
export async function allEntries<V>(
  reader: NodeReader,
  root: string,
  breathe = breather(),
): Promise<(readonly [string, V])[]> {
  const node = await loadNode<V>(reader, root);
  if ('leaf' in node) {
    await breathe();
    return [...node.leaf];
  }
  // No pause before these are asked for: what is asked for together is one query.
  const children = node.branch.filter((child) => child !== null);
  return (await Promise.all(children.map((child) => allEntries<V>(reader, child.hash, breathe)))).flat();
}

/** The number of entries: one load. */
export async function countEntries(reader: NodeReader, root: string): Promise<number> {
  return sizeOf(await loadNode(reader, root));
}

/**
 * Applies changes and returns the new root; nodes that did not exist before are put into `added`. O(changes × log n), with
 * pauses for others when there are many.
 */
export async function applyChanges<V>(
  reader: NodeReader,
  root: string,
  changes: MapChanges<V>,
  added: NodeSet,
): Promise<string> {
  if (changes.size === 0) return root;
  const edit = { reader, added, breathe: breather() };
  return keep(await update(edit, await loadNode<V>(reader, root), [...changes], 0), added);
}

interface Edit {
  reader: NodeReader;
  added: NodeSet;
  breathe(): Promise<void>;
}

/**
 * Every key whose value differs between two maps. Equal subtrees are skipped by hash: O(differences × log n), with pauses for
 * others when there are many.
 */
export async function diffMaps<V>(reader: NodeReader, before: string, after: string): Promise<MapDiff<V>> {
  return new Map(await diffNodes<V>({ reader, breathe: breather() }, { before, after }));
}

type Difference<V> = readonly [key: string, values: { before: V | undefined; after: V | undefined }];

/** In an order that depends on the maps alone, however the pauses fall. */
async function diffNodes<V>(
  at: { reader: NodeReader; breathe(): Promise<void> },
  { before, after }: { before: string; after: string },
): Promise<Difference<V>[]> {
  if (before === after) return [];
  const { reader, breathe } = at;
  const [a, b] = await Promise.all([loadNode<V>(reader, before), loadNode<V>(reader, after)]);
  if ('branch' in a && 'branch' in b) {
    const below = a.branch.map((child, index) =>
      diffNodes<V>(at, { before: child?.hash ?? emptyMap, after: b.branch[index]?.hash ?? emptyMap }),
    );
    return (await Promise.all(below)).flat();
  }
  const [left, right] = await Promise.all([
    allEntries<V>(reader, before, breathe),
    allEntries<V>(reader, after, breathe),
  ]);
  const differences: Difference<V>[] = [];
  const added = new Map(right);
  for (const [key, value] of left) {
    const next = added.get(key);
    added.delete(key);
    if (!equalJson(value, next)) differences.push([key, { before: value, after: next }]);
    await breathe();
  }
  for (const [key, value] of added) differences.push([key, { before: undefined, after: value }]);
  return differences;
}

async function update<V>(
  edit: Edit,
  node: MapNode<V>,
  changes: readonly (readonly [string, V | undefined])[],
  depth: number,
): Promise<MapNode<V>> {
  const { reader, added } = edit;
  if ('leaf' in node) {
    const entries = new Map<string, V>(node.leaf);
    for (const [key, value] of changes) {
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    }
    return build([...entries], depth, edit);
  }
  const byNibble = groupByNibble(changes, depth);
  const nodes = await Promise.all(
    node.branch.map(async (child, index) => {
      const mine = byNibble.get(index);
      if (!mine) return child;
      const before = await loadNode<V>(reader, child?.hash ?? emptyMap);
      await edit.breathe();
      return update(edit, before, mine, depth + 1);
    }),
  );
  const total = nodes.reduce(
    (sum, child) => sum + (child === null ? 0 : 'hash' in child ? child.size : sizeOf(child)),
    0,
  );
  if (total > leafCapacity) {
    const branch: (Child | null)[] = [];
    for (const child of nodes) {
      branch.push(child === null || 'hash' in child ? child : childOf(child, added));
      await edit.breathe();
    }
    return { branch };
  }
  const entries = await Promise.all(
    nodes.map(async (child) => {
      if (child === null) return [];
      return 'hash' in child ? allEntries<V>(reader, child.hash) : entriesOf(child, added, reader);
    }),
  );
  return build(entries.flat(), depth, edit);
}

/** The entries of a node in hand: at most a leaf's worth, since its parent is about to become a leaf. */
async function entriesOf<V>(node: MapNode<V>, added: NodeSet, reader: NodeReader): Promise<(readonly [string, V])[]> {
  if ('leaf' in node) return [...node.leaf];
  const overlay: NodeReader = { load: async (hash) => added.get(hash) ?? reader.load(hash) };
  const children = node.branch.filter((child) => child !== null);
  return (await Promise.all(children.map((child) => allEntries<V>(overlay, child.hash)))).flat();
}

async function build<V>(entries: (readonly [string, V])[], depth: number, edit: Edit): Promise<MapNode<V>> {
  if (entries.length <= leafCapacity || depth >= deepest) {
    return { leaf: entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) };
  }
  const byNibble = groupByNibble(entries, depth);
  const branch: (Child | null)[] = [];
  for (let index = 0; index < fanOut; index += 1) {
    const mine = byNibble.get(index);
    branch.push(mine ? childOf(await build(mine, depth + 1, edit), edit.added) : null);
    await edit.breathe();
  }
  return { branch };
}

function groupByNibble<T extends readonly [string, unknown]>(entries: readonly T[], depth: number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const entry of entries) {
    const index = nibble(entry[0], depth);
    const group = groups.get(index);
    if (group) group.push(entry);
    else groups.set(index, [entry]);
  }
  return groups;
}

function childOf<V>(node: MapNode<V>, added: NodeSet): Child | null {
  const size = sizeOf(node);
  return size === 0 ? null : { hash: keep(node, added), size };
}

function keep<V>(node: MapNode<V>, added: NodeSet): string {
  const hash = hashOf(node);
  if (hash !== emptyMap) added.set(hash, node);
  return hash;
}

function sizeOf<V>(node: MapNode<V>): number {
  return 'leaf' in node ? node.leaf.length : node.branch.reduce((sum, child) => sum + (child?.size ?? 0), 0);
}
