import { type NodeReader, type NodeSet, applyChanges, hashOf } from '../merkle/merkle-map.js';
import { type PageRecord, type References, rootPage } from '../pages/page-record.js';
import type { Conflict } from './conflict.js';
import { mergeDocuments } from './documents.js';
import { mergeFields } from './fields.js';
import { mergeOrder } from './order.js';
import { type Placement, decidePlacement } from './placement.js';
import { type MergeRoots, type Sides, compareSides } from './sides.js';
import { separateSlugs } from './slugs.js';
import { type Survival, decideSurvival } from './survival.js';

/** Where the merge reads from: nodes of maps, and Markdown by its hash. */
export interface MergeSource extends NodeReader {
  markdown(hash: string): Promise<string>;
}

export interface MergeResult {
  /** Root of the merged page map; ours in the places of conflict. */
  pages: string;
  conflicts: Conflict[];
  /** Nodes and Markdown that the result needs and that did not exist before, by hash. */
  nodes: NodeSet;
  documents: Map<string, string>;
}

/** Hash of a document: base64url SHA-256 of its UTF-8 bytes. */
export type HashDocument = (markdown: string) => string;

/**
 * Three-way merge of page maps by page id. `ours` is the change request, `theirs` is main; the result is what main becomes
 * when there is no conflict. Deterministic; costs what the sides changed times the depth of the tree, not what they hold.
 */
export async function mergePages(
  source: MergeSource,
  roots: MergeRoots,
  hashDocument: HashDocument,
): Promise<MergeResult> {
  const result: MergeResult = { pages: roots.theirs, conflicts: [], nodes: new Map(), documents: new Map() };
  const sides = await compareSides(source, roots);
  if (!sides.oursChanged) return result;
  if (!sides.theirsChanged) return { ...result, pages: roots.ours };

  const survival = await decideSurvival(sides);
  const placement = await decidePlacement(sides, survival);
  const merged = new Map<string, PageRecord>();
  for (const id of [...sides.changed].sort()) {
    if (survival.gone.has(id)) continue;
    merged.set(id, await mergePage(id, { source, sides, survival, placement, result, hashDocument }));
  }
  await separateSlugs(sides, merged);

  const changes = new Map<string, PageRecord | undefined>(merged);
  for (const id of survival.gone) changes.set(id, undefined);
  result.pages = await applyChanges(source, roots.theirs, changes, result.nodes);
  result.conflicts.push(...survival.conflicts, ...placement.conflicts);
  result.conflicts.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return result;
}

const keyOf = ({ page, kind, field = '' }: Conflict) => `${page} ${kind} ${field}`;

interface PageMerge {
  source: MergeSource;
  sides: Sides;
  survival: Survival;
  placement: Placement;
  result: MergeResult;
  hashDocument: HashDocument;
}

async function mergePage(id: string, merge: PageMerge): Promise<PageRecord> {
  const { sides, placement, result } = merge;
  const { base, ours, theirs } = await sides.versions(id);
  const only = !theirs ? ours! : !ours ? theirs : undefined;
  const { fields, conflicts } = only ? { fields: only, conflicts: [] } : mergeFields(id, base, ours!, theirs!);
  result.conflicts.push(...conflicts);
  const content = only
    ? { document: only.document, references: only.references }
    : await mergeContent(id, merge, base, ours!, theirs!);
  const parent = id === rootPage ? rootPage : placement.parents.get(id)!;
  const children = await mergeChildren(id, merge);
  const { createdAt } = base ?? theirs ?? ours!;
  const updatedAt = [ours?.updatedAt, theirs?.updatedAt]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)!;
  return defined({ ...fields, ...content, parent, children, createdAt, updatedAt });
}

async function mergeChildren(id: string, { sides, survival, placement }: PageMerge): Promise<readonly string[]> {
  const { base, ours, theirs } = await sides.versions(id);
  const lists = { base: base?.children ?? [], ours: ours?.children ?? [], theirs: theirs?.children ?? [] };
  const members = new Set<string>();
  for (const child of new Set([...lists.base, ...lists.ours, ...lists.theirs])) {
    if (survival.gone.has(child)) continue;
    // A child that neither side changed stands where it always stood.
    if (sides.changed.has(child) ? placement.parents.get(child) === id : true) members.add(child);
  }
  return mergeOrder(lists, members);
}

async function mergeContent(
  id: string,
  { source, result, hashDocument }: PageMerge,
  base: PageRecord | undefined,
  ours: PageRecord,
  theirs: PageRecord,
) {
  const [b, o, t] = [base?.document, ours.document, theirs.document];
  if (o !== t && t === b) return { document: o, references: ours.references };
  if (o !== t && o === b) return { document: t, references: theirs.references };
  const references = await mergeReferences(source, result, base?.references, ours.references, theirs.references);
  if (o === t) return { document: o, references };

  const text = async (hash: string | undefined) => (hash === undefined ? '' : source.markdown(hash));
  const [baseText, ourText, theirText] = await Promise.all([text(b), text(o), text(t)]);
  const merged = mergeDocuments(baseText, ourText, theirText);
  if (merged.conflict) {
    result.conflicts.push({ kind: 'document', page: id, base: baseText, ours: merged.ours, theirs: merged.theirs });
  }
  const document = hashDocument(merged.ours);
  if (document !== o && document !== t) result.documents.set(document, merged.ours);
  return { document, references };
}

/** What the merged document's links lead to: both sides know their own; for one destination ours decides. */
async function mergeReferences(
  source: MergeSource,
  result: MergeResult,
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): Promise<string | undefined> {
  if (ours === theirs || theirs === base || theirs === undefined) return ours;
  if (ours === base || ours === undefined) return theirs;
  const [mine, other] = (await Promise.all([source.load(ours), source.load(theirs)])) as [References, References];
  const references: References = { ...other, ...mine };
  const hash = hashOf(references);
  result.nodes.set(hash, references);
  return hash;
}

function defined(record: PageRecord): PageRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as unknown as PageRecord;
}
