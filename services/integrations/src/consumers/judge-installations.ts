import { consumers, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { judgeInstallations } from '../domain/judge-installations.js';
import type { Integrations } from '../integrations.js';

/** Sets installations to `pending`, or to `active`, by what their integration asks for since it was published anew. */
export const judgeInstallationsAnew = consumer<Integrations>(consumers['integrations.judge-installations'], [
  on(events.integrationConfigurationsChanged, ({ data }, { tx, clock }: Delivery & Integrations) =>
    judgeInstallations(tx, data, clock()),
  ),
]);
