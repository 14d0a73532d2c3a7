import { isRecord, type Json, resolveReference } from '@quire/runtime';

/** What pages are made of: a specification without its schemas. */
export interface Outline {
  title: string;
  version?: string;
  description?: string;
  servers: string[];
  tags: TagOutline[];
  models: ModelOutline[];
}

export interface TagOutline {
  name: string;
  title: string;
  description?: string;
  operations: OperationOutline[];
}

export interface OperationOutline {
  method: string;
  path: string;
  id?: string;
  summary?: string;
  description?: string;
  deprecated?: true;
}

export interface ModelOutline {
  name: string;
  description?: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Operations without a tag are below one of this name. */
const untagged = 'default';

/**
 * Reads an OpenAPI document of any version. Never throws: what is not as it should be is left out, and so is what is
 * marked as internal. Tags stand as the document lists them, then in the order of first use; an operation with several tags
 * is below the first.
 */
export function outlineOf(document: Json): Outline {
  const info = isRecord(document.info) ? document.info : {};
  const tags = new Map<string, TagOutline>();
  const internal = new Set<string>();
  const tagNamed = (name: string, fields: Json = {}) => {
    const known = tags.get(name);
    if (known) return known;
    const title = line(fields['x-page-title'] ?? fields['x-displayName'] ?? name) ?? name;
    const tag = { name, title, ...described(fields.description), operations: [] };
    tags.set(name, tag);
    return tag;
  };
  for (const tag of listOf(document.tags)) {
    if (!isRecord(tag) || typeof tag.name !== 'string') continue;
    if (tag['x-internal'] === true) internal.add(tag.name);
    else tagNamed(tag.name, tag);
  }
  for (const operation of operationsOf(document)) {
    const first = listOf(operation.fields.tags)[0];
    const name = typeof first === 'string' && first !== '' ? first : untagged;
    if (!internal.has(name)) tagNamed(name).operations.push(operationOutline(operation));
  }
  return {
    title: line(info.title) ?? 'API reference',
    ...(line(info.version) === undefined ? {} : { version: line(info.version)! }),
    ...described(info.description),
    servers: serversOf(document),
    tags: [...tags.values()].filter(
      ({ operations, description }) => operations.length > 0 || description !== undefined,
    ),
    models: modelsOf(document),
  };
}

interface FoundOperation {
  path: string;
  method: string;
  fields: Json;
}

function operationsOf(document: Json): FoundOperation[] {
  if (!isRecord(document.paths)) return [];
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const fields = resolveReference(document, item);
    if (!isRecord(fields) || fields['x-internal'] === true) return [];
    return methods.flatMap((method) => {
      const operation = resolveReference(document, fields[method]);
      return isRecord(operation) && operation['x-internal'] !== true ? [{ path, method, fields: operation }] : [];
    });
  });
}

function operationOutline({ path, method, fields }: FoundOperation): OperationOutline {
  return {
    method,
    path,
    ...(line(fields.operationId) === undefined ? {} : { id: line(fields.operationId)! }),
    ...(line(fields.summary) === undefined ? {} : { summary: line(fields.summary)! }),
    ...described(fields.description),
    ...(fields.deprecated === true ? { deprecated: true as const } : {}),
  };
}

function serversOf(document: Json): string[] {
  const servers = listOf(document.servers).flatMap((server) => (isRecord(server) ? (line(server.url) ?? []) : []));
  if (typeof document.host !== 'string') return servers;
  const schemes = listOf(document.schemes).filter((scheme) => typeof scheme === 'string');
  const base = typeof document.basePath === 'string' ? document.basePath : '';
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => `${scheme}://${String(document.host)}${base}`);
}

function modelsOf(document: Json): ModelOutline[] {
  const components = isRecord(document.components) ? document.components.schemas : document.definitions;
  if (!isRecord(components)) return [];
  return Object.entries(components).flatMap(([name, schema]) =>
    isRecord(schema) && schema['x-internal'] === true
      ? []
      : [{ name, ...described(isRecord(schema) ? schema.description : undefined) }],
  );
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** On one line, and no longer than a title; undefined for what is no text, or empty. */
function line(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = Array.from(String(value).slice(0, 2_000).replace(/\s+/g, ' ').trim()).slice(0, 1_000).join('');
  return text === '' ? undefined : text;
}

const longestDescription = 50_000;
const described = (value: unknown): { description?: string } =>
  typeof value === 'string' && value.trim() !== '' ? { description: value.slice(0, longestDescription) } : {};
