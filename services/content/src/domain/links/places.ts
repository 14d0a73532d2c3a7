import type { ContentLocation, Organization } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import type { Content } from '../../context.js';
import { levelOn } from '../../policies/level.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { presentFile } from '../../present/file.js';
import { presentPage } from '../../present/page.js';
import { presentRevisionInfo } from '../../present/revision.js';
import { presentSpace } from '../../present/space.js';
import type { LinkRow } from '../../tables/link.js';
import type { ContentAt } from '../content-at.js';
import type { FileRecord } from '../files/file-record.js';
import { getEntry } from '../merkle/merkle-map.js';
import type { PageTree } from '../pages/page-tree.js';
import type { ForeignSpace } from './link-targets.js';

interface Scope {
  at: ContentAt;
  /** The other spaces that the caller may see. */
  spaces: ReadonlyMap<string, ForeignSpace>;
  /** The links that are about to be presented. */
  shown: readonly LinkRow[];
}

type State = Pick<ContentAt, 'space' | 'revision' | 'changeRequest'>;

/** Presents both ends of links: pages without what is below them, files, and spaces. */
export class Places {
  readonly #at: ContentAt;
  readonly #states: ReadonlyMap<string, State>;
  readonly #trees: ReadonlyMap<string, PageTree>;
  readonly #organizations: ReadonlyMap<string, Organization>;
  readonly #principal: Principal;
  readonly #context: Content;

  private constructor(
    at: ContentAt,
    known: {
      states: ReadonlyMap<string, State>;
      trees: ReadonlyMap<string, PageTree>;
      organizations: ReadonlyMap<string, Organization>;
    },
    { principal, context }: { principal: Principal; context: Content },
  ) {
    this.#at = at;
    this.#states = known.states;
    this.#trees = known.trees;
    this.#organizations = known.organizations;
    this.#principal = principal;
    this.#context = context;
  }

  static async of({ at, spaces, shown }: Scope, principal: Principal, context: Content): Promise<Places> {
    const states = new Map<string, State>([[at.space.id, at]]);
    for (const { space_id } of shown) {
      const foreign = space_id === null ? undefined : spaces.get(space_id);
      if (foreign && !states.has(foreign.space.id)) states.set(foreign.space.id, foreign);
    }
    const trees = await Promise.all(
      [...states].map(async ([id, { revision }]) => [id, await at.reader.tree(revision.pages)] as const),
    );
    const ids = [...new Set([...states.values()].map(({ space }) => space.organization_id))];
    const organizations = await context.identity.viewOrganizations(ids, principal);
    return new Places(
      at,
      { states, trees: new Map(trees), organizations: new Map(organizations.map((each) => [each.id, each])) },
      { principal, context },
    );
  }

  /** A page of the content that the links are in. */
  page(id: string): ContentLocation {
    return { kind: 'page', ...this.#in(this.#at), page: this.#page(this.#at.space.id, id) };
  }

  /** What a link leads to; its address, when there is nothing else to show. */
  async target(link: LinkRow): Promise<ContentLocation> {
    const { kind, target_id, anchor } = link;
    const state = this.#states.get(link.space_id ?? this.#at.space.id);
    const address = { kind: 'url' as const, url: link.destination };
    if (!state) return address;
    if (kind === 'space') {
      const { organization, space } = this.#in(state);
      return { kind, organization, space };
    }
    if (kind === 'file' && target_id !== null) {
      const file = await getEntry<FileRecord>(this.#at.reader, state.revision.files, target_id);
      return file
        ? { kind, ...this.#in(state), file: presentFile(target_id, file, this.#context.urls.download) }
        : address;
    }
    const page = target_id ?? link.page_id;
    if (kind !== 'page' || !this.#trees.get(state.space.id)!.get(page)) return address;
    return {
      kind,
      ...this.#in(state),
      page: this.#page(state.space.id, page),
      ...(anchor === null ? {} : { internalLocation: { type: 'anchor', anchor } }),
    };
  }

  #in({ space, revision, changeRequest }: State) {
    const { links } = this.#context;
    return {
      organization: this.#organizations.get(space.organization_id)!,
      space: presentSpace(space, levelOn(this.#principal, space), links),
      versionContext: changeRequest
        ? { type: 'changeRequest' as const, changeRequest: presentChangeRequest(changeRequest, links) }
        : { type: 'revision' as const, revision: presentRevisionInfo(revision, links) },
    };
  }

  #page(spaceId: string, id: string) {
    const tree = this.#trees.get(spaceId)!;
    const alone = {
      need: (page: string) => tree.need(page),
      path: (page: string) => tree.path(page),
      children: () => [],
    };
    return presentPage(id, { spaceId, view: alone, links: this.#context.links });
  }
}
