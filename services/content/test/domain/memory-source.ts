import { createHash } from 'node:crypto';
import type { MergeSource } from '../../src/domain/merge/merge.js';

export const hashDocument = (markdown: string) => createHash('sha256').update(markdown).digest('base64url');

/** A node and document store in memory: the merge is a rule, tested without I/O. */
export class MemorySource implements MergeSource {
  readonly nodes = new Map<string, unknown>();
  readonly documents = new Map<string, string>();
  loads = 0;

  async load(hash: string): Promise<unknown> {
    this.loads += 1;
    if (!this.nodes.has(hash)) throw new Error(`node ${hash} was never stored`);
    return this.nodes.get(hash);
  }

  async markdown(hash: string): Promise<string> {
    const markdown = this.documents.get(hash);
    if (markdown === undefined) throw new Error(`document ${hash} was never stored`);
    return markdown;
  }

  write(markdown: string): string {
    const hash = hashDocument(markdown);
    this.documents.set(hash, markdown);
    return hash;
  }
}
