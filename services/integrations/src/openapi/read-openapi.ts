import { createHash } from 'node:crypto';
import { bundle } from './bundle.js';
import { check } from './check.js';
import { locate } from './parse-text.js';
import { Unusable } from './problem.js';
import { type FetchText, type Files, fileOf, readFiles, type Source } from './read-files.js';
import { referencesIn } from './references.js';
import { pointerOf, tokensOf } from './values.js';

/** What becomes a version. */
export interface ReadOpenApi {
  /** Each file by its name, as JSON. */
  filesystem: string;
  /** One document that refers to nothing outside of it, as JSON. */
  document: string;
  /** SHA-256 of the document, in hexadecimal. */
  digest: string;
}

/** Reads, bundles and checks a specification; throws `Unusable` with what is wrong and where. */
export async function readOpenApi(source: Source, fetchText: FetchText): Promise<ReadOpenApi> {
  const files = await readFiles(source, fetchText);
  try {
    const bundled = bundle(files, source);
    const { found, count } = await check(bundled);
    const file = files.get('')!.name;
    const problems = found.map(({ message, path }) => ({ message, file, path: pointerOf(path) }));
    if (problems.length > 0) throw new Unusable('PARSE_ERROR', problems, count);
    const document = JSON.stringify(bundled);
    const digest = createHash('sha256').update(document).digest('hex');
    return { filesystem: JSON.stringify(filesystemOf(files, source)), document, digest };
  } catch (error) {
    throw error instanceof Unusable ? withLines(error, files) : error;
  }
}

function filesystemOf(files: Files, source: Source) {
  const entries = [...files].map(([address, file]) => {
    const targets = [...referencesIn(file.content)].map(({ ref }) => fileOf(ref, { address, file, source })!);
    const others = [...new Set(targets)].filter((target) => target !== address);
    const references = others.map((target) => files.get(target)!.name);
    return [file.name, { filename: file.name, isEntrypoint: address === '', references, specification: file.content }];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Adds the lines to problems that are known by their paths. */
function withLines({ code, problems, count }: Unusable, files: Files): Unusable {
  const placed = [...problems];
  for (const { name, text } of files.values()) {
    const own = placed.flatMap((problem, index) =>
      problem.file === name && problem.path !== undefined && problem.line === undefined ? [index] : [],
    );
    if (own.length === 0) continue;
    const lines = locate(
      text,
      own.map((index) => tokensOf(placed[index]!.path!)!),
    );
    for (const [nth, index] of own.entries()) placed[index] = { ...placed[index]!, ...lines[nth] };
  }
  return new Unusable(code, placed, count);
}
