import type { Tx } from '@quire/runtime';
import type { InstallationRow } from '../../tables/installation.js';
import type { PlaceKind } from '../../tables/place.js';
import { recordIntegrationEvents, type Told } from './record-integration-event.js';

type State = Pick<InstallationRow, 'status' | 'configuration'>;

/** The change of an installation, or of what it has on one space or site. */
export interface Setup {
  installation: Pick<InstallationRow, 'id' | 'integration' | 'organization_id'>;
  /** Absent for the installation itself. */
  place?: { kind: PlaceKind; id: string };
  /** Absent when it is new. */
  previous?: State;
  /** Absent when it is gone. */
  state?: State;
  now: Date;
}

/** Tells an integration that it was installed, configured or taken away. */
export const tellSetup = (tx: Tx, setup: Setup): Promise<void> => tellSetups(tx, [setup]);

/** The same of several changes at one time. */
export async function tellSetups(tx: Tx, setups: readonly Setup[]): Promise<void> {
  const [first] = setups;
  if (first) await recordIntegrationEvents(tx, { clock: () => first.now }, setups.map(toldOf));
}

function toldOf({ installation, place, previous, state }: Setup): Told {
  const before = previous && { status: previous.status, configuration: previous.configuration };
  const scope = place ? `${place.kind}_` : '';
  const payload = {
    type: state ? `${scope}installation_setup` : `${scope}installation_deleted`,
    ...(place ? { [`${place.kind}Id`]: place.id } : {}),
    ...(state ? { status: state.status } : {}),
    ...(before ? { previous: state ? before : { configuration: before.configuration } } : {}),
  };
  const { id, integration, organization_id: organization } = installation;
  return { integration, organization, installation: id, payload };
}
