import { isRecord, type Json, resolveReference } from '@quire/runtime';
import { escapeHtml } from '../escape.js';
import { label, prose } from './describe.js';
import { exampleOf, quoted } from './example.js';
import { SchemaWriter } from './schema.js';

/** An operation with what its path and document say for it. */
interface Operation {
  document: Json;
  method: string;
  path: string;
  fields: Json;
  parameters: Json[];
  server: string;
  /** Of the headings over its parts. */
  level: number;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/**
 * An operation as a reference of it; undefined when the document has none at this path with this method. `level` is that of
 * the heading that it stands below.
 */
export function renderOperation(
  document: Json,
  { path, method: written, headless, level }: { path: string; method: string; headless: boolean; level: number },
): string | undefined {
  const method = written.toLowerCase();
  const found = methods.has(method) ? findOperation(document, path, method) : undefined;
  if (!found) return undefined;
  const operation = { ...found, level: headless ? level + 1 : level + 2 };
  const { fields } = operation;
  const schemas = new SchemaWriter(document);
  const title = typeof fields.summary === 'string' ? fields.summary : `${method.toUpperCase()} ${path}`;
  const parts = [
    headless ? '' : `${heading(level + 1, label(title), 'api-title')}${prose(fields.description)}`,
    `<p class="api-line"><span class="api-method api-${method}">${method.toUpperCase()}</span> <code>${operation.server ? `<span class="api-server">${label(operation.server)}</span>` : ''}${label(path)}</code>${fields.deprecated === true ? ' <span class="api-deprecated">deprecated</span>' : ''}</p>`,
    security(operation),
    parameters(operation, schemas),
    requestBody(operation, schemas),
    responses(operation, schemas),
    example(operation),
  ];
  return `<section class="api-operation" aria-label="${label(`${method.toUpperCase()} ${path}`)}">\n${parts.filter(Boolean).join('\n')}\n</section>`;
}

function heading(level: number, html: string, className = 'api-part'): string {
  const name = `h${Math.min(level, 6)}`;
  return `<${name} class="${className}">${html}</${name}>`;
}

function findOperation(document: Json, path: string, method: string): Omit<Operation, 'level'> | undefined {
  const paths = isRecord(document.paths) ? document.paths : {};
  const item = Object.hasOwn(paths, path) ? resolveReference(document, paths[path]) : undefined;
  const fields = isRecord(item) && Object.hasOwn(item, method) ? resolveReference(document, item[method]) : undefined;
  if (!isRecord(item) || !isRecord(fields)) return undefined;
  const byName = new Map<string, Json>();
  for (const listed of [item.parameters, fields.parameters])
    for (const parameter of listOf(listed)) {
      const found = resolveReference(document, parameter);
      if (isRecord(found) && typeof found.name === 'string') byName.set(`${String(found.in)} ${found.name}`, found);
    }
  const server = [fields, item, document].map(serverOf).find((url) => url !== '') ?? '';
  return { document, method, path, fields, parameters: [...byName.values()], server };
}

function serverOf({ servers, host, basePath, schemes }: Json): string {
  const first = listOf(servers)[0];
  if (isRecord(first) && typeof first.url === 'string') {
    const variables = isRecord(first.variables) ? first.variables : {};
    return first.url
      .replace(/\{(\w+)\}/g, (all, name: string) => {
        const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
        return isRecord(variable) && typeof variable.default === 'string' ? variable.default : all;
      })
      .replace(/\/$/, '');
  }
  if (typeof host !== 'string') return '';
  const scheme = listOf(schemes).find((each) => typeof each === 'string') ?? 'https';
  return `${scheme}://${host}${typeof basePath === 'string' ? basePath : ''}`.replace(/\/$/, '');
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
  ['formData', 'Form fields'],
] as const;

const schemaOf = (parameter: Json): unknown => {
  if (parameter.schema !== undefined) return parameter.schema;
  const [content] = Object.values(isRecord(parameter.content) ? parameter.content : {});
  // Swagger writes a parameter's type beside its name.
  return isRecord(content) ? content.schema : { ...parameter, description: undefined };
};

function parameters({ parameters: all, level }: Operation, schemas: SchemaWriter): string {
  return places
    .map(([place, title]) => {
      const here = all.filter((parameter) => parameter.in === place).slice(0, 200);
      const fields = here.map((parameter) =>
        schemas.field(String(parameter.name), schemaOf(parameter), {
          required: parameter.required === true,
          deprecated: parameter.deprecated === true,
          description: parameter.description,
        }),
      );
      return fields.length === 0 ? '' : `${heading(level, title)}<ul class="api-fields">${fields.join('')}</ul>`;
    })
    .join('');
}

/** By media type, what a body may be. */
function bodiesOf({ document, fields, parameters: all }: Operation): [type: string, schema: unknown, media: Json][] {
  const body = resolveReference(document, fields.requestBody);
  if (isRecord(body)) return contentsOf(body);
  const inBody = all.find((parameter) => parameter.in === 'body');
  const type = [fields.consumes, document.consumes]
    .map((list) => listOf(list)[0])
    .find((each) => typeof each === 'string');
  return inBody ? [[type ?? 'application/json', inBody.schema, inBody]] : [];
}

const contentsOf = ({ content }: Json): [string, unknown, Json][] =>
  Object.entries(isRecord(content) ? content : {})
    .slice(0, 10)
    .map(([type, media]) => [type, isRecord(media) ? media.schema : undefined, isRecord(media) ? media : {}]);

function requestBody(operation: Operation, schemas: SchemaWriter): string {
  const bodies = bodiesOf(operation);
  if (bodies.length === 0) return '';
  const body = resolveReference(operation.document, operation.fields.requestBody);
  const says = isRecord(body) ? prose(body.description) : '';
  const required = isRecord(body) && body.required === true ? ' <span class="api-required">required</span>' : '';
  return `${heading(operation.level, `Request body${required}`)}${says}${media(bodies, schemas)}`;
}

const media = (contents: readonly [string, unknown, Json][], schemas: SchemaWriter): string =>
  contents
    .map(
      ([type, schema]) =>
        `<div class="api-media"><p><code>${label(type)}</code></p>${schema === undefined ? '' : schemas.body(schema)}</div>`,
    )
    .join('');

function responses({ document, fields, level }: Operation, schemas: SchemaWriter): string {
  const all = Object.entries(isRecord(fields.responses) ? fields.responses : {}).filter(
    ([status]) => !status.startsWith('x-'),
  );
  const written = all.slice(0, 50).map(([status, value], index) => {
    const found = resolveReference(document, value);
    const response = isRecord(found) ? found : {};
    const contents =
      response.schema === undefined
        ? contentsOf(response)
        : [['application/json', response.schema, {}] as [string, unknown, Json]];
    const headers = Object.entries(isRecord(response.headers) ? response.headers : {})
      .slice(0, 50)
      .map(([name, header]) => {
        const named = resolveReference(document, header);
        return isRecord(named) ? schemas.field(name, schemaOf(named), { description: named.description }) : '';
      });
    const more = `${headers.length > 0 ? `${heading(level + 1, 'Headers')}<ul class="api-fields">${headers.join('')}</ul>` : ''}${media(contents, schemas)}`;
    const says =
      typeof response.description === 'string' ? ` <span class="api-says">${label(response.description)}</span>` : '';
    const head = `<code class="api-status api-status-${/^[1-5]/.exec(status)?.[0] ?? 'other'}">${label(status)}</code>${says}`;
    return more
      ? `<details${index === 0 ? ' open' : ''}><summary>${head}</summary>${more}</details>`
      : `<p class="api-response">${head}</p>`;
  });
  return written.length === 0
    ? ''
    : `${heading(level, 'Responses')}<div class="api-responses">${written.join('')}</div>`;
}

/** The ways to sign in, each as the schemes that are needed together. */
function schemesOf({ document, fields }: Operation): [name: string, scheme: Json][][] {
  const required = listOf(fields.security ?? document.security).filter(isRecord);
  const known = isRecord(document.components) ? document.components.securitySchemes : document.securityDefinitions;
  return required.slice(0, 10).map((each) =>
    Object.keys(each).flatMap((name): [string, Json][] => {
      const scheme =
        isRecord(known) && Object.hasOwn(known, name) ? resolveReference(document, known[name]) : undefined;
      return isRecord(scheme) ? [[name, scheme]] : [];
    }),
  );
}

function security(operation: Operation): string {
  const ways = schemesOf(operation);
  if (ways.every((schemes) => schemes.length === 0)) return '';
  const items = ways.map((schemes) =>
    schemes.length === 0
      ? '<li>None</li>'
      : `<li>${schemes.map(([name, scheme]) => `<code>${label(name)}</code>: ${wordsOf(scheme)}`).join(' and ')}${schemes.map(([, scheme]) => prose(scheme.description)).join('')}</li>`,
  );
  return `${heading(operation.level, 'Authorization')}<ul>${items.join('')}</ul>`;
}

function wordsOf({ type, scheme, name, in: place }: Json): string {
  if (type === 'apiKey') return `key in the ${label(place)} <code>${label(name)}</code>`;
  if (type === 'http')
    return label(String(scheme).toLowerCase() === 'bearer' ? 'bearer token' : `${String(scheme)} authentication`);
  if (type === 'basic') return 'basic authentication';
  return label(type === 'oauth2' ? 'OAuth 2.0' : type === 'openIdConnect' ? 'OpenID Connect' : (type ?? ''));
}

const longestExample = 5_000;

/** A call of the operation with curl. */
function example(operation: Operation): string {
  const { document, method, path, parameters: all, server } = operation;
  const valueOf = (parameter: Json) => {
    const value = parameter.example ?? exampleOf(document, schemaOf(parameter));
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  };
  const query = all
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => `${encodeURIComponent(String(parameter.name))}=${encodeURIComponent(valueOf(parameter))}`);
  const headers = [
    ...all
      .filter((parameter) => parameter.in === 'header' && parameter.required === true)
      .map((parameter) => `${String(parameter.name)}: ${valueOf(parameter)}`),
    ...(schemesOf(operation)[0] ?? []).flatMap(([, { type, scheme, in: place, name }]) =>
      type === 'apiKey'
        ? place === 'header'
          ? [`${String(name)}: <key>`]
          : []
        : [
            `Authorization: ${String(scheme).toLowerCase() === 'basic' || type === 'basic' ? 'Basic <credentials>' : 'Bearer <token>'}`,
          ],
    ),
  ];
  const [body] = bodiesOf(operation);
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(`${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`,
  ];
  for (const header of headers) lines.push(`-H ${quoted(header)}`);
  if (body) {
    const [type, schema, { example: given }] = body;
    lines.push(`-H ${quoted(`Content-Type: ${type}`)}`);
    if (/json/i.test(type))
      lines.push(`-d ${quoted(JSON.stringify(given ?? exampleOf(document, schema), null, 2) ?? 'null')}`);
  }
  const text = lines.join(' \\\n  ');
  if (text.length > longestExample) return '';
  return `${heading(operation.level, 'Example')}<figure class="code"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>`;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
