import { isRecord } from '@quire/runtime';
import type { SpecDocument } from '../../clients/specifications.js';
import { type Data, type Node, textOf } from '../document.js';
import { escapeHtml } from '../escape.js';
import { label, prose } from './describe.js';
import { renderOperation } from './operation.js';
import { SchemaWriter } from './schema.js';

const types = new Set(['openapi-operation', 'openapi-schemas']);

/** The slug of the specification that a block shows a part of. */
const slugOf = ({ data = {} }: Node): string => textOf(((data.ref ?? {}) as Data).spec);

/** The slugs of all specifications that nodes show parts of. */
export function specsIn(nodes: readonly Node[]): Set<string> {
  const slugs = new Set<string>();
  const waiting = [...nodes];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (types.has(node.type ?? '')) slugs.add(slugOf(node));
    waiting.push(...(node.nodes ?? []), ...(node.fragments ?? []).flatMap(({ nodes: inner }) => inner));
  }
  return slugs;
}

/** A part of a specification, below a heading of the given level; what is not there is named, and no more. */
export function renderApiBlock(
  node: Node,
  { specs, level }: { specs: ReadonlyMap<string, SpecDocument>; level: number },
): string {
  const { data = {} } = node;
  const document = specs.get(slugOf(node));
  if (node.type === 'openapi-schemas') return schemas(data, document);
  const [method, path] = [textOf(data.method), textOf(data.path)];
  const headless = data.headless === true || data.headless === 'true';
  const operation = document && renderOperation(document, { path, method, headless, level });
  return operation ?? placeholder([method.toUpperCase(), path].filter(Boolean).join(' '));
}

const placeholder = (name: string) => `<p class="card-link operation"><code>${escapeHtml(name || 'API')}</code></p>`;

function schemas(data: Data, document: SpecDocument | undefined): string {
  const names = (Array.isArray(data.schemas) ? data.schemas : []).map(textOf);
  const grouped = data.grouped !== false && data.grouped !== 'false';
  const known = document && (isRecord(document.components) ? document.components.schemas : document.definitions);
  return names
    .map((name) => {
      if (!document || !isRecord(known) || !Object.hasOwn(known, name)) return placeholder(name);
      const schema = known[name];
      const writer = new SchemaWriter(document);
      const says = grouped && isRecord(schema) ? prose(schema.description) : '';
      const body = `<section class="api-schema" aria-label="${label(name)}">${says}${writer.body(schema)}</section>`;
      return grouped ? `<details><summary>${label(name)}</summary>${body}</details>` : body;
    })
    .join('\n');
}
