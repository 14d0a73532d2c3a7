import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EventData, events, internalContract, type Organization } from '@quire/contract';
import { createApp, createLog, type Db, internalRoute, newId, serviceVerifier, unavailable } from '@quire/runtime';

export type SpaceFacts = EventData<typeof events.spaceUpdated>;
export type SiteFacts = EventData<typeof events.siteUpdated>;

/** What identity, content and sites would answer, to be filled by tests; `away` makes all of them fail. */
export class Neighbours {
  readonly organizations = new Map<string, { title: string; hostname?: string; emailDomains?: string[] }>();
  readonly spaces = new Map<string, { sequence: number; data: SpaceFacts }>();
  readonly sites = new Map<string, { sequence: number; data: SiteFacts }>();
  away = false;
  #server: Server | undefined;

  /** Starts to answer; returns the base address. */
  async listen(db: Db, secret: string): Promise<string> {
    const app = createApp({
      db,
      context: this,
      validateResponses: true,
      log: createLog('neighbours', 'silent'),
      owned: [],
      operations: [],
      unimplemented: [],
      internal: routes,
      verifyPrincipal: () => {
        throw new Error('not called');
      },
      verifyService: serviceVerifier(secret),
      ready: async () => ({ ok: true, details: {} }),
    });
    this.#server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#server!.once('listening', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(undefined)));
  }

  /** An organization that identity knows. */
  organization(hostname?: string): string {
    const id = newId();
    this.organizations.set(id, { title: 'Acme', ...(hostname === undefined ? {} : { hostname }) });
    return id;
  }

  present(): this {
    if (this.away) throw unavailable('Away.');
    return this;
  }
}

const routes = [
  internalRoute(internalContract.getOrganizations, async ({ body }, neighbours: Neighbours) => ({
    organizations: [...neighbours.present().organizations].flatMap(([id, { title, hostname }]) => {
      const isAskedFor = body.ids.includes(id) || (hostname !== undefined && body.hostnames?.includes(hostname));
      return isAskedFor ? [{ id, title, hostname, defaultRole: null, sequence: 1 }] : [];
    }),
  })),
  internalRoute(internalContract.viewOrganizations, async ({ body }, neighbours: Neighbours) => ({
    organizations: body.ids.flatMap((id) => {
      const known = neighbours.present().organizations.get(id);
      return known ? [organization(id, known, Object.hasOwn(body.viewer.organizations, id))] : [];
    }),
  })),
  internalRoute(internalContract.getSpaces, async ({ body }, neighbours: Neighbours) => ({
    spaces: body.ids.flatMap((id) => {
      const known = neighbours.present().spaces.get(id);
      return known ? [{ id, ...known }] : [];
    }),
  })),
];

const organization = (
  id: string,
  { title, hostname, emailDomains = [] }: { title: string; hostname?: string; emailDomains?: string[] },
  view: boolean,
): Organization => ({
  object: 'organization',
  id,
  title,
  ...(hostname === undefined ? {} : { hostname }),
  createdAt: '2026-01-01T00:00:00.000Z',
  emailDomains,
  type: 'business',
  defaultRole: 'read',
  defaultContent: null,
  sso: false,
  ai: false,
  inviteLinks: true,
  plan: 'enterprise_2024',
  urls: { location: `https://docs.example.com/v1/orgs/${id}`, app: `https://docs.example.com/app/organization/${id}` },
  permissions: {
    view,
    admin: false,
    ownTeam: false,
    createContent: false,
    createOpenAPISpec: false,
    viewBilling: false,
    listMembers: false,
    listTeams: false,
    listIntegrations: false,
  },
});
